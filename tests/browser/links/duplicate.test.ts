import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, tabTo, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const DAY_MS = 24 * 3_600_000;

for (const look of behaviorLooks) {
  const name = `${look.language}, ${look.viewport.width} wide`;
  test(`a link is duplicated with everything but its code and clicks: ${name}`, async () => {
    await using site = await openSetUpSite();
    const long_url = 'https://example.com/spring';
    const same = {
      long_url,
      title: 'Spring',
      description: 'The sale',
      note: 'Ask Ada',
      tags: ['sale', '春季'],
      shows_numbers: 1,
    };
    await addLinks(site, [{ short_url: 'spring', ...same }]);
    await site.fetch('/spring');
    const text = linksWords[look.language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page, faults } = visitor;
    const { keyboard } = page;
    const dialog = page.getByRole('dialog');
    const code = dialog.getByLabel(text.customCode);

    await row(page, 'spring').focus();
    await keyboard.press('d');
    await dialog.getByRole('heading', { name: text.duplicate }).waitFor();
    const url = dialog.getByLabel(text.longUrl);
    await waitForFocus(url);
    expect(await url.inputValue()).toBe(long_url);
    expect(await code.inputValue()).toBe('');
    await page.locator('.tags-pill-name').first().waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    // Without its own code, it would be the same link.
    await keyboard.press('Enter');
    await dialog.getByText(text.codeForCopy).waitFor();
    await waitForFocus(code);
    await keyboard.type('spring-print');
    await tabTo(page, dialog.locator('button[type=submit]'));
    await keyboard.press('Enter');
    await page.getByText(text.added).waitFor();

    const [copy, original] = await listAll(site, site.token);
    expect(copy).toMatchObject({ ...same, short_url: 'spring-print', expires_at: 0 });
    expect(original).toMatchObject({ ...same, short_url: 'spring' });
    expect([copy!.clicks, copy!.pending_clicks]).toEqual([0, 0]);

    // A copy with another long URL needs no code.
    await row(page, 'spring').focus();
    await keyboard.press('d');
    await waitForFocus(url);
    await url.fill('https://example.com/summer');
    await keyboard.press('Enter');
    await row(page, 'spring').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await listAll(site, site.token)).toHaveLength(3);
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll(
  'the copy of an expired link does not expire',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'over', ttl_days: 1 }]);
    const text = linksWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list');
    await page.clock.setFixedTime(Date.now() + 2 * DAY_MS);
    await row(page, 'over').focus();
    await page.keyboard.press('d');
    await page.getByRole('dialog').getByLabel(text.customCode).fill('again');
    await button(page, text.addLink).last().click();
    await page.getByText(text.added).waitFor();
    expect((await listAll(site, site.token))[0]).toMatchObject({
      short_url: 'again',
      expires_at: 0,
    });
    expect(faults).toEqual([]);
  },
  300_000,
);
