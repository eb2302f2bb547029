import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { login, logout } from '../../../contracts/account.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin } from '../../journeys/test-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { expectToast } from '../message-steps.ts';
import { specWords } from '../specification/spec-words.ts';
import { button, field, fillLogin } from '../steps.ts';
import { launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = { ...words.en, ...adminWords.en, ...specWords.en };

async function logIn(page: Page): Promise<void> {
  await button(page, text.login).waitFor();
  await fillLogin(page, text);
}

test.each(
  firstInShort(['/admin/stats?range=7d', '/admin/token', '/admin/list?page=2&filter=title']),
)(
  'the login opens the page that was requested: %s',
  async (asked) => {
    await using site = await openSetUpSite();
    const { page } = await VisitorPage.open(browser, site.url);
    await page.goto(asked);
    await page.waitForURL('**/login');
    // A reload and a change of language do not lose the requested page.
    await page.reload();
    await logIn(page);
    await page.waitForURL(`**${asked}`);
    await page.locator('h1').waitFor();
  },
  300_000,
);

testInAll(
  'a login after an expired one returns to the same page',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'token?seen=here');
    await site.call(logout, {}, site.token);
    await button(page, text.createToken).click();
    await page.waitForURL('**/login');
    await expectToast(page, text.loginInvalid);
    await logIn(page);
    await page.waitForURL('**/admin/token?seen=here');
  },
  300_000,
);

test.each(
  firstInShort([
    ['no page was requested', '/login', ''],
    ['the visitor went to the home page first', '/admin/token', '/'],
  ]),
)(
  'the login opens the home page when %s',
  async (_, first, second) => {
    await using site = await openSetUpSite();
    const { page } = await VisitorPage.open(browser, site.url);
    await page.goto(first);
    await button(page, text.login).waitFor();
    if (second !== '') {
      await page.goto(second);
      await page.getByRole('banner').getByRole('link', { name: text.login }).click();
    }
    await logIn(page);
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: text.admin, exact: true }).waitFor();
  },
  300_000,
);

testInAll(
  'a login after a logout does not return to the earlier page',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'token');
    await page.getByRole('button', { name: admin.username }).click();
    await page.getByRole('menuitem', { name: text.logOut }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.logOut }).click();
    await page.waitForURL('**/login');
    await logIn(page);
    await page.waitForURL((url) => url.pathname === '/');
  },
  300_000,
);

testInAll.each([
  'https://evil.example/',
  '//evil.example/admin',
  '/\\\\evil.example',
  'javascript:alert(1)',
  '/adminevil',
  '/docs',
])(
  'a manipulated address cannot change where the login leads: %s',
  async (asked) => {
    await using site = await openSetUpSite();
    const visitor = await VisitorPage.open(browser, site.url);
    const { page } = visitor;
    await page.goto('/login');
    await page.evaluate(`sessionStorage.setItem('asked_page', ${JSON.stringify(asked)})`);
    await logIn(page);
    await page.waitForURL((url) => url.pathname === '/');
    expect(new URL(page.url()).origin).toBe(new URL(site.url).origin);
    expect(visitor.faults).toEqual([]);
  },
  300_000,
);

test('the login page retries by itself while password guesses slow logins down', async () => {
  await using site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const guess = (number: number) =>
    site.fetch(login.path, {
      method: 'POST',
      headers: { 'x-forwarded-for': `2001:db8:${number.toString(16)}::1` },
      body: new URLSearchParams({ username: admin.username, password: 'a guess' }),
    });
  for (let number = 0; number < 20; number += 1) await guess(number);
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  // The owner has never logged in from this address.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.1' });
  await page.goto('/login');
  await logIn(page);
  await page.getByText(text.retrying).waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  // The browser logs each refused call.
  expect(visitor.faults.filter((fault) => !fault.includes('429'))).toEqual([]);
}, 300_000);

testInAll(
  'typing another login stops the retry',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await VisitorPage.open(browser, site.url);
    await page.goto('/login');
    let calls = 0;
    await page.route('**/api/login', (route) => {
      calls += 1;
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        json: { code: 429, msg: 'too.many.attempts', data: null },
      });
    });
    await page.clock.install();
    await logIn(page);
    await page.getByText(text.retrying).waitFor();
    await field(page, text.username).fill('another name');
    await page.getByText(text.retrying).waitFor({ state: 'hidden' });
    const made = calls;
    await page.clock.runFor(10_000);
    expect(calls).toBe(made);
    expect(await button(page, text.login).isEnabled()).toBe(true);
  },
  300_000,
);
