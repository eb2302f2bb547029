import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page, Route } from 'playwright-core';
import { createToken } from '../../../contracts/account.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin, TestSite } from '../../journeys/test-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { addLinks, openHome, row } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { expectToast } from '../message-steps.ts';
import { specWords } from './spec-words.ts';
import { button, field, fillLogin, fillSetUp } from '../steps.ts';
import { languages, launchBrowser, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const reasons = {
  en: {
    unreachable: 'The server can’t be reached',
    database: 'The database can’t be reached right now',
  },
  zh: { unreachable: '无法连接服务器', database: '暂时无法连接数据库' },
} as const;

const body = JSON.stringify({ code: 503, msg: 'storage.unavailable', data: null });
/** Failures of a call other than a refusal. */
const ways: readonly [keyof (typeof reasons)['en'], (route: Route) => Promise<void>][] = [
  ['unreachable', (route) => route.abort()],
  ['database', (route) => route.fulfill({ status: 503, contentType: 'application/json', body })],
];

for (const language of languages) {
  const text = {
    ...adminWords[language],
    ...linksWords[language],
    ...specWords[language],
    changeToken: adminWords[language].changeToken,
  };

  /** Fails a call in each way, and expects the specified sentence with the reason. */
  async function expectSentence(
    page: Page,
    path: string,
    sentence: string,
    act: () => Promise<unknown>,
  ): Promise<void> {
    for (const [reason, fail] of ways) {
      await page.route(path, fail);
      await act();
      const start = /[!！]$/.test(sentence)
        ? sentence
        : `${sentence}${language === 'zh' ? '。' : '.'}`;
      const gap = language === 'zh' ? '' : ' ';
      await expectToast(page, `${start}${gap}${reasons[language][reason]}`);
      await page.unroute(path);
    }
  }

  test(`set-up, login and home say that they failed, and why: ${language}`, async () => {
    await using fresh = await TestSite.open();
    const first = await VisitorPage.open(browser, fresh.url, { language });
    await first.page.goto('/init');
    await button(first.page, text.setUp).waitFor();
    await expectSentence(first.page, '**/api/user/init', text.initFailed, () =>
      fillSetUp(first.page, words[language]),
    );

    await using site = await openSetUpSite();
    const second = await VisitorPage.open(browser, site.url, { language });
    await second.page.goto('/login');
    await button(second.page, text.login).waitFor();
    await expectSentence(second.page, '**/api/login', text.loginFailed, () =>
      fillLogin(second.page, words[language]),
    );

    const { page } = await openHome(browser, site, { language });
    await field(page, text.longUrl).fill('https://example.com/');
    await expectSentence(page, '**/api/shorten_url', text.createFailed, () =>
      button(page, text.create).click(),
    );
  }, 300_000);

  test(`the list says that it failed, and why: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }, { short_url: 'yours' }]);
    const { page } = await openAdmin(browser, site, 'list', { language });
    const dialog = page.getByRole('dialog');
    await row(page, 'mine').waitFor();
    let keyword = 'x';
    await expectSentence(page, '**/api/search', text.queryFailed, async () => {
      // Another keyword sends another request.
      keyword += 'x';
      await page.getByRole('searchbox').fill(keyword);
      await page.getByRole('searchbox').press('Enter');
    });
    await page.goto('/admin/list');
    await row(page, 'mine').waitFor();
    await expectSentence(page, '**/api/delete/url', text.deleteFailed, async () => {
      await row(page, 'mine').focus();
      await page.keyboard.press('Delete');
      await dialog.getByRole('button', { name: text.deleteOne }).click();
    });
    await page.getByRole('checkbox', { name: text.selectAll }).check();
    await expectSentence(page, '**/api/delete/urls', text.deleteFailed, async () => {
      await page.getByRole('button', { name: text.deleteSelected }).click();
      await dialog.getByRole('button', { name: text.deleteTwo }).click();
    });
    await button(page, text.addLink).click();
    await dialog.getByLabel(text.longUrl).fill('https://example.com/');
    await expectSentence(page, '**/api/shorten_url', text.addFailed, () =>
      dialog.getByRole('button', { name: text.addLink }).click(),
    );
  }, 300_000);

  test(`token, password and import say that they failed, and why: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'token', { language });
    const dialog = page.getByRole('dialog');
    await button(page, text.createToken).waitFor();
    await expectSentence(page, '**/api/user/get_token', text.tokenFailed, () => page.reload());
    await button(page, text.retry).click();
    await button(page, text.createToken).waitFor();
    await expectSentence(page, '**/api/user/create_token', text.tokenCreateFailed, () =>
      button(page, text.createToken).click(),
    );
    await site.call(createToken, {}, site.token);
    await page.reload();
    await button(page, text.changeToken).waitFor();
    await expectSentence(page, '**/api/user/change_token', text.tokenChangeFailed, async () => {
      await button(page, text.changeToken).click();
      await dialog.getByRole('button', { name: text.changeToken }).click();
    });

    await page.getByRole('button', { name: admin.username }).click();
    await page.getByRole('menuitem', { name: text.changePassword }).click();
    await dialog.getByLabel(text.oldPassword, { exact: true }).fill(admin.password);
    await dialog.getByLabel(text.newPassword, { exact: true }).fill('battery staple');
    await dialog.getByLabel(text.confirmPassword, { exact: true }).fill('battery staple');
    await expectSentence(page, '**/api/user/change_password', text.passwordFailed, () =>
      dialog.getByRole('button', { name: text.changePassword }).click(),
    );

    await page.goto('/admin/migration');
    const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[]') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.route('**/api/import', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body }),
    );
    await button(page, text.start).click();
    await expectToast(page, text.importFailed);
    await expectToast(page, reasons[language].database);
  }, 300_000);
}

/** Answers of a proxy itself, and the page's message. */
const ofProxies = [
  [413, 'This is too large to send'],
  [429, 'Too many attempts. Please try again later'],
  [502, 'The server can’t be reached'],
  [504, 'The server took too long to answer'],
] as const;

test('an error answer of a proxy is shown with its reason', async () => {
  await using site = await openSetUpSite();
  const { page } = await openHome(browser, site);
  await field(page, words.en.longUrl).fill('https://example.com/');
  for (const [status, reason] of ofProxies) {
    await page.route('**/api/shorten_url', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' }),
    );
    await button(page, words.en.create).click();
    await expectToast(page, `${specWords.en.createFailed}. ${reason}`);
    await page.unroute('**/api/shorten_url');
  }
}, 300_000);

test('a refusal of the server is shown without a second error', async () => {
  await using site = await openSetUpSite();
  const { page } = await VisitorPage.open(browser, site.url);
  await page.goto('/login');
  await field(page, words.en.username).fill(admin.username);
  await page.getByLabel(words.en.password, { exact: true }).fill('a guess');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').getByText(specWords.en.passwordWrong, { exact: true });
  await alert.waitFor();
  expect(await alert.textContent()).toBe(specWords.en.passwordWrong);
}, 300_000);
