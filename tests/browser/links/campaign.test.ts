import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, tabTo, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { looks, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const look of looks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  test(`campaign tags are typed into the long URL, and kept as a preset, by keyboard: ${name}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'old' }]);
    const text = linksWords[look.language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    const { keyboard } = page;
    const dialog = page.getByRole('dialog');
    const url = dialog.getByLabel(text.longUrl);
    const field = (label: string) => dialog.getByRole('combobox', { name: label, exact: true });
    const preset = dialog.getByLabel(text.preset, { exact: true });
    const urlIs = (wanted: string): Promise<void> =>
      waitUntil(page, () => url.inputValue(), wanted);

    await row(page, 'old').waitFor();
    await keyboard.press('n');
    await waitForFocus(url);
    await keyboard.press('Tab');
    await waitForFocus(button(page, text.campaignOpen));
    await keyboard.press('Enter');
    await dialog.getByText(text.urlFirst).waitFor();
    await keyboard.press('Shift+Tab');
    await keyboard.type('example.com/a?id=3&q=夏#top');
    await tabTo(page, field(text.source));
    await keyboard.type('news letter');
    await urlIs('https://example.com/a?id=3&q=夏&utm_source=news%20letter#top');
    await keyboard.press('Tab');
    await keyboard.type('邮件');
    await button(page, text.campaignCount(2)).waitFor();
    const withTags =
      'https://example.com/a?id=3&q=夏&utm_source=news%20letter&utm_medium=%E9%82%AE%E4%BB%B6#top';
    await urlIs(withTags);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    await tabTo(page, dialog.getByLabel(text.presetName));
    await keyboard.type('Weekly');
    await keyboard.press('Enter');
    await waitForFocus(preset);
    expect(await preset.inputValue()).toBe('Weekly');
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);

    // The fields show the tags of the URL, and an emptied field removes its tag.
    await url.fill('https://example.com/b?utm_source=x&utm_campaign=spring&id=4');
    expect(await field(text.campaign).inputValue()).toBe('spring');
    await field(text.source).fill('');
    await urlIs('https://example.com/b?utm_campaign=spring&id=4');
    await preset.selectOption('Weekly');
    await urlIs(
      'https://example.com/b?id=4&utm_source=news%20letter&utm_medium=%E9%82%AE%E4%BB%B6',
    );
    await field(text.campaign).focus();
    await keyboard.press('Enter');
    await page.getByText(text.added).waitFor();
    const [link] = await listAll(site, site.token);
    expect(link!.long_url).toBe(
      'https://example.com/b?id=4&utm_source=news%20letter&utm_medium=%E9%82%AE%E4%BB%B6',
    );

    // Presets survive a reload, and can be deleted one by one.
    await page.reload();
    await row(page, 'old').focus();
    await keyboard.press('Enter');
    await button(page, text.campaignOpen).click();
    await preset.selectOption('Weekly');
    await tabTo(page, button(page, text.deletePreset));
    await keyboard.press('Enter');
    await waitForFocus(dialog.getByLabel(text.presetName));
    expect(await preset.count()).toBe(0);
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}
