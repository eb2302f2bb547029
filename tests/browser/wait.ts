import type { Page } from 'playwright-core';

/** The limit for a page to reach a state. */
const PATIENCE = 30_000;

/**
 * Polls the state at each frame of the page. The content security policy blocks the polling of
 * Playwright's waitForFunction.
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

/** Waits until a script of the page has run, or failed to load, and the page has drawn what follows. */
export async function waitForScript(page: Page, url: string): Promise<void> {
  await page.evaluate(`import(${JSON.stringify(url)})
    .catch(() => undefined)
    .then(() => new Promise((resolve) => requestIdleCallback(resolve)))`);
}

/** Waits until an expression has this value in the page. */
export async function waitForValue(
  page: Page,
  expression: string,
  wanted: string | boolean | null,
): Promise<void> {
  await waitUntil<unknown>(page, () => page.evaluate(expression), wanted);
}
