import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Texts } from './texts.ts';

test('a text is what its bytes say, whatever was read before', () => {
  const texts = new Texts();
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(fc.array(bytes), fc.array(bytes), fc.nat(9), (some, others, before) => {
      for (const one of [...some, ...others, ...some]) {
        const buffer = Buffer.concat([Buffer.alloc(before, 'x'), one, Buffer.from('y')]);
        const text = texts.read(buffer, before, before + one.length);
        expect(text).toBe(Buffer.from(one).toString('latin1'));
      }
    }),
    { numRuns: 1000 },
  );
});

test('texts that fall on one place do not pass for each other', () => {
  const texts = new Texts();
  // More than there are places, and all of one length.
  for (let round = 0; round < 2; round += 1) {
    for (let number = 10_000; number < 30_000; number += 1) {
      const bytes = Buffer.from(`${number}`);
      expect(texts.read(bytes, 0, 5)).toBe(`${number}`);
    }
  }
});

test('what stands in a buffer now is read, not what stood there before', () => {
  const texts = new Texts();
  const buffer = Buffer.from('one');
  expect(texts.read(buffer, 0, 3)).toBe('one');
  buffer.write('two');
  expect(texts.read(buffer, 0, 3)).toBe('two');
});
