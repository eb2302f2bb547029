import type { Locator, Page } from 'playwright-core';

/** Waits for a message beside its field. */
export async function expectFieldMessage(page: Page, message: string): Promise<void> {
  await page.getByRole('main').getByText(message, { exact: true }).waitFor();
}

/** Waits for a message in passing. */
export async function expectToast(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
}

/** Gives the list that each message in passing joins, also after the page was loaded again. */
export async function recordToasts(page: Page): Promise<readonly string[]> {
  const toasts: string[] = [];
  await page.exposeFunction('recordToast', (text: string) => toasts.push(text));
  await page.addInitScript(`new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      const alert = node.querySelector?.('[role=alert]') ?? node;
      if (alert.getAttribute?.('role') === 'alert') window.recordToast(alert.textContent);
    }
  }).observe(document, { childList: true, subtree: true })`);
  return toasts;
}

/** A message in passing; it may hold a link behind its words. */
function toast(page: Page, message: string): Locator {
  return page.getByRole('alert').getByText(message).first();
}

/** Has the server answer some calls with a failure that nobody foresaw, while something is done. */
export async function withFailingCalls(
  page: Page,
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 500, body: 'no' }));
  await act();
  await page.unroute(path);
}
