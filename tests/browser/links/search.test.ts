import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks, row, rows, waitForCodes, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button } from '../steps.ts';
import { waitUntil } from '../wait.ts';
import { behaviorLanguages, launchBrowser, type VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = linksWords.en;
const samples = [
  { short_url: 'alpha', long_url: 'https://one.example/trains', title: 'Timetable' },
  { short_url: 'alphabet', long_url: 'https://two.example/letters', title: 'Letters of 100%' },
  { short_url: '1e3', long_url: 'https://three.example/alpha', title: '火车时刻表' },
];

/** Searches in a field by its label. */
async function search(page: Page, filter: string, keyword: string): Promise<void> {
  await page.locator('.links-search-filter select').selectOption(filter);
  await page.getByRole('searchbox').fill(keyword);
  await page.getByRole('searchbox').press('Enter');
}

for (const language of behaviorLanguages) {
  test(`an empty search is refused, and one without results says so: ${language}`, async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const text = linksWords[language];
    const { page, faults } = await openAdmin(browser, site, 'list', { language });
    const keyword = page.getByRole('searchbox', { name: text.keyword });
    await keyword.fill('  ');
    await keyword.press('Enter');
    // A message beside the field, and a toast.
    await page.getByRole('search').getByText(text.keywordEmpty).waitFor();
    await page.getByRole('alert').getByText(text.keywordEmpty).waitFor();
    await waitForFocus(keyword);
    expect(await keyword.getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).search).toBe('');

    // No code begins with this text, so matches elsewhere show at once.
    await keyword.fill('letters');
    await page.getByRole('search').getByRole('button', { name: text.search }).click();
    await page.getByText(text.foundElsewhere).waitFor();
    await waitForCodes(page, ['alphabet']);
    await search(page, 'long_url', 'timetable');
    await page.getByRole('heading', { name: text.nothingFound }).waitFor();
    await button(page, text.inTitles).click();
    await waitForCodes(page, ['alpha']);
    await keyword.fill('nothing at all');
    await keyword.press('Enter');
    await button(page, text.showAll).click();
    await waitForCodes(page, ['1e3', 'alphabet', 'alpha']);
    expect(faults).toEqual([]);
  }, 300_000);
}

testInAll(
  'the button works while the pause in typing begins a search',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await page.getByRole('heading', { name: text.firstSteps }).waitFor();
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByRole('search').getByRole('button', { name: text.search }).hover();
    await page.mouse.down();
    await page.getByRole('heading', { name: text.nothingFound }).waitFor();
    await page.mouse.up();
    await page.getByRole('alert').getByText(text.nothingFound).waitFor();
    expect(faults).toEqual([]);
  },
  300_000,
);

