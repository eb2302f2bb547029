import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { addLinks, row, rows, startSelecting, waitForCodes } from './links-steps.ts';
import { button } from '../steps.ts';
import { desktop, launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = { selectPage: 'Select all links on this page', undo: 'Undo' };

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => ({ short_url: `link-${index}` }));
}

async function openList(site: SetUpSite, count: number, path = 'list', viewport = phone) {
  await addLinks(site, numbered(count));
  const visitor = await openAdmin(browser, site, path, { viewport });
  await rows(visitor.page).first().waitFor();
  return visitor;
}

/** The distance of an element from the top of the window, in pixels. */
async function topOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())!.y;
}

testInAll.each([phone, { ...phone, width: 320 }])(
  'a phone shows six links at once, in rows of three lines, and no tag cut to a letter: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    const tags = ['Print', 'a very long tag of the list'];
    const links = numbered(10).map(({ short_url }) => ({
      short_url,
      title: 'A title',
      tags,
      ttl_days: 2,
    }));
    await addLinks(site, links);
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport });
    await row(page, 'link-9').waitFor();
    const tabs = await topOf(page, '.shell-side');
    const sixth = (await rows(page).nth(5).boundingBox())!;
    expect(sixth.y + sixth.height).toBeLessThanOrEqual(tabs);
    const widths = await page
      .locator('.links-tag')
      .evaluateAll((shown) => shown.map((tag) => tag.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a phone selects by touching rows, in a mode with named actions at the bottom',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openList(site, 3);
    await row(page, 'link-2').waitFor();
    expect(await page.getByRole('grid').getByRole('checkbox').count()).toBe(0);
    await startSelecting(page);
    const bar = page.locator('.links-selected');
    await bar.getByText('0 selected').waitFor();
    expect(await button(page, 'Edit…').isDisabled()).toBe(true);
    await row(page, 'link-2').getByText('example.com').click({ force: true });
    await row(page, 'link-0').click();
    await bar.getByText('2 selected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/list');
    const names = await bar.getByRole('button').allInnerTexts();
    const actions = ['Edit…', 'Print QR codes', 'Statistics', 'Export', 'Delete selected'];
    expect(names).toEqual([...actions, 'Select all 3', 'Clear']);
    const { y, height } = (await bar.boundingBox())!;
    expect(Math.round(y + height)).toBe(phone.height);
    await button(page, 'Delete selected').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 links' }).click();
    await waitForCodes(page, ['link-1']);
    await bar.waitFor({ state: 'detached' });
    await row(page, 'link-1').locator('.links-clicks').click();
    await page.waitForURL('**/admin/links/link-1');
    expect(faults).toEqual([]);
  },
  300_000,
);

test.each(firstInShort([phone, desktop]))(
  'the actions on the selection stay visible: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    const { page, faults } = await openList(site, 40, 'list?size=100', viewport);
    await startSelecting(page);
    await row(page, 'link-39').getByRole('checkbox').check();
    await row(page, 'link-0').scrollIntoViewIfNeeded();
    const bar = page.locator('.links-selected');
    await bar.getByText('1 selected').waitFor();
    const { y, height } = (await bar.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(viewport === phone ? phone.height : 200);
    // The bar does not cover the focused row.
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  },
  300_000,
);

test('Shift selects a range, and "Select all" reaches beyond the page', async () => {
  await using site = await openSetUpSite();
  const { page, faults } = await openList(site, 25, 'list', desktop);
  await row(page, 'link-24').getByRole('checkbox').click();
  await row(page, 'link-21')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  const bar = page.locator('.links-selected');
  await bar.getByText('4 selected').waitFor();
  await page.getByLabel(text.selectPage).check();
  await bar.getByText('10 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 25' }).click();
  await bar.getByText('25 selected').waitFor();
  await bar.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 25 links' }).click();
  await page.getByRole('heading', { name: 'No links yet' }).waitFor();
  expect(await listAll(site, site.token)).toEqual([]);
  await button(page, text.undo).click();
  await row(page, 'link-24').waitFor();
  expect(await listAll(site, site.token)).toHaveLength(25);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'the look of rows can be chosen and is remembered',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openList(site, 2, 'list', desktop);
    const heightOf = async () => (await row(page, 'link-1').boundingBox())!.height;
    const before = await heightOf();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Compact rows' }).check();
    await page.getByRole('checkbox', { name: 'Date' }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await waitForCodes(page, ['link-1', 'link-0']);
    expect(await heightOf()).toBeLessThan(before);
    expect(await row(page, 'link-1').locator('.links-cell-date').isVisible()).toBe(false);
    expect(faults).toEqual([]);
  },
  300_000,
);

test.each(firstInShort([desktop, phone]))(
  'the last week of a link is two clicks away: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    const { page, faults } = await openList(site, 3, 'list', viewport);
    let clicks = 0;
    await row(page, 'link-1').locator('.links-clicks').click();
    clicks += 1;
    await page.waitForURL('**/admin/links/link-1');
    const period = page.getByLabel('Period');
    if (viewport === phone) await period.selectOption('7d');
    else await page.getByText('7 days', { exact: true }).click();
    clicks += 1;
    await page.waitForURL('**/admin/links/link-1?period=7d');
    expect(clicks).toBeLessThanOrEqual(2);
    expect(faults).toEqual([]);
  },
  300_000,
);
