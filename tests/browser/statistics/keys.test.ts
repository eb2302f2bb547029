import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, userAgentOf, row, waitForCodes, waitForFocus } from '../links/links-steps.ts';
import { statsWords } from './stats-words.ts';
import { launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = statsWords.en;
/** More than the focus stops between any two related elements. */
const MANY = 60;

/** Presses a key until an element has the focus; each stop must show its focus. */
async function tabTo(page: Page, goal: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MANY; stop += 1) {
    await page.keyboard.press(key);
    expect(await page.evaluate(unseenFocus)).toBeNull();
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`No Tab leads to ${String(goal)}`);
}

/**
 * The focused element, unless its focus is visible. A radio button has the focus in a hidden field
 * and shows it on its label.
 */
const unseenFocus = `(() => {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'nothing has the focus';
  const { labels } = activeElement;
  const seen = [activeElement, activeElement.parentElement, ...(labels ?? [])];
  const shows = (element) => {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return (
      outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && opacity !== '0' && width * height > 1
    );
  };
  // The link of a row shows it around the whole row.
  const around = getComputedStyle(activeElement, '::after');
  if (around.outlineStyle !== 'none' && parseFloat(around.outlineWidth) > 0) return null;
  return seen.some(shows) ? null : activeElement.outerHTML;
})()`;

test('statistics are opened, filtered, saved and closed by keyboard alone', async () => {
  await using site = await openSetUpSite({
    env: { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country' },
  });
  await addLinks(site, [{ short_url: 'spring' }, { short_url: 'summer' }]);
  for (const country of ['DE', 'DE', 'FR']) {
    const headers = { 'user-agent': userAgentOf(browser), 'x-country': country };
    expect((await site.fetch('/spring', { headers })).status).toBe(302);
  }
  const { page, faults } = await openAdmin(browser, site, 'list');
  const { keyboard } = page;
  const people = page.locator('.stats-total').first();
  const country = page
    .getByRole('region', { name: text.places })
    .getByRole('button', { name: 'Germany' });
  await waitForCodes(page, ['summer', 'spring']);

  await keyboard.press('j');
  await keyboard.press('j');
  await waitForFocus(row(page, 'spring'));
  await keyboard.press('s');
  await page.getByRole('heading', { name: text.places }).waitFor();
  await waitUntil(page, () => people.textContent(), '3');
  await page.goBack();
  await waitForCodes(page, ['summer', 'spring']);
  await keyboard.press('j');
  await keyboard.press('j');
  await waitForFocus(row(page, 'spring'));
  await tabTo(page, row(page, 'spring').locator('.links-open'), 'ArrowRight');
  await keyboard.press('Enter');
  await page.waitForURL('**/admin/links/spring');
  await country.waitFor();

  await tabTo(page, page.getByRole('radio', { checked: true }));
  await keyboard.press('ArrowLeft');
  await page.waitForURL('**/admin/links/spring?period=*');
  const chosen = page.url();
  await waitUntil(page, () => people.textContent(), '3');

  await tabTo(page, country);
  await keyboard.press('Enter');
  await page.waitForURL(`${chosen}&country=DE`);
  await waitUntil(page, () => people.textContent(), '2');
  // New results do not take the focus away.
  await waitForFocus(country);
  const chip = page.getByRole('list', { name: text.filters }).getByRole('button').first();
  for (let stop = 0; stop < MANY; stop += 1) {
    if (await chip.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await keyboard.press('Shift+Tab');
    expect(await page.evaluate(unseenFocus)).toBeNull();
  }
  await waitForFocus(chip);
  await keyboard.press('Enter');
  await page.waitForURL(chosen);
  await waitUntil(page, () => people.textContent(), '3');
  await waitForFocus(page.locator('.stats-body'));

  const exportIt = page.getByRole('button', { name: text.exportIt });
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  await tabTo(page, exportIt);
  await keyboard.press('Enter');
  await waitForFocus(page.getByRole('menuitem').first());
  const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toEndWith('.csv');
  await waitForFocus(exportIt);
  expect(faults).toEqual([]);
}, 300_000);
