import type { Locator, Page } from 'playwright-core';

export async function expectFieldMessage(page: Page, message: string): Promise<void> {
  await page.getByRole('main').getByText(message, { exact: true }).waitFor();
}

export async function expectToast(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
}

/** Collects all toasts in a list, across reloads. */
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

/** A toast, which may end with a link. */
function toast(page: Page, message: string): Locator {
  return page.getByRole('alert').getByText(message).first();
}

/** Makes some calls fail with an unexpected error during an action. */
export async function withFailingCalls(
  page: Page,
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 500, body: 'no' }));
  await act();
  await page.unroute(path);
}
