import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { createLinkIds } from './link-ids.ts';

const ids = createLinkIds(Buffer.alloc(32, 1));
const others = createLinkIds(Buffer.alloc(32, 2));

test('an id is a UUIDv8 that only the same site reads', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const text = ids.write(id);
      expect(text).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(ids.read(text)).toBe(id);
      expect(ids.read(text.toUpperCase())).toBe(id);
      expect(others.read(text)).toBeNull();
    }),
  );
  expect(ids.write(7)).toBe(createLinkIds(Buffer.alloc(32, 1)).write(7));
});

test('other texts are no ids', () => {
  expect(ids.read(ids.write(0))).toBeNull();
  fc.assert(fc.property(fc.uuid(), (text) => expect(ids.read(text)).toBeNull()));
  fc.assert(fc.property(fc.string(), (text) => expect(ids.read(text)).toBeNull()));
});
