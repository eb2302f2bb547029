import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { drain, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, visitWithBrowser } from './links-steps.ts';
import { button, readClipboard } from '../steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the list says how many clicks are not counted yet', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'visited' }, { short_url: 'quiet' }]);
  for (let visit = 0; visit < 3; visit += 1) await site.fetch('/visited');
  const { page, faults } = await openAdmin(browser, site, 'list');
  const clicks = row(page, 'visited').locator('.links-clicks');
  await clicks.getByText('3 just now', { exact: true }).waitFor();
  const words = '3 just now, not counted yet';
  expect(await clicks.getAttribute('title')).toBe(words);
  await clicks.getByText(words, { exact: true }).waitFor({ state: 'attached' });
  await row(page, 'quiet').getByText('No clicks yet', { exact: true }).waitFor();
  expect(faults).toEqual([]);
}, 300_000);

test.each([desktop, phone])(
  'a row has one number, which names its visitors: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'quiet' }, { short_url: 'visited' }]);
    await visitWithBrowser(browser, site, 'visited', 2);
    await site.fetch('/visited', { headers: { 'User-Agent': 'Googlebot/2.1' } });
    await drain(site);
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport });
    const visited = row(page, 'visited');
    const number = visited.getByTitle('2 by people, 1 by bots and previews', { exact: true });
    await number.waitFor();
    expect(await number.locator('.links-number').textContent()).toBe('3');
    await visited.getByTitle('2 clicks by people in 30 days', { exact: true }).waitFor();
    const quiet = row(page, 'quiet');
    // A card without clicks says so in words, in place of the bars.
    const none = quiet.getByTitle('0 clicks by people in 30 days', { exact: true });
    await none.waitFor({ state: 'attached' });
    const drawing = '.links-line path';
    expect(await visited.locator(drawing).getAttribute('d')).toMatch(/^M\d+ \d+h[^M]+$/);
    expect(await quiet.locator(drawing).getAttribute('d')).toBe('');
    expect(faults).toEqual([]);
  },
  300_000,
);

test.each([desktop, phone])(
  'the list does not wait for its sparklines, and is complete without them: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'first' }, { short_url: 'second' }]);
    const { page } = await openAdmin(browser, site, 'about', { viewport });
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/stats/lines?*', async (route) => {
      await release;
      await route.continue();
    });
    await page.goto('/admin/list');
    const last = row(page, 'first');
    await last.waitFor();
    // The part above the row loads with the name of the site.
    await page.getByText('First steps', { exact: true }).waitFor();
    const before = await last.boundingBox();
    const lines = page.waitForResponse('**/api/stats/lines?*');
    resolve();
    await lines;
    const none = last.getByTitle('0 clicks by people in 30 days', { exact: true });
    await none.waitFor({ state: 'attached' });
    expect(await last.boundingBox()).toEqual(before);
  },
  300_000,
);

test('a phone shows cards with all actions in a menu', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'mine', title: 'My page', ttl_days: 3 }]);
  for (let visit = 0; visit < 2; visit += 1) await site.fetch('/mine');
  const { page, faults } = await openAdmin(browser, site, 'list', { viewport: phone });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = row(page, 'mine');
  await card.getByText('My page').waitFor();
  await card.getByText('Ends in 3 days').waitFor();
  await card.getByText('2 just now', { exact: true }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await card.getByRole('button', { name: 'Copy mine' }).click();
  await page.getByText('Copied mine').waitFor();
  expect(await readClipboard(page)).toBe(`${site.url}mine`);

  const menu = card.getByRole('button', { name: 'Actions for mine' });
  await menu.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual([
    'Edit link',
    'Statistics',
    'Open short link',
    'QR code',
    'Duplicate link',
    'Switch off',
    'Delete link',
  ]);
  await page.getByRole('menuitem', { name: 'Edit link' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Renamed');
  await button(page, 'Save changes').click();
  await card.getByText('Renamed').waitFor();
  expect(faults).toEqual([]);
}, 300_000);
