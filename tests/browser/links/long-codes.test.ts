import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { importLinks } from '../../../contracts/import.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The longest codes of an import; percent-encoding makes one nine times as long. */
const wide = `${'Wide'.repeat(63)}xyz`;
const chinese = '链'.repeat(255);
const codes = [wide, chinese];

for (const { language, viewport } of [
  { language: 'en', viewport: desktop },
  { language: 'zh', viewport: phone },
] as const) {
  test(`codes of 255 characters fit on each page, and their links can be edited: ${language}`, async () => {
    await using site = await openSetUpSite();
    const rows = codes.map((code, index) =>
      yourlsRow(code, { url: `https://example.com/${index}` }),
    );
    await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
    const text = linksWords[language];
    const visitor = await openAdmin(browser, site, 'list', { language, viewport });
    const { page } = visitor;
    const readWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
    await page.locator('[data-link]').nth(1).waitFor();
    expect(await readWidth()).toBe(viewport.width);

    for (const [index, code] of [chinese, wide].entries()) {
      const link = page.locator('[data-link]').nth(index);
      await link.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      const field = dialog.getByLabel(text.customCode);
      await field.waitFor();
      expect(await field.inputValue()).toBe(code);
      await field.focus();
      await dialog.getByLabel(text.title).fill(`Changed ${index}`);
      await button(page, text.save).click();
      await page.getByText(`Changed ${index}`).first().waitFor({ state: 'attached' });
      await dialog.waitFor({ state: 'hidden' });
    }
    const links = await listAll(site, site.token);
    expect(links.map(({ short_url: code, title }) => [code, title])).toEqual([
      [chinese, 'Changed 0'],
      [wide, 'Changed 1'],
    ]);

    for (const code of codes) {
      await page.goto(new URL(`/admin/links/${encodeURIComponent(code)}`, site.url).href);
      await page.getByRole('note').first().waitFor();
      expect(await readWidth()).toBe(viewport.width);
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      await page.goto(new URL(`/${encodeURIComponent(code)}+`, site.url).href);
      await page.getByText('example.com/').first().waitFor();
      expect(await readWidth()).toBe(viewport.width);
    }
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
