import { expect, test } from 'bun:test';
import { Pace } from './click-counter.ts';

/** Longer than any test. */
const LONG_MS = 1e9;

test('a waiting caller ends a rest, and counting does not rest again until the caller is served', async () => {
  const pace = new Pace();
  const rested = pace.rest(LONG_MS);
  const { promise, resolve } = Promise.withResolvers<string>();
  const hurried = pace.runWithoutRests(() => promise);
  await rested;
  await pace.rest(LONG_MS);
  resolve('done');
  expect(await hurried).toBe('done');
});

test('without a waiting caller a rest is longer than the step before it', async () => {
  const pace = new Pace();
  const begun = performance.now();
  await pace.rest(2);
  expect(performance.now() - begun).toBeGreaterThan(20);
});

test('after failed work for a caller, counting rests again', async () => {
  const pace = new Pace();
  const failing = pace.runWithoutRests(() => Promise.reject(new Error('gone')));
  expect(await failing.catch(String)).toBe('Error: gone');
  const begun = performance.now();
  await pace.rest(2);
  expect(performance.now() - begun).toBeGreaterThan(20);
});

test('counting waits for reports, and a stop ends the wait', async () => {
  const pace = new Pace();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = performance.now();
  const ended = pace.waitFor(promise);
  setTimeout(resolve, 30);
  await ended;
  expect(performance.now() - begun).toBeGreaterThan(25);
  const stopped = pace.waitFor(new Promise(() => undefined));
  pace.stop();
  await stopped;
});
