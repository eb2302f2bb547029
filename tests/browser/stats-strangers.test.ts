import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { openAdmin } from './admin-page.ts';
import { addLinks } from './links-steps.ts';
import { row, searchOf, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { launchBrowser, phone } from './test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('what strangers write is text, however it is written', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const hostile = '<img src=x onerror="window.harmed=1">';
  const turned = '\u202Egnp.exe';
  const sources = [hostile, turned, 'x'.repeat(100)].map(encodeURIComponent);
  await visit(
    site,
    'spring',
    sources.map((source) => ({ agent: 'chrome', query: `?utm_source=${source}` })),
  );
  const text = statsWords.en;
  for (const viewport of [undefined, phone]) {
    const options = viewport === undefined ? {} : { viewport };
    const visitor = await openAdmin(browser, site, 'stats/spring', options);
    const { page } = visitor;
    await row(page, text.campaigns, hostile).waitFor();
    await row(page, text.campaigns, 'x'.repeat(100)).waitFor();
    expect(await row(page, text.campaigns, 'gnp.exe').textContent()).not.toContain('\u202E');
    await row(page, text.campaigns, hostile).click();
    await waitForTotal(page, text.people, '1');
    expect(searchOf(page)).toEqual({ utm_source: hostile });
    expect(await page.evaluate('window.harmed === undefined')).toBe(true);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBe(viewport?.width ?? 1280);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }
}, 60_000);

test('a value that is called like what a page or a filter says itself is a value like others', async () => {
  await using site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring' }]);
  const queries = ['?utm_source=none', '?utm_source=~none', '?utm_source=~none', '', '', ''];
  await visit(
    site,
    'spring',
    queries.map((query) => ({ agent: 'chrome', query })),
  );
  const text = statsWords.en;
  const { page, faults } = await openAdmin(browser, site, 'stats/spring');
  const list = page.getByRole('list', { name: text.source });
  const value = (name: RegExp) => list.getByRole('button', { name });
  await list.waitFor();
  expect(await list.getByRole('button').count()).toBe(3);
  for (const [name, filter, people] of [
    [/^none/, '~none', '1'],
    [/^~none/, '~~none', '2'],
    [new RegExp(`^${text.without}`), 'none', '3'],
  ] as const) {
    await value(name).click();
    await waitForTotal(page, text.people, people);
    expect(searchOf(page)).toEqual({ utm_source: filter });
    expect(await value(name).getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await waitForTotal(page, text.people, people);
    await page.getByRole('list', { name: text.filters }).getByRole('button').first().click();
    await waitForTotal(page, text.people, '6');
  }
  expect(faults).toEqual([]);
}, 60_000);
