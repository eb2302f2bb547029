import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { mergeAll } from './link-people.ts';

const linkId = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 40 }));
const part = fc.dictionary(linkId.map(String), fc.integer({ min: 1, max: 1000 }));

test('who came to the same links is added up, the lowest id first', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const expected = new Map<number, number>();
      const sorted = parts.map((own) =>
        Object.entries(own)
          .map(([id, people]) => [Number(id), people] as const)
          .toSorted(([one], [other]) => one - other),
      );
      for (const [id, people] of sorted.flat()) {
        expected.set(id, (expected.get(id) ?? 0) + people);
      }
      const merged = mergeAll(
        sorted.map((own) => ({
          linkIds: Float64Array.from(own, ([id]) => id),
          people: Int32Array.from(own, ([, people]) => people),
        })),
      );
      const found = [...merged.linkIds].map((id, at) => [id, merged.people[at]!] as const);
      expect(found).toEqual([...expected].toSorted(([one], [other]) => one - other));
    }),
  );
});