test('a search looks in the chosen fields and stands in the address', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, samples);
  const { page, faults } = await openAdmin(browser, site, 'list');
  await waitForCodes(page, ['1e3', 'alphabet', 'alpha']);

  await search(page, 'short_url', 'alpha');
  await waitForCodes(page, ['alpha', 'alphabet']);
  await search(page, 'long_url', 'ALPHA');
  await waitForCodes(page, ['1e3']);
  await search(page, 'title', '100%');
  await waitForCodes(page, ['alphabet']);
  expect(new URL(page.url()).search).toBe('?keyword=100%25&filter=title');
  await page.reload();
  await waitForCodes(page, ['alphabet']);
  expect(await page.getByRole('searchbox').inputValue()).toBe('100%');
  expect(await page.getByLabel(text.searchIn).inputValue()).toBe('title');

  for (const spelling of ['1e3', '1E3+', '1e3/?utm_source=x#top', '%31e3']) {
    await search(page, 'short_url', site.url + spelling);
    await waitForCodes(page, ['1e3']);
    await search(page, 'everywhere', site.url + spelling);
    await waitForCodes(page, ['1e3']);
    await search(page, 'title', '100%');
    await waitForCodes(page, ['alphabet']);
  }
  await search(page, 'short_url', '1e3');
  await waitForCodes(page, ['1e3']);
  expect(new URL(page.url()).search).toBe('?keyword=1e3');
  await page.reload();
  await waitForCodes(page, ['1e3']);
  await page.goBack();
  await waitForCodes(page, ['alphabet']);
  expect(await page.getByRole('searchbox').inputValue()).toBe('100%');

  await button(page, text.reset).click();
  await waitForCodes(page, ['1e3', 'alphabet', 'alpha']);
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByLabel(text.searchIn).inputValue()).toBe('short_url');
  await waitForFocus(page.getByRole('searchbox'));

  await page.goto('/admin/list?filter=nowhere&keyword=alph&page=x&size=7&sort=ip&order=up');
  await waitForCodes(page, ['alpha', 'alphabet']);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a search finds and shows a URL in its readable form',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [
      { short_url: 'idn', long_url: 'https://bücher.example/パス/путь?q=a b', title: 'Äpfel' },
      { short_url: 'fake', long_url: 'https://аррӏе.com/%E2%80%AEa', title: 'Apfelmus' },
      { short_url: 'other', long_url: 'https://one.example/', title: 'Zebra' },
    ]);
    const { page, faults } = await openAdmin(browser, site, 'list');
    for (const keyword of ['bücher', 'パス', 'путь', 'q=a b', 'xn--bcher', '%E3%83%91']) {
      await search(page, 'long_url', keyword);
      await waitForCodes(page, ['idn']);
      const target = row(page, 'idn').getByTitle('https://xn--bcher-kva.example/').first();
      await target.getByText('bücher.example', { exact: true }).waitFor();
      await target.getByText('/パス/путь?q=a%20b', { exact: true }).waitFor();
    }
    await search(page, 'title', 'APFEL');
    await waitForCodes(page, ['fake', 'idn']);
    await row(page, 'fake').getByText('xn--80ak6aa92e.com', { exact: true }).waitFor();
    await row(page, 'fake').getByText('/%E2%80%AEa', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'clearing the search field shows the list again, by any means',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, samples);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const keyword = page.getByRole('searchbox');
    const everything = ['1e3', 'alphabet', 'alpha'];
    await waitForCodes(page, everything);
    const ways: readonly (readonly string[])[] = [
      ['Control+A', 'Backspace'],
      ['Control+A', 'Control+X'],
      ['End', 'Backspace', 'Backspace', 'Backspace', 'Backspace'],
      ['Escape'],
    ];
    for (const keys of ways) {
      await search(page, 'title', '100%');
      await waitForCodes(page, ['alphabet']);
      await keyword.focus();
      for (const key of keys) await page.keyboard.press(key);
      await waitForCodes(page, everything);
      expect(new URL(page.url()).search).toBe('');
      expect(await page.getByLabel(text.searchIn).inputValue()).toBe('short_url');
      await waitForFocus(keyword);
    }

    // A keyword without a search keeps the choice of the field.
    await page.getByLabel(text.searchIn).selectOption('title');
    await keyword.fill('x');
    await keyword.fill('');
    expect(await page.getByLabel(text.searchIn).inputValue()).toBe('title');
    expect(faults).toEqual([]);
  },
  300_000,
);

const codes = Array.from({ length: 203 }, (_, index) => `page-${String(index).padStart(3, '0')}`);

async function openLongList(site: SetUpSite): Promise<VisitorPage> {
  await addLinks(
    site,
    codes.map((short_url) => ({ short_url })),
  );
  const visitor = await openAdmin(browser, site, 'list');
  await waitForCodes(visitor.page, codes.toReversed().slice(0, 10));
  return visitor;
}

testInAll(
  'a page has up to 100 links or results, and a reload stays on it',
  async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openLongList(site);
    await page.getByLabel('Links per page').selectOption('100');
    await waitForCodes(page, codes.toReversed().slice(0, 100));
    await page.getByRole('button', { name: 'Page 3' }).click();
    await waitForCodes(page, codes.toReversed().slice(200));
    expect(new URL(page.url()).search).toBe('?page=3&size=100');
    await page.reload();
    await waitForCodes(page, codes.toReversed().slice(200));

    await search(page, 'long_url', '/page-1');
    await page.getByText('100 links found').waitFor();
    await waitUntil(page, () => rows(page).count(), 100);
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
    expect(faults).toEqual([]);
  },
  300_000,
);

test('a page shows up to 200 results, paging reaches all, and reset returns to size 10', async () => {
  await using site = await openSetUpSite();
  const { page, faults } = await openLongList(site);
  await search(page, 'short_url', 'page-');
  await page.getByText('203 links found').waitFor();
  await waitForCodes(page, codes.slice(0, 200));
  await page.getByRole('button', { name: 'Next page' }).click();
  await waitForCodes(page, codes.slice(200));
  await button(page, text.reset).click();
  await waitForCodes(page, codes.toReversed().slice(0, 10));
  await page.goto('/admin/list?page=99');
  await waitForCodes(page, codes.slice(0, 3).toReversed());
  expect(faults).toEqual([]);
}, 300_000);

test('a search that fails says so, and can be tried again', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, samples);
  const { page } = await openAdmin(browser, site, 'list');
  await page.route('**/api/search', (route) => route.fulfill({ status: 500, body: 'no' }));
  await search(page, 'title', 'Timetable');
  await page.getByRole('heading', { name: text.queryFailed }).waitFor();
  await page.getByRole('alert').getByText(text.queryFailed, { exact: true }).first().waitFor();
  await page.unroute('**/api/search');
  await button(page, 'Try again').click();
  await waitForCodes(page, ['alpha']);
}, 300_000);
