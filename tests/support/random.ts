import fc from 'fast-check';

/**
 * Every random choice of a test follows from this number. Random tests print it, and `TEST_SEED`
 * repeats it.
 */
export const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

if (!Number.isInteger(seed)) throw new Error('TEST_SEED is no integer');
/**
 * Less than the limit of a test: a failure is told before, though its least case may be open. On a
 * machine so slow that all is well until then, the rest of the runs is left out.
 */
const SEARCH_MS = 100_000;
fc.configureGlobal({ seed });
fc.installGlobalPlugin(fc.interruptAfterTimeLimit(SEARCH_MS));

export { fc };
