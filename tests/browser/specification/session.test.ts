import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { logout } from '../../../contracts/account.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { expectFieldMessage, expectToast } from '../message-steps.ts';
import { specWords } from './spec-words.ts';
import { button, field } from '../steps.ts';
import { behaviorLanguages, launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function readToken(page: Page): Promise<string | null> {
  return page.evaluate("localStorage.getItem('token')");
}

for (const language of behaviorLanguages) {
  const text = { ...words[language], ...adminWords[language], ...specWords[language] };

  test(`an ended login is explained: ${language}`, async () => {
    await using site = await openSetUpSite();
    const expired = await openAdmin(browser, site, 'token', { language });
    await button(expired.page, text.createToken).waitFor();
    const engine = await openTestEngine(site.dataDir);
    await engine.db.updateTable('session').set({ expires_at: 1 }).execute();
    await engine.close();
    await button(expired.page, text.createToken).click();
    await expired.page.waitForURL('**/login');
    await expectToast(expired.page, text.loginExpired);
    expect(await readToken(expired.page)).toBeNull();

    await using other = await openSetUpSite();
    const ended = await openAdmin(browser, other, 'token', { language });
    await button(ended.page, text.createToken).waitFor();
    await other.call(logout, {}, other.token);
    await button(ended.page, text.createToken).click();
    await ended.page.waitForURL('**/login');
    await expectToast(ended.page, text.loginInvalid);
  }, 300_000);

  test(`a stored token that the server refuses does not count as a login: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page } = await VisitorPage.open(browser, site.url, { language });
    await page.goto('/login');
    for (const token of [null, `web-${'a'.repeat(32)}`]) {
      await page.evaluate(
        token === null ? 'localStorage.clear()' : `localStorage.setItem('token', '${token}')`,
      );
      await page.goto('/admin/list');
      await page.waitForURL('**/login');
      await expectToast(page, text.loginFirst);
      expect(await readToken(page)).toBeNull();
    }
    await page.evaluate("localStorage.setItem('token', 'web-invented')");
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: text.login }).waitFor();
    expect(await page.getByRole('link', { name: text.admin }).count()).toBe(0);
  }, 300_000);

  testInAll(
    `a call without an answer fails after 30 s: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const { page } = await VisitorPage.open(browser, site.url, { language });
      // The page's time limit is recorded and shortened; the browser's clock stays unchanged.
      await page.addInitScript(`
      const giveUp = AbortSignal.timeout.bind(AbortSignal);
      window.patience = [];
      AbortSignal.timeout = (ms) => { window.patience.push(ms); return giveUp(ms / 100); };
    `);
      await page.goto('/login');
      await page.route('**/api/login', () => undefined);
      await field(page, text.username).fill('ada');
      await page.getByLabel(text.password, { exact: true }).fill('a password');
      await page.keyboard.press('Enter');
      await expectFieldMessage(page, text.timeout);
      await expectToast(page, text.timeout);
      expect(new Set(await page.evaluate<number[]>('window.patience'))).toEqual(new Set([30_000]));
    },
    300_000,
  );
}

testInAll(
  'a browser of any other language reads English',
  async () => {
    await using site = await openSetUpSite();
    const context = await browser.newContext({ baseURL: site.url, locale: 'fr-FR' });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('heading', { name: specWords.en.heroTitle }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  },
  300_000,
);
