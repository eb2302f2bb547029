import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { admin, TestSite } from '../journeys/test-site.ts';
import { test } from './browser-test.ts';
import { button, fillSetUp } from './steps.ts';
import { launchBrowser, VisitorPage } from './test-browser.ts';
import { words } from './words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = words.en;

/** Expects `from` until just before `delayMs`, and `to` afterwards. */
async function expectDelay(page: Page, delayMs: number, from: string, to: string): Promise<void> {
  await page.clock.runFor(delayMs - 100);
  expect(new URL(page.url()).pathname).toBe(from);
  await page.clock.runFor(200);
  await page.waitForURL((url) => url.pathname === to);
}

test('set-up redirects after 2 s, login after 1.5 s, logout after 2 s; toasts stay 3 s', async () => {
  await using site = await TestSite.open();
  const { page } = await VisitorPage.open(browser, site.url);
  await page.clock.install();
  await page.goto('/init');
  await button(page, text.setUp).waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);

  await fillSetUp(page, text);
  await page.getByText('Your site is ready').waitFor();
  await expectDelay(page, 2000, '/init', '/login');

  const toast = page.getByText(`Welcome back, ${admin.username}`);
  await toast.waitFor();
  await expectDelay(page, 1500, '/login', '/');
  await page.clock.runFor(1000);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(1500);
  await toast.waitFor({ state: 'hidden' });

  await page.clock.resume();
  await page.goto('/admin/list');
  await page.getByRole('button', { name: admin.username }).click();
  await page.getByRole('menuitem', { name: text.logOut }).click();
  const logOut = page.getByRole('dialog').getByRole('button', { name: text.logOut });
  await logOut.waitFor();
  await page.clock.pauseAt(Date.now() + 7_200_000);
  await logOut.click();
  await page.getByText('Logging you out').waitFor();
  await expectDelay(page, 2000, '/admin/list', '/login');
}, 300_000);
