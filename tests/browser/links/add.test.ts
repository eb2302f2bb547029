import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { setOption } from '../../../contracts/site.ts';
import { createToken } from '../../../contracts/account.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, waitForCodes, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linksWords.en;

test("the page's title is filled in on blur of the long URL, and never replaces a typed title", async () => {
  const asked: string[] = [];
  await using site = await openSetUpSite({
    pageTitles: {
      fetch: (url) => {
        asked.push(url);
        return Promise.resolve({ title: `Title of ${url}`, description: '' });
      },
      close: () => undefined,
    },
  });
  const { page, faults } = await openAdmin(browser, site, 'list?new=1&url=example.com/a');
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabel(text.longUrl);
  const title = dialog.getByLabel(text.title);
  const titleComes = async (leave: () => Promise<void>): Promise<void> => {
    const answer = page.waitForResponse('**/api/get_url_metadata');
    await leave();
    await answer;
  };
  await waitForFocus(url);
  await titleComes(() => url.blur());
  await url.fill('https://example.com/b');
  await titleComes(() => title.focus());
  // A cleared title is filled again for another URL.
  await title.fill('');
  await url.focus();
  await title.focus();
  expect(await title.inputValue()).toBe('');
  await url.fill('https://example.com/b2');
  await titleComes(() => title.focus());
  await waitUntil(page, () => title.inputValue(), 'Title of https://example.com/b2');
  await title.fill('My own');
  await url.fill('https://example.com/c');
  await button(page, text.addLink).last().click();
  await page.getByText(text.added).waitFor();
  const [link] = await listAll(site, site.token);
  expect([link!.title, link!.long_url]).toEqual(['My own', 'https://example.com/c']);
  expect(asked).toEqual(['a', 'b', 'b2'].map((path) => `https://example.com/${path}`));
  // The address has lost its parameters, so a reload opens no dialog.
  expect(new URL(page.url()).search).toBe('');
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'the address of the dialog can carry the code of a new link',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openAdmin(browser, site, 'list?new=1&code=sumer-sale');
    const dialog = page.getByRole('dialog');
    await waitForFocus(dialog.getByLabel(text.longUrl));
    expect(await dialog.getByLabel(text.customCode).inputValue()).toBe('sumer-sale');
    await dialog.getByLabel(text.longUrl).fill('https://example.com/summer-sale');
    await button(page, text.addLink).last().click();
    await row(page, 'sumer-sale').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  },
  300_000,
);

test('the dialog shows the existing short link of a long URL', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [
    { short_url: 'first', long_url: 'https://example.com/same' },
    ...Array.from({ length: 10 }, (_, index) => ({ short_url: `later-${index}` })),
  ]);
  const { page, faults } = await openAdmin(browser, site, 'list');
  await button(page, text.addLink).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.longUrl).fill('https://example.com/same');
  await button(page, text.addLink).last().click();
  await page.getByText('This long URL already has a short link: first').waitFor();
  await waitForCodes(page, ['first']);
  expect(await page.getByText(text.added).count()).toBe(0);

  await button(page, text.addLink).click();
  await dialog.getByLabel(text.longUrl).fill('https://example.com/another');
  await button(page, text.addLink).last().click();
  await page.getByText(text.added).waitFor();
  await row(page, 'later-9').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'the first steps follow the site, can be completed or dismissed, and do not come back',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport: phone });
    const steps = page.getByRole('region', { name: text.firstSteps });
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
    await steps.waitFor();
    expect(await steps.getByRole('listitem').allTextContents()).toEqual([
      'To do:Name your site',
      'To do:Create your first link',
      'Import linksoptional',
      'Get an API tokenoptional',
    ]);
    const pageOf = (name: string) => step(name).getByRole('link').getAttribute('href');
    expect(await pageOf('Name')).toBe('/admin/setting');
    expect(await pageOf('Import')).toBe('/admin/migration');
    expect(await pageOf('API')).toBe('/admin/token');

    await steps.getByRole('button', { name: 'Create your first link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text.longUrl).fill('https://example.com/');
    await button(page, text.addLink).last().click();
    await step('first link').getByText('Done:').waitFor();
    await site.call(createToken, {}, site.token);
    await step('Import').getByRole('checkbox').check();
    await page.reload();
    await step('API').getByText('Done:').waitFor();
    expect(await step('Import').getByRole('checkbox').isChecked()).toBe(true);

    const value = JSON.stringify({ title: 'Named' });
    await site.call(setOption, { key: 'site_info', value }, site.token);
    await page.reload();
    await page.locator('[data-link]').waitFor();
    await steps.waitFor({ state: 'hidden' });

    // Another browser sees a site that already has a link.
    const second = await openAdmin(browser, site, 'list');
    await second.page.getByText('Click a short link to copy it').waitFor();
    expect(await second.page.getByText(text.firstSteps).count()).toBe(0);
    expect([...faults, ...second.faults]).toEqual([]);
  },
  300_000,
);

test('dismissed first steps and notes stay away', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'mine' }]);
  const { page, faults } = await openAdmin(browser, site, 'list');
  const notes = page.getByText('Click a short link to copy it');
  await button(page, 'Hide').click();
  await notes.waitFor();
  await button(page, 'Hide these tips').click();
  await notes.waitFor({ state: 'hidden' });
  await page.reload();
  await row(page, 'mine').waitFor();
  expect(await notes.count()).toBe(0);
  expect(await page.getByText(text.firstSteps).count()).toBe(0);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a site with 20 links has no first steps',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(
      site,
      Array.from({ length: 20 }, (_, index) => ({ short_url: `link-${index}` })),
    );
    const { page, faults } = await openAdmin(browser, site, 'list');
    await page.getByText('Click a short link to copy it').waitFor();
    expect(await page.getByText(text.firstSteps).count()).toBe(0);
    expect(faults).toEqual([]);
  },
  300_000,
);
