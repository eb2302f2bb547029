import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const restored = {
  en: { note: 'What you typed last time is still here.', drop: 'Start over' },
  zh: { note: '已恢复上次未保存的内容。', drop: '重新填写' },
} as const;

for (const look of behaviorLooks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  test(`Esc and a click outside a dialog keep its input: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine', title: 'Mine' }]);
    const text = linksWords[look.language];
    const { note, drop } = restored[look.language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    const dialog = page.getByRole('dialog');
    const url = dialog.getByLabel(text.longUrl);
    const code = dialog.getByLabel(text.customCode);
    const title = dialog.getByLabel(text.title);
    const closed = (): Promise<void> => dialog.waitFor({ state: 'hidden' });

    await row(page, 'mine').waitFor();
    await page.keyboard.press('n');
    await waitForFocus(url);
    await page.keyboard.type('https://example.com/draft');
    await code.fill('drafted');
    await page.keyboard.press('Escape');
    await closed();
    await page.keyboard.press('n');
    await dialog.getByText(note).waitFor();
    expect(await url.inputValue()).toBe('https://example.com/draft');
    expect(await code.inputValue()).toBe('drafted');
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    await dialog.getByText(text.more, { exact: true }).click();
    await dialog.getByLabel(text.description).fill('About it');
    await page.mouse.click(5, 5);
    await closed();

    // Each dialog has its own draft, and an untouched one has none.
    await row(page, 'mine').focus();
    await page.keyboard.press('Enter');
    await waitForFocus(url);
    expect(await dialog.getByText(note).count()).toBe(0);
    await title.fill('Mine and yours');
    await page.keyboard.press('Escape');
    await closed();
    await row(page, 'mine').focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(note).waitFor();
    expect(await title.inputValue()).toBe('Mine and yours');
    await dialog.getByRole('button', { name: drop }).click();
    await waitForFocus(url);
    expect(await title.inputValue()).toBe('Mine');
    await page.keyboard.press('Escape');
    await closed();
    await row(page, 'mine').focus();
    await page.keyboard.press('Enter');
    await waitForFocus(url);
    expect(await dialog.getByText(note).count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed();

    // Saved input is not a draft.
    await page.keyboard.press('n');
    await dialog.getByText(note).waitFor();
    expect(await dialog.getByLabel(text.description).inputValue()).toBe('About it');
    await dialog.getByRole('button', { name: text.addLink }).click();
    await row(page, 'drafted').waitFor();
    expect((await listAll(site, site.token))[0]).toMatchObject({ description: 'About it' });
    await page.keyboard.press('n');
    await waitForFocus(url);
    expect(await url.inputValue()).toBe('');
    expect(await dialog.getByText(note).count()).toBe(0);
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
