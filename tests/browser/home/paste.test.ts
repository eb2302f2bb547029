import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openHome, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { button, field, readClipboard, writeClipboard } from '../steps.ts';
import { behaviorLanguages, launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const language of behaviorLanguages) {
  test(`paste, Enter, Enter creates and copies a link by keyboard alone: ${language}`, async () => {
    await using site = await openSetUpSite();
    const text = linksWords[language];
    const { page, faults } = await openHome(browser, site, { language });
    const url = field(page, text.longUrl);
    const create = button(page, text.create);
    const hint = page.getByText(text.pasteHint);

    await writeClipboard(page, 'https://example.com/first');
    await waitForFocus(url);
    await page.keyboard.press('Control+V');
    await hint.waitFor();
    await page.keyboard.press('Enter');
    await waitForFocus(button(page, text.copy));
    await page.keyboard.press('Enter');
    await button(page, text.copied).waitFor();
    expect(await readClipboard(page)).toContain(site.url);
    expect(await listAll(site, site.token)).toHaveLength(1);

    // With the focus elsewhere, a paste fills the field and waits for Enter.
    await writeClipboard(page, ' example.com/second\n');
    await page.keyboard.press('Control+V');
    await hint.waitFor();
    expect(await url.inputValue()).toBe('https://example.com/second');
    await waitForFocus(create);
    await page.keyboard.press('Escape');
    await waitForFocus(url);
    expect(await url.inputValue()).toBe('');
    expect(await hint.count()).toBe(0);
    expect(await listAll(site, site.token)).toHaveLength(1);

    // A pasted text that is not a URL stays out of the field until a click on the button.
    await writeClipboard(page, 'milk and eggs');
    await button(page, text.advanced).focus();
    await page.keyboard.press('Control+V');
    expect(await url.inputValue()).toBe('');
    await button(page, text.paste).click();
    await page.getByText(text.urlInvalid).waitFor();
    expect(await url.inputValue()).toBe('milk and eggs');
    await waitForFocus(url);
    await url.fill('');

    await writeClipboard(page, 'https://example.com/third');
    await button(page, text.paste).click();
    await waitForFocus(create);
    await page.keyboard.press('Enter');
    await page.locator('.added').getByText('https://example.com/third').waitFor();
    expect(faults).toEqual([]);
  }, 300_000);
}
