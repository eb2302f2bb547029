import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import type { getReport, getTopLinks } from '../../../contracts/stats/stats.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { drain, openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import {
  addLinks,
  row,
  visitWithBrowser,
  waitForCodes,
  waitForFocus,
} from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { insertAlerts } from './stats-steps.ts';
import { behaviorLooks, desktop, type Language, launchBrowser, phone } from '../test-browser.ts';
import { statsWords } from './stats-words.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const en = {
  top: 'Top links',
  silent: 'No longer clicked',
  missed: 'Broken links visitors tried',
  alerts: 'Alerts',
  noAlerts: 'No link has unusual traffic.',
  noneSilent: 'Every link clicked in the previous period was clicked in this one, too.',
  nothingBefore: 'There is no data before this period. Choose a shorter period to compare.',
  days: 'The lists below use whole days in UTC.',
  noneSilentSo: 'No link had matching clicks in the previous period, either.',
  noneSo: 'No link had matching clicks in this period.',
  twoClicks: '2 clicks',
  allVisits: 'All visits, unfiltered',
  allPeople: 'All clicks by people, unfiltered',
  create: 'Create this link: sumer-sale',
  spike: 'Spike: 1,240 clicks in a day, usually 35',
  dismissAll: 'Dismiss all',
  germany: 'Germany: 300 clicks',
};

const zh: typeof en = {
  top: '热门链接',
  silent: '不再有人访问',
  missed: '访问过的无效短链接',
  alerts: '异常提醒',
  noAlerts: '没有短链接的访问量出现异常。',
  noneSilent: '上期有人访问的短链接，本期都还有访问。',
  nothingBefore: '没有可以比较的上期数据，请选择较短的时间范围。',
  days: '以下列表按整天（UTC）统计。',
  noneSilentSo: '上期也没有符合条件的访问。',
  noneSo: '这段时间没有符合条件的访问。',
  twoClicks: '2 次',
  allVisits: '全部请求，未经筛选',
  allPeople: '全部真人访问，未经筛选',
  create: '添加该链接：sumer-sale',
  spike: '激增：一天内访问 1,240 次，平时约 35 次',
  dismissAll: '全部忽略',
  germany: '德国：300 次访问',
};

const words: Readonly<Record<Language, typeof en>> = { en, zh };

