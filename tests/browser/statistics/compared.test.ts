import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { addDomain } from '../../../contracts/domains.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { test } from '../browser-test.ts';
import { addLinks } from '../links/links-steps.ts';
import { behaviorLooks, launchBrowser, phone } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';
import { readSearch, row, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';

const GO = 'go.example';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Two links with a tag and three clicks, one of them on another domain, and one without. */
async function openTaggedSite(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  await site.call(addDomain, { host: GO }, site.token);
  await addLinks(site, [
    { short_url: 'spring', tags: ['Sale', 'garden'] },
    { short_url: 'summer', tags: ['sale'], domain: GO },
    { short_url: 'other' },
  ]);
  await visit(site, 'spring', [{ agent: 'chrome' }, { agent: 'chrome' }]);
  await visit(site, 'summer', [{ agent: 'chrome' }], GO);
  await visit(site, 'other', [{ agent: 'chrome' }]);
  return site;
}

function choose(page: Page, field: string, label: string) {
  return page.getByLabel(field, { exact: true }).selectOption({ label });
}

async function chooseTag(page: Page, name: string, tag: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: tag }).click();
}

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`a tag takes one step, and last week beside the week before takes two: ${language}, ${scheme}, ${viewport.width}`, async () => {
    await using site = await openTaggedSite();
    const text = statsWords[language];
    const visitor = await openAdmin(browser, site, 'stats', look);
    const { page } = visitor;
    const top = page.getByRole('region', { name: text.top }).locator('.site-list-code');
    await waitForTotal(page, text.people, '4');
    await chooseTag(page, text.chooseTag, 'Sale');
    await waitForTotal(page, text.people, '3');
    await waitUntil(page, () => top.count(), 2);
    await chooseTag(page, text.chooseTag, 'garden');
    await waitForTotal(page, text.people, '2');
    expect(readSearch(page)).toEqual({ tag: 'Sale,garden' });
    const chips = page.getByRole('list', { name: text.filters });
    await chips.getByRole('button', { name: 'garden' }).click();
    await waitForTotal(page, text.people, '3');
    await choose(page, text.chooseDomain, GO);
    await waitForTotal(page, text.people, '1');
    expect(readSearch(page)).toEqual({ tag: 'Sale', domain: GO });

    if (viewport === phone) await choose(page, text.period, text.week7);
    else await page.getByText(text.week7, { exact: true }).click();
    await choose(page, text.compare, text.comparePeriod);
    const line = page.locator('.click-chart-compared');
    await line.waitFor({ state: 'attached' });
    const week = { tag: 'Sale', domain: GO, period: '7d', compare: 'before' };
    expect(readSearch(page)).toEqual(week);
    await page.reload();
    await waitForTotal(page, text.people, '1');
    await line.waitFor({ state: 'attached' });
    const table = page.getByRole('table', { name: text.byDay });
    expect(await table.locator('thead th').count()).toBe(8);
    const cells = await table.locator('tbody tr').last().locator('.mono').allTextContents();
    expect(cells).toEqual(['1', '0', '0', '0', '0', '0']);
    const chart = page.locator('.stats-chart svg');
    const { width, height } = (await chart.boundingBox())!;
    await chart.hover({ position: { x: width - 4, y: height / 2 } });
    await waitUntil(page, () => page.locator('.chart-tip-time').count(), 2);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);

    await choose(page, text.compare, text.compareYear);
    await waitUntil(page, async () => readSearch(page)['compare'], 'year');
    await page.goto('/admin/stats?tag=sale&period=all&compare=year');
    await waitForTotal(page, text.people, '3');
    expect(await line.count()).toBe(0);
    expect(await page.getByLabel(text.compare, { exact: true }).count()).toBe(0);
    await page.goto('/admin/stats?tag=nobody');
    await page.getByRole('heading', { name: text.emptyFiltered }).waitFor();
    await chips.getByRole('button', { name: text.clearAll }).click();
    await waitForTotal(page, text.people, '4');
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

test('the sources within a channel are two steps away', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  await visit(site, 'spring', [
    { agent: 'chrome', referrer: 'https://www.google.com/' },
    { agent: 'chrome', referrer: 'https://l.facebook.com/' },
    { agent: 'chrome', referrer: 'https://t.co/' },
  ]);
  const text = statsWords.en;
  const { page, faults } = await openAdmin(browser, site, 'stats');
  const sources = page.getByRole('region', { name: text.sources });
  await sources.getByRole('button', { name: /^Social media/ }).click();
  await waitForTotal(page, text.people, '2');
  await sources.getByRole('tab', { name: 'Source' }).click();
  await row(page, text.sources, 'Facebook').waitFor();
  expect(await row(page, text.sources, 'Google').count()).toBe(0);
  expect(faults).toEqual([]);
}, 300_000);
