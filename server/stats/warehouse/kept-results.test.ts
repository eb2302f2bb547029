import { expect, test } from 'bun:test';
import { KeptResults } from './kept-results.ts';

let computed: string[] = [];

/** Whether the result is kept. */
async function isKept(results: KeptResults, key: string, result = key): Promise<boolean> {
  computed = [];
  const compute = () => {
    computed.push(key);
    return Promise.resolve(result);
  };
  expect(await results.get(key, compute)).toBe(result);
  return computed.length === 0;
}

test('the newest 200 results are kept', async () => {
  const results = new KeptResults();
  for (let number = 0; number <= 200; number += 1) {
    expect(await isKept(results, `${number}`)).toBe(false);
  }
  for (let number = 1; number <= 200; number += 1) {
    expect(await isKept(results, `${number}`)).toBe(true);
  }
  expect(await isKept(results, '0')).toBe(false);
  results.clear();
  expect(await isKept(results, '200')).toBe(false);
});

test('4 Mi characters of results are kept', async () => {
  const results = new KeptResults();
  const large = 'x'.repeat(1_500_000);
  for (const key of ['a', 'b', 'c']) expect(await isKept(results, key, large)).toBe(false);
  expect(await isKept(results, 'b', large)).toBe(true);
  expect(await isKept(results, 'c', large)).toBe(true);
  expect(await isKept(results, 'a', large)).toBe(false);
  const larger = 'x'.repeat(5_000_000);
  expect(await isKept(results, 'd', larger)).toBe(false);
  expect(await isKept(results, 'd', larger)).toBe(false);
  // A result that is too large pushes no other out.
  expect(await isKept(results, 'a', large)).toBe(true);
  expect(await isKept(results, 'e')).toBe(false);
  expect(await isKept(results, 'e')).toBe(true);
});

test('a result that could not be computed is not kept', async () => {
  const results = new KeptResults();
  const failing = results.get('a', () => Promise.reject(new Error('full')));
  expect(await failing.catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await isKept(results, 'a')).toBe(false);
});
