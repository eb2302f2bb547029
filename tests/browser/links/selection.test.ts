import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, rows, startSelecting } from './links-steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const viewport of [desktop, phone]) {
  test(`selecting 200 rows renders only their checkboxes: ${viewport.width} wide`, async () => {
    await using site = await openSetUpSite();
    const codes = Array.from({ length: 200 }, (_, index) => `code-${index}`);
    await addLinks(
      site,
      codes.map((short_url) => ({ short_url })),
    );
    const { page, faults } = await openAdmin(browser, site, 'list?size=200', { viewport });
    await rows(page).nth(199).waitFor();
    // The sparklines come after the rows. Rendering a row formats its dates, so counting the
    // formats counts renders.
    await page.locator('.links-line svg').nth(199).waitFor({ state: 'attached' });
    // Each rendering of a row formats its instants once more.
    await startSelecting(page);
    await page.evaluate(`(() => {
      const write = Date.prototype.toISOString;
      window.written = 0;
      Date.prototype.toISOString = function () { window.written += 1; return write.call(this); };
    })()`);
    const boxes = page.locator('[data-link]').getByRole('checkbox', { checked: true });
    const all = page.getByRole('checkbox', { name: words.en.selectAll });
    await all.check();
    await waitUntil(page, () => boxes.count(), 200);
    await all.uncheck();
    await waitUntil(page, () => boxes.count(), 0);
    expect(await page.evaluate<number>('window.written')).toBe(0);
    expect(faults).toEqual([]);
  }, 300_000);
}
