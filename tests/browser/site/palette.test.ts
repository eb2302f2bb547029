import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createLink } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { domainWords } from './domains-words.ts';
import { button, writeClipboard } from '../steps.ts';
import { desktop, launchBrowser, phone, type Look } from '../test-browser.ts';
import { waitForValue } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').and(page.locator('[aria-controls=palette-list]')).waitFor();
  await waitForValue(page, "document.activeElement?.getAttribute('aria-controls')", 'palette-list');
}

/** The active option, as the search field announces it to screen readers. */
async function readChosen(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const id = document.activeElement.getAttribute('aria-activedescendant');
    const option = document.getElementById(id);
    return option.getAttribute('aria-selected') === 'true' ? option.textContent : 'not selected';
  })()`);
}

const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: desktop },
  { language: 'zh', scheme: 'light', viewport: phone },
];

for (const look of firstInShort(looks)) {
  test(`the palette opens every page by keyboard alone: ${look.language}, ${look.viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    const text = adminWords[look.language];
    const link = { long_url: 'https://example.com/way/to', short_url: 'hall', title: 'The hall' };
    await site.call(createLink, link, site.token);
    const visitor = await openAdmin(browser, site, 'token', look);
    const { page } = visitor;

    await openPalette(page);
    expect(await readChosen(page)).toBe(text.links);
    expect(await visitor.findAxeViolations()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await readChosen(page)).toBe(text.tags);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await readChosen(page)).toBe(text.logOut);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await openPalette(page);
    await page.keyboard.type(text.settings.slice(0, 3));
    await page.getByRole('option', { name: text.token }).waitFor({ state: 'hidden' });
    expect(await readChosen(page)).toBe(text.settings);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForURL('**/admin/setting');

    const { domains } = domainWords[look.language];
    await openPalette(page);
    await page.keyboard.type(domains);
    await page.getByRole('option', { name: domains }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/domains');

    // Title, code and long URL find the same link.
    for (const keyword of ['the HALL', 'hal', 'way/to']) {
      await openPalette(page);
      await page.keyboard.type(keyword);
      await page.getByRole('option', { name: 'hall' }).waitFor();
      expect(await readChosen(page)).toBe('hallThe hall');
      expect(await visitor.findAxeViolations()).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.waitForURL('**/admin/links/hall');
      await page.getByRole('heading', { name: 'hall' }).waitFor();
    }

    await openPalette(page);
    await page.keyboard.type('nothing is called so');
    await page.getByRole('dialog').getByText(text.nothingFound).waitFor();
    expect(await visitor.findAxeViolations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await openPalette(page);
    await page.keyboard.type(text.logOut);
    await page.getByRole('option', { name: text.logOut }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: text.logOutTitle });
    await dialog.waitFor();
    await waitForValue(page, 'document.activeElement?.textContent', text.cancel);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll(
  'the palette shows only earlier results that still match until the answer comes',
  async () => {
    await using site = await openSetUpSite();
    await site.call(
      createLink,
      { long_url: 'https://example.com/', short_url: 'hall' },
      site.token,
    );
    const visitor = await openAdmin(browser, site, 'token');
    const { page } = visitor;
    const option = page.getByRole('option', { name: 'hall' });
    await openPalette(page);
    await page.keyboard.type('hal');
    await option.waitFor();

    const answer = Promise.withResolvers<void>();
    await page.route('**/api/search', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/search');
    await page.keyboard.type('l');
    await asked;
    expect(await readChosen(page)).toContain('hall');
    await page.keyboard.type('x');
    await option.waitFor({ state: 'hidden' });
    answer.resolve();
    await page.getByRole('dialog').getByText(adminWords.en.nothingFound).waitFor();
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the palette adds a link from the clipboard, or says why it cannot read it',
  async () => {
    await using site = await openSetUpSite();
    const text = adminWords.en;
    const visitor = await openAdmin(browser, site, 'token');
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await writeClipboard(page, ' https://example.com/copied ');
    const choose = async () => {
      await openPalette(page);
      await page.keyboard.type('clipboard');
      await page.getByRole('option', { name: text.fromClipboard }).waitFor();
      await page.keyboard.press('Enter');
    };
    await choose();
    const dialog = page.getByRole('dialog', { name: text.addLink });
    await dialog.waitFor();
    expect(await dialog.getByLabel(text.longUrl).inputValue()).toBe('https://example.com/copied');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.context().clearPermissions();
    await choose();
    await page.getByRole('alert').getByText(text.noClipboard).waitFor();
    await dialog.waitFor();
    expect(await dialog.getByLabel(text.longUrl).inputValue()).toBe('');
    await visitor.close();
  },
  300_000,
);

testInAll(
  'the palette switches theme and language, and adds a link to a typed URL',
  async () => {
    await using site = await openSetUpSite();
    const text = adminWords.en;
    const visitor = await openAdmin(browser, site, 'token');
    const { page } = visitor;
    // Opened by its button, which gets the focus back.
    await button(page, text.search).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: text.links, exact: true }).waitFor();
    await page.keyboard.type('dark');
    await page.getByRole('option', { name: text.links }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await waitForValue(page, 'document.documentElement.dataset.mantineColorScheme', 'dark');
    await waitForValue(page, "document.querySelector('[role=dialog]')", null);
    await waitForValue(page, "document.activeElement?.className.includes('shell-palette')", true);

    await openPalette(page);
    await page.keyboard.type('https://example.com/typed');
    await page.getByRole('option', { name: 'https://example.com/typed' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: text.addLink });
    expect(await dialog.getByLabel(text.longUrl).inputValue()).toBe('https://example.com/typed');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await openPalette(page);
    await page.keyboard.type('中文');
    await page.getByRole('option', { name: '中文' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: adminWords.zh.links, level: 1 }).waitFor();
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  },
  300_000,
);
