import { test } from 'bun:test';

/**
 * `npm test` proves each promise once; `npm run test:all`, and a file that runs by itself, prove
 * everything at full strength.
 */
export const isShortRun = process.env.TEST_RUN === 'short';

/** What differs between the runs: cases, looks, numbers of kills. */
export function chooseForRun<T>(short: T, all: T): T {
  return isShortRun ? short : all;
}

/** The cases of a test, of which the short run takes the first. */
export function firstInShort<T>(cases: readonly T[]): readonly T[] {
  return chooseForRun(cases.slice(0, 1), cases);
}

/** A test that `npm test` leaves to `npm run test:all`. */
export const testInAll: typeof test = isShortRun ? createUnregistered() : test;

/** Takes every call of `test` and its methods, and registers nothing. */
function createUnregistered(): typeof test {
  const ignore: unknown = new Proxy(() => ignore, { get: () => ignore, apply: () => ignore });
  return ignore as typeof test;
}
