import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, rows, startSelecting, waitForFocus } from './links-steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { words } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openLong(viewport: typeof desktop) {
  const site = await openSetUpSite();
  const codes = Array.from({ length: 200 }, (_, index) => `code-${index}`);
  await addLinks(
    site,
    codes.map((short_url) => ({ short_url })),
  );
  const visitor = await openAdmin(browser, site, 'list?size=200', { viewport });
  await rows(visitor.page).nth(199).waitFor();
  return { site, visitor };
}

for (const viewport of [desktop, phone]) {
  test(`selecting 200 rows renders only their checkboxes: ${viewport.width} wide`, async () => {
    const { site: opened, visitor } = await openLong(viewport);
    await using _site = opened;
    const { page, faults } = visitor;
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

test('rows far below the window are there for keys, screen readers and the search of the browser', async () => {
  const { site, visitor } = await openLong(desktop);
  await using _site = site;
  const { page, faults } = visitor;
  const last = row(page, 'code-0');
  await rows(page).first().focus();
  for (let press = 0; press < 199; press += 1) await page.keyboard.press('ArrowDown');
  await waitForFocus(last);
  await page.keyboard.press('Space');
  expect(await last.getByRole('checkbox').isChecked()).toBe(true);
  const { y, height } = (await last.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(desktop.height);

  const names = await page.getByRole('grid').ariaSnapshot();
  expect(names).toContain('Copy code-100');
  const isFound = await page.evaluate(`(() => {
    getSelection().removeAllRanges();
    scrollTo(0, 0);
    return find('code-100');
  })()`);
  expect(isFound).toBe(true);
  expect(faults).toEqual([]);
}, 300_000);
