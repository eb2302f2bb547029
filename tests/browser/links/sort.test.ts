import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, openTools, waitForCodes } from './links-steps.ts';
import { button } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const samples = [
  { short_url: 'b', long_url: 'https://c.example/', title: 'a', ttl_days: 3 },
  { short_url: 'c', long_url: 'https://a.example/', title: 'B' },
  { short_url: 'a', long_url: 'https://b.example/', title: 'c', ttl_days: 1 },
];

/** The columns with their announced sort order. */
async function readSorts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('th[aria-sort]')].map(
    (th) => th.textContent + ' ' + th.getAttribute('aria-sort'))`);
}

test('every column sorts on the server: ascending, descending, then newest first', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, samples);
  const { page, faults } = await openAdmin(browser, site, 'list');
  const sortBy = async (name: string): Promise<void> =>
    page.getByRole('columnheader').getByRole('button', { name, exact: true }).click();
  const chooseOrder = async (column: string): Promise<void> => {
    await page.getByLabel('Sort by').selectOption(column);
  };
  await waitForCodes(page, ['a', 'c', 'b']);
  expect(await readSorts(page)).toEqual(['Created descending']);

  await sortBy('Created');
  await waitForCodes(page, ['b', 'c', 'a']);
  expect(await readSorts(page)).toEqual(['Created ascending']);
  await sortBy('Created');
  await waitForCodes(page, ['a', 'c', 'b']);
  expect(await readSorts(page)).toEqual(['Created descending']);
  expect(new URL(page.url()).search).toBe('');

  await chooseOrder('short_url');
  await waitForCodes(page, ['a', 'b', 'c']);
  expect(await readSorts(page)).toEqual(['Link ascending']);
  await button(page, 'Ascending. Press for descending.').click();
  await waitForCodes(page, ['c', 'b', 'a']);
  expect(await readSorts(page)).toEqual(['Link descending']);
  await chooseOrder('long_url');
  await waitForCodes(page, ['c', 'a', 'b']);
  await chooseOrder('title');
  await waitForCodes(page, ['b', 'c', 'a']);
  expect(new URL(page.url()).search).toBe('?sort=title&order=asc');
  await page.reload();
  await waitForCodes(page, ['b', 'c', 'a']);
  expect(await readSorts(page)).toEqual(['Link ascending']);
  for (const [name, column] of [
    ['Clicks', 'clicks'],
    ['Updated', 'updated_at'],
  ] as const) {
    const answer = page.waitForResponse(/\/api\/urls\?/);
    await chooseOrder(column);
    expect(new URL((await answer).url()).searchParams.get('sort')).toBe(column);
    await page.locator(`th[aria-sort=descending]`, { hasText: name }).waitFor();
  }

  // Starting and ending a search keeps the order.
  await page.goto('/admin/list?keyword=example&filter=long_url&sort=short_url&order=asc');
  await waitForCodes(page, ['a', 'b', 'c']);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'each header names what stands under it: the date is the one of the order',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list?sort=expires_at&order=desc');
    await waitForCodes(page, ['b', 'a', 'c']);
    const headers = await page.getByRole('columnheader').allTextContents();
    expect(headers.slice(1)).toEqual(['Link', 'Last 30 days', 'Clicks', 'Expires', 'Actions']);
    const dates = page.locator('tbody .links-cell-date');
    expect(await dates.allTextContents()).toEqual(['in 3 days', 'in 1 day', 'No expiration']);
    // Headers and cells have the same edges.
    const edges = (row: string) =>
      page.locator(`${row} > *`).evaluateAll((cells) =>
        cells.map((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return [left, right];
        }),
      );
    expect(await edges('tbody > tr:first-child')).toEqual(await edges('thead > tr'));
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a phone sorts its cards by a list of columns',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport: phone });
    await waitForCodes(page, ['a', 'c', 'b']);
    await openTools(page);
    await page.getByLabel('Sort by').selectOption('title');
    await waitForCodes(page, ['b', 'c', 'a']);
    await page.getByRole('button', { name: /^Ascending/ }).click();
    await waitForCodes(page, ['a', 'c', 'b']);
    await page.getByLabel('Sort by').selectOption('long_url');
    await waitForCodes(page, ['c', 'a', 'b']);
    await page.getByLabel('Sort by').selectOption('');
    await waitForCodes(page, ['a', 'c', 'b']);
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  },
  300_000,
);
