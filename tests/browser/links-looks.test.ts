import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { drain, openSetUpSite } from '../journeys/set-up-site.ts';
import { openAdmin } from './admin-page.ts';
import { addLinks, row, rows, visitWithBrowser } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button, readClipboard } from './steps.ts';
import { desktop, launchBrowser, looks, phone } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

for (const look of looks) {
  const { language, scheme, viewport } = look;
  test(`axe finds nothing wrong with the list and its dialogs: ${language}, ${scheme}, ${viewport.width}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'long', long_url: `https://example.com/${'x'.repeat(2000)}` },
      { short_url: 'named', title: '很长的标题'.repeat(12), ttl_days: 3 },
      { short_url: 'visited' },
    ]);
    for (let visit = 0; visit < 3; visit += 1) await site.fetch('/visited');
    const text = linksWords[language];
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page } = visitor;
    const found: string[] = [];
    const check = async (): Promise<void> => {
      found.push(...(await visitor.findAxeViolations()));
    };
    const dialog = page.getByRole('dialog');
    const shut = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };

    const fresh = language === 'en' ? '3 just now' : '刚刚 3 次';
    await row(page, 'visited').getByText(fresh, { exact: true }).waitFor();
    await check();
    // The page fits the window.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);

    await button(page, text.addLink).click();
    await dialog.getByText(text.other, { exact: true }).click();
    await button(page, text.addLink).last().click();
    await dialog.getByText(text.addEmpty).waitFor();
    await check();
    await shut();
    await rows(page).first().focus();
    await page.keyboard.press('e');
    await dialog.getByText(text.sevenDays).click();
    await check();
    await shut();
    await page.keyboard.press('?');
    await dialog.getByRole('heading', { name: text.keys }).waitFor();
    await check();
    await shut();
    await rows(page).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: text.deleteSelected }).click();
    await dialog.getByRole('button', { name: text.deleteOne }).waitFor();
    await check();
    await shut();
    await page.goto('/admin/list?filter=title&keyword=nothing');
    await page.getByRole('heading', { name: text.nothingFound }).waitFor();
    await check();
    expect(found).toEqual([]);
    expect(visitor.faults).toEqual([]);
  }, 60_000);
}

test('the list says how many clicks are not counted yet', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'visited' }, { short_url: 'quiet' }]);
  for (let visit = 0; visit < 3; visit += 1) await site.fetch('/visited');
  const { page, faults } = await openAdmin(browser, site, 'list');
  const clicks = row(page, 'visited').locator('.links-clicks');
  await clicks.getByText('3 just now', { exact: true }).waitFor();
  const words = '3 just now, not counted yet';
  expect(await clicks.getByTitle(words).count()).toBe(1);
  expect(await clicks.getAttribute('aria-label')).toContain(words);
  await row(page, 'quiet').getByText('No clicks yet', { exact: true }).waitFor();
  expect(faults).toEqual([]);
}, 60_000);

test.each([desktop, phone])(
  'a row has one number, which names its visitors and opens their statistics: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'quiet' }, { short_url: 'visited' }]);
    await visitWithBrowser(browser, site, 'visited', 2);
    await site.fetch('/visited', { headers: { 'User-Agent': 'Googlebot/2.1' } });
    await drain(site);
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport });
    const clicks = row(page, 'visited').locator('.links-clicks');
    const number = clicks.getByTitle('2 by people, 1 by bots and previews', { exact: true });
    await number.waitFor();
    expect(await number.textContent()).toBe('3');
    await clicks.getByTitle('2 clicks by people in 30 days', { exact: true }).waitFor();
    const quiet = row(page, 'quiet').locator('.links-clicks');
    await quiet.getByTitle('0 clicks by people in 30 days', { exact: true }).waitFor();
    expect(await clicks.locator('svg path').getAttribute('d')).toMatch(/^M\d+ \d+h[^M]+$/);
    expect(await quiet.locator('svg path').getAttribute('d')).toBe('');
    await clicks.click();
    await page.waitForURL('**/admin/links/visited');
    expect(faults).toEqual([]);
  },
  60_000,
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
    await last.getByTitle('0 clicks by people in 30 days', { exact: true }).waitFor();
    expect(await last.boundingBox()).toEqual(before);
  },
  60_000,
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
  await card.getByText('2 just now').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await card.getByRole('button', { name: 'Copy mine' }).click();
  await card.getByRole('button', { name: 'Copied mine' }).waitFor();
  expect(await readClipboard(page)).toBe(`${site.url}mine`);

  const menu = card.getByRole('button', { name: 'Actions for mine' });
  await menu.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual([
    'Edit link',
    'Statistics',
    'Open short link',
    'Duplicate link',
    'Switch off',
    'Delete link',
  ]);
  await page.getByRole('menuitem', { name: 'Edit link' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Renamed');
  await button(page, 'Save changes').click();
  await card.getByText('Renamed').waitFor();
  expect(faults).toEqual([]);
}, 60_000);
