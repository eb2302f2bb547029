import { expect, test } from 'bun:test';
import { PostingsBuilder } from './postings.ts';

test('each term has its positions once and in order', () => {
  const builder = new PostingsBuilder();
  const expected = new Map<number, Set<number>>();
  // More pairs than the builder has room for at first.
  for (let position = 0; position < 16_384; position += 1) {
    for (const factor of [1, 3, 3, 7, 11, 2 ** 47]) {
      const term = ((position * factor) % 501) * (factor > 11 ? -1 : 1);
      builder.add(term, position);
      expected.getOrInsertComputed(term, () => new Set()).add(position);
    }
  }
  const postings = builder.finish();
  const found = new Map(postings.keys().map((term) => [term, new Set(postings.get(term))]));
  expect(found).toEqual(expected);
  for (const [term, positions] of expected) expect(postings.get(term)).toHaveLength(positions.size);
  expect(postings.get(1000)).toHaveLength(0);
});

test('rare terms are left out', () => {
  const builder = new PostingsBuilder();
  for (const [term, position] of [
    [5, 1],
    [6, 1],
    [6, 1],
    [5, 2],
    [7, 3],
  ] as const) {
    builder.add(term, position);
  }
  const postings = builder.finish(2);
  expect([...postings.keys()]).toEqual([5]);
  expect([...postings.get(5)]).toEqual([1, 2]);
  expect(postings.get(6)).toHaveLength(0);
});
