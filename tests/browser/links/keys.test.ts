import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, tabTo, waitForCodes, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button, readClipboard } from '../steps.ts';
import { launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linksWords.en;
const samples = [{ short_url: 'one' }, { short_url: 'two' }, { short_url: 'three' }];

test('the list works by keyboard alone', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, samples);
  const { page, faults } = await openAdmin(browser, site, 'list');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await waitForCodes(page, ['three', 'two', 'one']);
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');

  await keyboard.press('j');
  await waitForFocus(row(page, 'three'));
  await keyboard.press('ArrowDown');
  await keyboard.press('j');
  await keyboard.press('j');
  await waitForFocus(row(page, 'one'));
  await keyboard.press('k');
  await keyboard.press('c');
  await page.getByText('Copied two').waitFor();
  expect(await readClipboard(page)).toBe(`${site.url}two`);

  await keyboard.press('Enter');
  await dialog.getByRole('heading', { name: text.editLink }).waitFor();
  // In a field, letters are text.
  await dialog.getByLabel(text.title).fill('');
  await dialog.getByLabel(text.title).press('j');
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await row(page, 'two').getByText('j', { exact: true }).waitFor();
  await waitForFocus(row(page, 'two'));

  await keyboard.press('Space');
  await keyboard.press('ArrowUp');
  await keyboard.press('x');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  // The bar of the selection covers the other headers.
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowRight');
  await waitForFocus(page.getByLabel(text.selectAll));
  await keyboard.press('ArrowDown');
  await waitForFocus(row(page, 'three'));
  await keyboard.press('Delete');
  await dialog.getByRole('button', { name: text.deleteTwo }).waitFor();
  await keyboard.press('Escape');
  await waitForFocus(row(page, 'three'));
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Backspace');
  await dialog.getByRole('heading', { name: 'Delete one?' }).waitFor();
  await waitForFocus(dialog);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await waitForCodes(page, ['three', 'two']);
  await keyboard.press('u');
  await waitForCodes(page, ['three', 'two', 'one']);
  await waitForFocus(row(page, 'one'));

  await keyboard.press('/');
  await waitForFocus(page.getByRole('searchbox'));
  await keyboard.type('tw');
  await keyboard.press('Enter');
  await waitForCodes(page, ['two']);
  await page.getByRole('searchbox').blur();
  await keyboard.press('n');
  await dialog.getByRole('heading', { name: text.addLink }).waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a dialog lists the keys, and single-letter keys can be switched off',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['three', 'two', 'one']);
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('?');
    await dialog.getByRole('heading', { name: text.keys }).waitFor();
    expect(await dialog.getByRole('term').allTextContents()).toEqual([
      '↓J',
      '↑K',
      '→←',
      'EnterE',
      'S',
      'C',
      'Q',
      'D',
      'SpaceX',
      'Del⌫',
      'U',
      '/',
      'N',
      '?',
    ]);
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.reload();
    await waitForCodes(page, ['three', 'two', 'one']);
    for (const letter of ['j', 'n', '?']) await page.keyboard.press(letter);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    expect(await dialog.count()).toBe(0);
    // Tab still goes to the first row, and arrows move on.
    await row(page, 'three').focus();
    await page.keyboard.press('ArrowDown');
    await waitForFocus(row(page, 'two'));
    await button(page, text.keys).click();
    await dialog.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('j');
    await waitForFocus(row(page, 'three'));
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'Tab stops once at the list: arrow keys reach each row, control and column header',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [...samples, { short_url: 'four', title: 'The fourth', tags: ['print'] }]);
    const visitor = await openAdmin(browser, site, 'list');
    const { page, faults } = visitor;
    const { keyboard } = page;
    await waitForCodes(page, ['four', 'three', 'two', 'one']);
    const four = row(page, 'four');
    await tabTo(page, four);
    expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    const title = four.getByRole('link', { name: 'The fourth' });
    await tabTo(page, title, 'ArrowRight');
    await keyboard.press('ArrowLeft');
    await waitForFocus(four.getByRole('button', { name: 'print' }));
    await tabTo(page, four.locator('[aria-haspopup=menu]'), 'ArrowRight');
    await keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await keyboard.press('Escape');
    await waitForFocus(four.locator('[aria-haspopup=menu]'));
    await keyboard.press('ArrowDown');
    await waitForFocus(row(page, 'three'));
    await keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    const all = page.getByRole('checkbox', { name: text.selectAll });
    await waitForFocus(all);
    await keyboard.press('Space');
    await page.getByText('4 selected').first().waitFor();
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await page.waitForURL('**/admin/list?sort=clicks');

    await row(page, 'four').focus();
    await tabTo(page, title, 'ArrowRight');
    await keyboard.press('Enter');
    await page.waitForURL('**/admin/links/four');
    expect(faults).toEqual([]);
  },
  300_000,
);
