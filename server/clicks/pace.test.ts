import { expect, test } from 'bun:test';
import { Pace } from './pace.ts';

/** Longer than any test. */
const LONG_MS = 1e9;

test('who waits for it ends a rest, and there is none before it has ended', async () => {
  const pace = new Pace();
  const rested = pace.rest(LONG_MS);
  const { promise, resolve } = Promise.withResolvers<string>();
  const hurried = pace.hurry(() => promise);
  await rested;
  await pace.rest(LONG_MS);
  resolve('done');
  expect(await hurried).toBe('done');
});

test('where nobody waits it rests longer than the step took', async () => {
  const pace = new Pace();
  const begun = performance.now();
  await pace.rest(2);
  expect(performance.now() - begun).toBeGreaterThan(20);
});

test('what fails is waited for no more', async () => {
  const pace = new Pace();
  const failing = pace.hurry(() => Promise.reject(new Error('gone')));
  expect(await failing.catch(String)).toBe('Error: gone');
  const begun = performance.now();
  await pace.rest(2);
  expect(performance.now() - begun).toBeGreaterThan(20);
});
