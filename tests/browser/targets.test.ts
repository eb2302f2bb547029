import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createToken } from '../../contracts/account.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { chooseForRun, firstInShort } from '../support/test-run.ts';
import { test } from './browser-test.ts';
import { openAdmin, type SetUpSite } from './admin-page.ts';
import {
  addLinks,
  userAgentOf,
  rows,
  visitWithBrowser,
  waitForFocus,
} from './links/links-steps.ts';
import { linksWords } from './links/links-words.ts';
import { button } from './steps.ts';
import { desktop, launchBrowser, phone, VisitorPage, type Look } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: phone },
];

/**
 * Click targets less than 24 px wide or high. A link within a sentence may have the height of its
 * line.
 */
const findSmall = `(() => {
  const pressable = 'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=option], [role=tab]';
  return [...document.querySelectorAll(pressable)].flatMap((element) => {
    if (element.closest('[inert], .visually-hidden, .skip-link') !== null) return [];
    const { width, height } = element.getBoundingClientRect();
    const { visibility, display } = getComputedStyle(element);
    if (width === 0 || visibility === 'hidden' || element.disabled) return [];
    if (width >= 24 && height >= 24) return [];
    const sentence = element.parentElement.textContent.trim().length - element.textContent.trim().length;
    if (element.matches('a') && display === 'inline' && sentence > 0) return [];
    return [width + 'x' + height + ' ' + element.outerHTML.slice(0, 120)];
  });
})()`;

async function expectLarge(page: Page, where: string): Promise<void> {
  expect([where, await page.evaluate<string[]>(findSmall)]).toEqual([where, []]);
}

async function measureDialogs(page: Page, { language, viewport }: Look): Promise<void> {
  const text = linksWords[language];
  const dialog = page.getByRole('dialog');
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };
  const first = page.locator('[data-link]').first();
  await page.keyboard.press('n');
  await dialog.getByText(text.other, { exact: true }).click();
  await dialog.getByLabel(text.days, { exact: true }).waitFor();
  await expectLarge(page, 'add');
  await close();
  await first.press('Enter');
  await dialog.locator('summary').first().click();
  await expectLarge(page, 'edit');
  await close();
  await first.press('Delete');
  await dialog.getByRole('button', { name: text.deleteOne }).waitFor();
  await expectLarge(page, 'delete');
  await close();
  await first.press('?');
  await dialog.getByRole('checkbox').waitFor();
  await expectLarge(page, 'keys');
  await close();
  await page.keyboard.press('Control+K');
  await dialog.getByRole('option').first().waitFor();
  await expectLarge(page, 'palette');
  await close();
  await page.locator('.shell-account').click();
  await page.getByRole('menuitem').first().waitFor();
  await expectLarge(page, 'account');
  await page.keyboard.press('Escape');
  if (viewport !== phone) return;
  await rows(page).first().locator('[aria-haspopup=menu]').click();
  await page.getByRole('main').getByRole('menuitem').first().waitFor();
  await expectLarge(page, 'card');
  await page.keyboard.press('Escape');
}

async function openList(site: SetUpSite, look: Look): Promise<VisitorPage> {
  await addLinks(
    site,
    Array.from({ length: 12 }, (_, index) => ({ short_url: `code-${index}`, title: 'A title' })),
  );
  await visitWithBrowser(browser, site, 'code-11', 3);
  await site.fetch('/nowhere', { headers: { 'User-Agent': userAgentOf(browser) } });
  await site.call(createToken, {}, site.token);
  return openAdmin(browser, site, 'list', look);
}

for (const look of firstInShort(looks)) {
  test(`no click target is smaller than 24 px: ${look.language}, ${look.viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    const visitor = await openList(site, look);
    const { page } = visitor;
    await rows(page).first().waitFor();
    await expectLarge(page, 'list');
    await measureDialogs(page, look);
    const ready: Readonly<Record<string, string>> = {
      stats: '.stats-chart svg',
      'links/code-11': '.stats-chart svg',
      'links/code-11/settings': '[name=title]',
      'links/code-11/history': '.notice-title',
      setting: 'input[type=checkbox]',
      token: '.token-value',
      migration: 'input[type=file]',
      about: 'h1',
    };
    for (const [name, selector] of chooseForRun([], Object.entries(ready))) {
      await page.goto(`/admin/${name}`);
      await page.locator(selector).first().waitFor({ state: 'attached' });
      await expectLarge(page, name);
    }

    const guest = await VisitorPage.open(browser, site.url, look);
    for (const path of firstInShort(['/code-1+', '/login', '/docs', '/nowhere'])) {
      await guest.page.goto(path);
      await guest.page.locator('h1').waitFor();
      await expectLarge(guest.page, path);
    }
    await page.goto('/');
    const text = linksWords[look.language];
    await waitForFocus(page.getByLabel(text.longUrl));
    await button(page, text.advanced).click();
    await page.getByLabel(text.longUrl).fill('https://example.com/home');
    await page.keyboard.press('Enter');
    await button(page, text.copy).waitFor();
    await expectLarge(page, 'home');
    await page.reload();
    await button(page, text.forgetAll).waitFor();
    await expectLarge(page, 'last links');
    await guest.close();
    await visitor.close();
  }, 300_000);
}
