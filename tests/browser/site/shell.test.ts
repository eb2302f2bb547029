import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { VERSION } from '../../../server/version.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { admin, TestSite } from '../../journeys/test-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { domainWords } from './domains-words.ts';
import { textsOf } from '../looks/texts.ts';
import { statsWords } from '../statistics/stats-words.ts';
import { field } from '../steps.ts';
import { behaviorLooks, desktop, launchBrowser, phone, VisitorPage } from '../test-browser.ts';
import { waitForScript } from '../wait.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Expects these names in one line each, and "More", in the bar of a phone. */
async function expectTabs(page: Page, names: readonly string[]): Promise<void> {
  const labels = page.locator('.shell-menu .shell-menu-label');
  expect((await labels.allTextContents()).slice(0, -1)).toEqual([...names]);
  for (const label of await labels.all()) {
    expect((await label.boundingBox())!.height).toBeLessThan(20);
    const isCut = await label.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isCut).toBe(false);
  }
}

const names = 'list tags bin stats migration setting domains people audit token about'.split(' ');

for (const look of behaviorLooks) {
  test(`the admin frame shows each of its pages: ${look.language}, ${look.viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    const text = adminWords[look.language];
    const t = textsOf(look.language);
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page } = visitor;
    const items = page.locator('.shell-menu').getByRole('link');
    const titles = [
      text.links,
      text.tags,
      text.bin,
      text.stats,
      text.migration,
      text.settings,
      domainWords[look.language].domains,
      t('people.title'),
      t('audit.title'),
      text.token,
      text.about,
    ];
    // Only the Chinese menu has the page about Brisk.
    const inMenu = titles.slice(0, look.language === 'zh' ? 11 : 10);
    if (look.viewport === phone) {
      await expectTabs(page, [text.links, text.bin, text.stats, text.settingsTab]);
      await page.getByRole('button', { name: text.more, exact: true }).click();
      const more = page.getByRole('menuitem');
      await more.first().waitFor();
      const { domains } = domainWords[look.language];
      const people = [t('people.title'), t('audit.title')];
      const named = [text.tags, text.migration, domains, ...people, text.token, text.about];
      expect(await more.allTextContents()).toEqual(named.filter((name) => inMenu.includes(name)));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/tags');
    } else expect(await items.allTextContents()).toEqual(inMenu);

    for (const [index, name] of names.entries()) {
      await page.goto(`/admin/${name}`);
      await page.getByRole('heading', { name: titles[index]!, level: 1 }).waitFor();
      const current = page.locator('.shell-menu [aria-current]');
      expect(await current.count()).toBe(index < inMenu.length ? 1 : 0);
      // The live stream keeps the network busy.
      if (name === 'stats') {
        await page.getByRole('heading', { name: statsWords[look.language].empty }).waitFor();
      } else await page.waitForLoadState('networkidle');
    }
    if (look.viewport.width > 1000) {
      await page.getByText(`v${VERSION}`, { exact: true }).waitFor();
      const docs = page.getByRole('banner').getByRole('link', { name: /API|接口/ });
      expect([await docs.getAttribute('href'), await docs.getAttribute('target')]).toEqual([
        '/docs',
        '_blank',
      ]);
    }
    for (const path of ['/admin', '/admin/', '/admin/nothing', '/admin/list/more']) {
      await page.goto(path);
      await page.getByRole('heading', { name: text.links, level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/list');
    }
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

test('the account menu works by keyboard', async () => {
  await using site = await openSetUpSite();
  const text = adminWords.en;
  for (const viewport of firstInShort([phone, desktop])) {
    const { page } = await openAdmin(browser, site, 'token', { viewport });
    await page.getByRole('button', { name: admin.username }).focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    // On a phone it also holds the links that do not fit into the bar.
    const count = viewport === phone ? 7 : 3;
    expect(await items.count()).toBe(count);
    for (let steps = 1; steps < count; steps += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: text.logOutTitle });
    await dialog.getByRole('button', { name: text.cancel }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
  }
}, 300_000);

testInAll(
  'the account menu works although the password dialog cannot be loaded',
  async () => {
    await using site = await openSetUpSite();
    const text = adminWords.en;
    const { page } = await openAdmin(browser, site, 'token');
    await page.clock.install();
    await page.reload();
    await page.route('**/change-password-form*.js', (route) => route.abort());
    const script = page.waitForRequest('**/change-password-form*.js');
    await page.getByRole('button', { name: admin.username }).click();
    await waitForScript(page, (await script).url());
    // React shows a failure up to 300 ms later.
    await page.clock.runFor(1000);
    await page.getByRole('menuitem', { name: words.en.logOut }).click();
    await page.getByRole('dialog', { name: text.logOutTitle }).waitFor();
  },
  300_000,
);

testInAll(
  'navigation between the admin area and the public pages loads a new document',
  async () => {
    await using site = await openSetUpSite();
    const { page } = await openAdmin(browser, site, 'token');
    await page.evaluate('window.marker = 1');
    await page.getByRole('banner').getByRole('link', { name: 'Brisk' }).click();
    await page.getByRole('button', { name: words.en.create }).waitFor();
    expect(await page.evaluate('typeof window.marker')).toBe('undefined');
  },
  300_000,
);

test('a visitor without a login reads the reason on the login page', async () => {
  await using site = await openSetUpSite();
  const { page } = await VisitorPage.open(browser, site.url);
  await page.goto('/admin/setting');
  await page.waitForURL('**/login');
  await page.getByRole('alert').getByText('Please log in first').waitFor();
}, 300_000);

test('switching the language keeps half-filled forms, but never a password', async () => {
  await using fresh = await TestSite.open();
  const { page } = await VisitorPage.open(browser, fresh.url);
  const { en, zh } = words;
  await page.goto('/init');
  await field(page, en.username).fill('ada');
  await field(page, en.email).fill('ada@exam');
  await page.getByLabel(en.password, { exact: true }).fill(admin.password);
  await page.getByText('中文', { exact: true }).click();
  await field(page, zh.username).waitFor();
  expect(await field(page, zh.username).inputValue()).toBe('ada');
  expect(await field(page, zh.email).inputValue()).toBe('ada@exam');
  expect(await page.getByLabel(zh.password, { exact: true }).inputValue()).toBe('');

  await using site = await openSetUpSite();
  const visitor = await VisitorPage.open(browser, site.url, { language: 'zh' });
  const elsewhere = visitor.page;
  await elsewhere.goto('/login');
  await field(elsewhere, zh.username).fill('ad');
  await elsewhere.getByLabel(zh.password, { exact: true }).fill(admin.password);
  await elsewhere.getByText('English', { exact: true }).click();
  await field(elsewhere, en.username).waitFor();
  expect(await field(elsewhere, en.username).inputValue()).toBe('ad');
  expect(await elsewhere.getByLabel(en.password, { exact: true }).inputValue()).toBe('');
  expect(await elsewhere.evaluate('JSON.stringify(sessionStorage)')).not.toContain(admin.password);

  // The kept input lasts for one reload only.
  await elsewhere.reload();
  await field(elsewhere, en.username).waitFor();
  expect(await field(elsewhere, en.username).inputValue()).toBe('');
}, 300_000);
