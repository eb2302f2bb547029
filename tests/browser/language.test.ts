import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { test } from './browser-test.ts';
import { button } from './steps.ts';
import { launchBrowser, VisitorPage } from './test-browser.ts';
import { words } from './words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the language is the stored choice, or else the browser’s, and switching stores it', async () => {
  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url, { language: 'zh' });
  const { page } = visitor;
  await page.goto('/');
  await button(page, words.zh.create).waitFor();
  expect(await page.evaluate("localStorage.getItem('user_language')")).toBeNull();

  await page.getByText('English').click();
  await button(page, words.en.create).waitFor();
  expect(await page.evaluate("localStorage.getItem('user_language')")).toBe('en');
  await page.reload();
  await button(page, words.en.create).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');

  await page.evaluate("localStorage.setItem('user_language', 'fr')");
  await page.reload();
  await button(page, words.zh.create).waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.close();
}, 300_000);

test('the admin area sends a visitor without a login to the login page', async () => {
  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  await page.goto('/admin/list');
  await page.waitForURL('**/login');
  await visitor.logIn(site.token);
  for (const path of ['/admin', '/admin/', '/admin/nothing']) {
    await page.goto(path);
    await page.waitForURL('**/admin/list');
    await page.getByText(words.en.noLinks).waitFor();
  }
}, 300_000);
