import type { Page } from 'playwright-core';

/** How long a page may take to come to a state, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Looks at each frame of the page until it is as wanted. Not waitForFunction: the policy of the
 * page lets nothing in that polls there, so that it fails unless its first look succeeds.
 */
export async function waitUntil<State>(
  page: Page,
  read: () => Promise<State>,
  wanted: State,
): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  let state = await read();
  while (!Bun.deepEquals(state, wanted)) {
    if (performance.now() > deadline) {
      throw new Error(`not ${JSON.stringify(wanted)} but ${JSON.stringify(state)}`);
    }
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    state = await read();
  }
}

/** Waits until an expression gives this value in the page. */
export async function waitForValue(
  page: Page,
  expression: string,
  wanted: string | boolean | null,
): Promise<void> {
  await waitUntil<unknown>(page, () => page.evaluate(expression), wanted);
}
