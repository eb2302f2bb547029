import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { admin, TestSite } from '../journeys/test-site.ts';
import { firstInShort } from '../support/test-run.ts';
import { test } from './browser-test.ts';
import { adminWords } from './admin-words.ts';
import { waitForFocus } from './links/links-steps.ts';
import { linksWords } from './links/links-words.ts';
import { expectToast } from './message-steps.ts';
import { specWords } from './specification/spec-words.ts';
import { button, field, fillLogin, fillSetUp } from './steps.ts';
import { launchBrowser, VisitorPage } from './test-browser.ts';
import { words } from './words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = { ...words.en, ...specWords.en, ...adminWords.en, ...linksWords.en };

/** Scripts that prevent storage as browsers do. */
const browsers: readonly [name: string, script: string][] = [
  [
    'blocks storage and cookies',
    `for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() { throw new DOMException('Access is denied', 'SecurityError'); },
      });
    }
    Object.defineProperty(document, 'cookie', {
      get() { throw new DOMException('Access is denied', 'SecurityError'); },
      set() { throw new DOMException('Access is denied', 'SecurityError'); },
    });`,
  ],
  [
    'has no room left',
    `Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };`,
  ],
  [
    'has no storage',
    `for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { value: null });
    }`,
  ],
  ['drops what is stored', 'Storage.prototype.setItem = () => undefined;'],
];

test.each(firstInShort(browsers))(
  'when the browser %s, every page works, and a login lasts until the page closes',
  async (_, script) => {
    await using site = await TestSite.open();
    const visitor = await VisitorPage.open(browser, site.url);
    const { page } = visitor;
    await page.addInitScript(script);

    await page.goto('/');
    await button(page, text.setUp).waitFor();
    await fillSetUp(page, text);
    await page.waitForURL('**/login');
    await page.goto('/docs');
    await page.locator('h1').waitFor();
    await page.goto('/admin/stats?range=7d');
    await expectToast(page, text.loginFirst);
    await page.getByText(text.storesNothing).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    await fillLogin(page, text);
    await page.waitForURL('**/admin/stats?range=7d');
    for (const name of [text.stats, text.migration, text.token, text.settings, text.links]) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.locator('h1').waitFor();
    }
    await button(page, text.addLink).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text.longUrl).fill('https://example.com/');
    await dialog.getByLabel(text.customCode).fill('stored');
    await dialog.getByRole('button', { name: text.addLink }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('[data-link]').waitFor();
    await button(page, text.dark).click();
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');

    await page.getByText(text.otherLanguage).click();
    await button(page, words.zh.addLink).waitFor();
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    await page.getByRole('link', { name: adminWords.zh.settings, exact: true }).click();
    await page.locator('h1').waitFor();
    await page.getByText('English').click();
    await field(page, text.siteName).waitFor();

    await page.getByRole('banner').getByRole('link', { name: text.home, exact: true }).click();
    await button(page, text.create).waitFor();
    await field(page, text.longUrl).fill('https://example.com/2');
    await button(page, text.create).click();
    await button(page, text.copy).waitFor();
    await page.getByRole('link', { name: text.admin, exact: true }).click();
    await page.getByText('example.com/2').first().waitFor();

    await page.reload();
    await page.waitForURL('**/login');
    await waitForFocus(field(page, text.username));
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

test('the token that a login without storage carries to the next page is erased on arrival', async () => {
  await using site = await TestSite.open({
    env: {
      ADMIN_USERNAME: admin.username,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
  const { page } = await VisitorPage.open(browser, site.url);
  await page.addInitScript(browsers[0]![1]);
  await page.goto('/admin/token');
  await button(page, text.login).waitFor();
  await fillLogin(page, text);
  await button(page, text.createToken).waitFor();
  expect(await page.evaluate('window.name')).toBe('');
  // Another site could read `window.name`, and a short link opens one.
  const nameBehind = (path: string) =>
    page.evaluate<string>(`{
      const link = document.createElement('a');
      link.href = ${JSON.stringify(path)};
      document.body.append(link);
      window.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      window.name;
    }`);
  for (const path of ['/code', '/code+', 'https://other.example/admin/', '//other.example/']) {
    expect([path, await nameBehind(path)]).toEqual([path, '']);
  }
  expect(await nameBehind('/admin/list')).toContain('web-');
}, 300_000);

test("a page takes values only from the site's previous page", async () => {
  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url);
  const { page } = visitor;
  await page.goto('/login');
  await button(page, text.login).waitFor();
  // Another site can open a window with any name.
  await page.evaluate(`window.name = 'brisk:[[["user_language","zh"],["token","web-x"]],[]]'`);
  await page.goto('/login');
  await button(page, text.login).waitFor();
  expect(await page.evaluate('[window.name, localStorage.length]')).toEqual(['', 0]);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
}, 300_000);
