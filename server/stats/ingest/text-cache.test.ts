import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { TextCache } from './text-cache.ts';

/** Small, so that texts share slots and the cache is cleared at times. */
function openTexts(): TextCache<string> {
  return new TextCache({ max: 64, bytesMax: 4096, create: (text) => text });
}

test('a text equals its bytes, whatever was read before', () => {
  const texts = openTexts();
  const bytes = fc.uint8Array({ maxLength: 1100 });
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

test('a cached text always gives the same value', () => {
  const texts = new TextCache({ max: 16, bytesMax: 1024, create: (text) => ({ text }) });
  const bytes = Buffer.from('en-GB,de');
  const known = texts.read(bytes, 0, 5);
  expect(known).toEqual({ text: 'en-GB' });
  expect(texts.read(Buffer.from('xen-GB'), 1, 6)).toBe(known);
  expect(texts.read(bytes, 2, 2)).toBe(texts.read(bytes, 0, 0));
});

test('texts that share a slot are not confused', () => {
  const texts = openTexts();
  // More than the slots of one hash, all of one length.
  for (let round = 0; round < 2; round += 1) {
    for (let number = 10_000; number < 30_000; number += 1) {
      const bytes = Buffer.from(`${number}`);
      expect(texts.read(bytes, 0, 5)).toBe(`${number}`);
    }
  }
});

test('texts with equal hashes are not confused', () => {
  const texts = openTexts();
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 1000; number += 1) {
      const bytes = Buffer.alloc(8);
      bytes.writeInt32BE(number);
      // The hash before its last word, with everything but one number removed.
      bytes.writeInt32BE(Math.imul(8 ^ number, 0x9e3779b1) ^ 7, 4);
      expect(texts.read(bytes, 0, 8)).toBe(bytes.toString('latin1'));
    }
  }
});

test('a changed buffer is read anew', () => {
  const texts = openTexts();
  const buffer = Buffer.from('one');
  expect(texts.read(buffer, 0, 3)).toBe('one');
  buffer.write('two');
  expect(texts.read(buffer, 0, 3)).toBe('two');
});