/** A site with two links, visits to one of them, alerts, and unknown codes. */
async function openSiteWithClicks(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'quiet' }, { short_url: 'spring', title: 'Spring sale' }]);
  await visitWithBrowser(browser, site, 'spring', 2);
  await drain(site);
  await insertAlerts(site, 'spring', 'quiet');
  return site;
}

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`the site's statistics show their lists: ${language}, ${scheme}, ${viewport.width} wide`, async () => {
    await using site = await openSiteWithClicks();
    const text = words[language];
    const visitor = await openAdmin(browser, site, 'stats', look);
    const { page, faults } = visitor;
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await panel(text.top).getByRole('link', { name: 'spring' }).waitFor();
    await panel(text.silent).getByText(text.noneSilent).waitFor();
    await panel(text.alerts).getByText(text.spike).waitFor();
    const missed = panel(text.missed);
    await missed.getByText('31', { exact: false }).first().waitFor();
    // An impossible code is listed as it is, and cannot be created.
    expect(await missed.getByTitle('<b>wp<b>!').count()).toBe(1);
    expect(await missed.locator('li').nth(1).getByRole('link').count()).toBe(0);
    await page.getByText(text.days).waitFor();
    for (const all of [text.allVisits, text.allPeople]) {
      expect(await page.getByText(all).count()).toBe(0);
    }

    await page.goto('/admin/stats?audience=bot');
    await panel(text.top).getByText(text.noneSo).waitFor();
    await panel(text.silent).getByText(text.noneSilentSo).waitFor();
    await missed.getByText(text.allVisits).waitFor();
    await panel(text.alerts).getByText(text.allPeople).waitFor();
    await page.goto('/admin/stats?audience=all&utm_source=none');
    await panel(text.top).getByRole('link', { name: 'spring' }).waitFor();
    await panel(text.top).getByText(text.twoClicks).waitFor();
    await missed.getByRole('link', { name: text.create }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);

    await missed.getByRole('link', { name: text.create }).click();
    const code = page.getByRole('dialog').getByLabel(linksWords[language].customCode);
    await code.waitFor();
    expect(await code.inputValue()).toBe('sumer-sale');
    expect(faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

test("the site's lists refresh after clicks, and send no requests without clicks", async () => {
  await using site = await openSiteWithClicks();
  const { page, faults } = await openAdmin(browser, site, 'about');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/stats\/(links|missed)$/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/admin/stats');
  const top = page.getByRole('region', { name: en.top, exact: true });
  const missed = page.getByRole('region', { name: en.missed, exact: true });
  await top.getByRole('link', { name: 'spring' }).waitFor();
  await missed.getByText('31 times').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(asked.toSorted()).toEqual(['/api/stats/links', '/api/stats/missed']);
  await visitWithBrowser(browser, site, 'sumer-sale', 1);
  await visitWithBrowser(browser, site, 'quiet', 1);
  await top.getByRole('link', { name: 'quiet' }).waitFor();
  await missed.getByText('32 times').waitFor();
  expect(asked.length).toBe(4);
  expect(faults).toEqual([]);
}, 300_000);

test('alerts are dismissed one by one, then all, and stay away', async () => {
  await using site = await openSiteWithClicks();
  const { page, faults } = await openAdmin(browser, site, 'stats');
  const alerts = page.getByRole('region', { name: en.alerts, exact: true });
  const dismiss = (code: string) =>
    alerts.getByRole('button', { name: `Dismiss the alert about ${code}` });
  const answer = page.waitForResponse('**/api/stats/alerts/dismiss');
  await dismiss('spring').click();
  await waitForFocus(dismiss('quiet'));
  await dismiss('spring').waitFor({ state: 'detached' });
  await answer;
  expect(await alerts.getByText(en.dismissAll).count()).toBe(0);
  await page.reload();
  await dismiss('quiet').waitFor();
  expect(await dismiss('spring').count()).toBe(0);
  await dismiss('quiet').click();
  await alerts.getByText(en.noAlerts).waitFor();
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  "lists of links are filtered, and open a link's statistics with the same filters",
  async () => {
    await using site = await openSiteWithClicks();
    await visitWithBrowser(browser, site, 'quiet?utm_source=letter', 1);
    const { page, faults } = await openAdmin(browser, site, 'stats?period=7d');
    const top = page.getByRole('region', { name: en.top, exact: true });
    await top.getByRole('link', { name: 'spring' }).waitFor();
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/stats/links?*utm_source=letter*', async (route) => {
      await release;
      await route.continue();
    });
    const campaigns = page.getByRole('region', { name: statsWords.en.campaigns });
    await campaigns.getByRole('button', { name: /^letter/ }).click();
    await page.waitForURL('**/admin/stats?period=7d&utm_source=letter');
    // Results of the earlier filters are marked as outdated.
    const old = top.locator('[aria-busy=true]');
    await old.getByRole('link', { name: 'spring' }).waitFor();
    const opacity = `getComputedStyle(document.querySelector('section [aria-busy=true]')).opacity`;
    await waitUntil(page, async () => Number(await page.evaluate(opacity)) < 1, true);
    resolve();
    await top.getByRole('link', { name: 'spring' }).waitFor({ state: 'detached' });
    await old.waitFor({ state: 'detached' });
    expect(await top.getByText('1 click').count()).toBe(1);
    // Alerts are about all people, so their links have no filters.
    const alerts = page.getByRole('region', { name: en.alerts, exact: true });
    const alert = alerts.getByRole('link', { name: 'spring' });
    expect(await alert.getAttribute('href')).toBe('/admin/links/spring?period=7d');
    await top.getByRole('link', { name: 'quiet' }).click();
    await page.waitForURL('**/admin/links/quiet?period=7d&utm_source=letter');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'without an earlier period the page shows no comparison',
  async () => {
    await using site = await openSiteWithClicks();
    const { page, faults } = await openAdmin(browser, site, 'about');
    await page.route('**/api/stats/links?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: ReplyOf<typeof getTopLinks> };
      const top = answer.data.top.map((link) => ({ ...link, before: null }));
      await route.fulfill({ response, json: { ...answer, data: { top, silent: null } } });
    });
    for (const search of ['period=7d', 'period=all', 'period=all&browser=Chrome']) {
      await page.goto(`/admin/stats?${search}`);
      const top = page.getByRole('region', { name: en.top, exact: true });
      await top.getByText('2 clicks').waitFor();
      expect(await top.getByText('before').count()).toBe(0);
      await page.getByText(en.nothingBefore).waitFor();
    }
    expect(faults).toEqual([]);
  },
  300_000,
);

for (const viewport of firstInShort([desktop, phone])) {
  test(`the map shows countries and filters by them, ${viewport.width} wide`, async () => {
    await using site = await openSiteWithClicks();
    const { page, faults } = await openAdmin(browser, site, 'about', { viewport });
    const values = [
      { value: 'US', clicks: 900 },
      { value: 'DE', clicks: 300 },
      { value: 'MC', clicks: 1 },
    ];
    await page.route('**/api/stats/report?*', async (route) => {
      // The test's visitors have no country, so a country filter would leave nothing.
      const url = new URL(route.request().url());
      url.searchParams.delete('country');
      const response = await route.fetch({ url: url.href });
      const answer = (await response.json()) as { data: ReplyOf<typeof getReport> };
      const lists = answer.data.lists.filter(({ dimension }) => dimension !== 'country');
      lists.push({ dimension: 'country', values, other: 0, none: 0 });
      const data = { ...answer.data, lists, knows_places: true };
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await page.goto('/admin/stats');
    const map = page.locator('.world-map button');
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.world-map').getByText(en.germany).waitFor();
    expect(await map.getAttribute('aria-label')).toBe(en.germany);
    // Countries that are too small to be drawn are skipped.
    await page.keyboard.press('ArrowRight');
    expect(await map.getAttribute('aria-label')).toStartWith('United States: 900');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/stats?country=US');
    await page.locator('[data-country=DE]').click();
    await page.waitForURL('**/admin/stats?country=DE');
    await page.keyboard.press('Tab');
    expect(await map.evaluate((element) => element.matches(':focus'))).toBe(false);
    expect(faults).toEqual([]);
  }, 300_000);
}

testInAll(
  'a key, a button and a menu item open the statistics of a link',
  async () => {
    await using site = await openSiteWithClicks();
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['spring', 'quiet']);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.waitForURL('**/admin/links/spring');
    await page.goBack();
    await waitForCodes(page, ['spring', 'quiet']);
    await row(page, 'quiet').click();
    await page.waitForURL('**/admin/links/quiet');
    await page.setViewportSize(phone);
    await page.goBack();
    await page.getByRole('button', { name: 'Actions for quiet' }).click();
    await page.getByRole('menuitem', { name: 'Statistics' }).click();
    await page.waitForURL('**/admin/links/quiet');
    expect(faults).toEqual([]);
  },
  300_000,
);
