import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin, type SetUpSite } from '../admin-page.ts';
import { addLinks } from '../links/links-steps.ts';
import { row, readSearch, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { button } from '../steps.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';
import { waitUntil } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A site with a link, five visits of people, one of them by QR code, and two of programs. */
async function openVisitedSite(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  await addLinks(site, [{ short_url: 'spring', title: 'Spring' }]);
  await visit(site, 'spring', [
    { agent: 'chrome', referrer: 'https://news.example.org/today' },
    { agent: 'chrome', referrer: 'https://news.example.org/today', query: '?utm_source=letter' },
    { agent: 'chrome' },
    { agent: 'firefox' },
    { agent: 'firefox', query: '?qr' },
    { agent: 'bot' },
    { agent: 'preview' },
  ]);
  return site;
}

/** Hovers over the last bar of the chart, and expects its numbers. */
async function expectTip(chart: Locator, clicks: readonly string[]): Promise<void> {
  const box = (await chart.locator('svg').boundingBox())!;
  await chart.locator('svg').hover({ position: { x: box.width - 4, y: box.height / 2 } });
  const shown = chart.locator('.chart-tip-clicks .mono');
  await shown.first().waitFor();
  expect(await shown.allTextContents()).toEqual([...clicks]);
}

for (const look of behaviorLooks) {
  const { language, scheme, viewport } = look;
  test(`the pages show who clicked, and axe finds nothing: ${language}, ${scheme}, ${viewport.width}`, async () => {
    await using site = await openVisitedSite();
    const text = statsWords[language];
    const visitor = await openAdmin(browser, site, 'links/spring', look);
    const { page } = visitor;
    for (const path of ['/admin/links/spring', '/admin/stats']) {
      await page.goto(path);
      await waitForTotal(page, text.people, '5');
      await waitForTotal(page, text.previews, '1');
      await waitForTotal(page, text.bots, '1');
      await page.getByText(text.scans, { exact: true }).waitFor();
      await page.getByText(text.newPeople).first().waitFor();
      await page.getByRole('heading', { name: text.byDay }).waitFor();
      await expectTip(page.locator('.stats-chart'), ['5', '1', '1']);
      await row(page, text.technology, 'Chrome').waitFor();
      await row(page, text.sources, text.direct).waitFor();
      // The test has no geolocation database.
      await page.getByRole('link', { name: text.placesHow }).waitFor();
      await page.getByRole('table', { name: text.week }).waitFor();
      await page.waitForLoadState('load');
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
    await page.goto('/admin/links/gone');
    await page.getByRole('heading', { name: text.noLink }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  }, 300_000);
}

testInAll(
  'a click on a value filters the whole page and changes the address',
  async () => {
    await using site = await openVisitedSite();
    const text = statsWords.en;
    const { page, faults } = await openAdmin(browser, site, 'links/spring');
    await row(page, text.technology, 'Chrome').click();
    await waitForTotal(page, text.people, '3');
    expect(readSearch(page)).toEqual({ browser: 'Chrome' });
    expect(await row(page, text.technology, 'Chrome').getAttribute('aria-pressed')).toBe('true');
    const sources = page.getByRole('region', { name: text.sources });
    await sources.getByRole('tab', { name: text.source, exact: true }).click();
    await row(page, text.sources, 'news.example.org').press('Enter');
    await waitForTotal(page, text.people, '1');
    expect(readSearch(page)).toEqual({ browser: 'Chrome', source: 'news.example.org' });
    await page.goBack();
    await waitForTotal(page, text.people, '3');

    await page.reload();
    await sources.getByRole('tab', { name: text.source, exact: true }).click();
    await row(page, text.sources, text.direct).click();
    await waitForTotal(page, text.people, '1');
    expect(readSearch(page)).toEqual({ browser: 'Chrome', source: 'none' });
    const chips = page.getByRole('list', { name: text.filters });
    await chips.getByRole('button', { name: 'Remove filter Browser: Chrome' }).click();
    await waitForTotal(page, text.people, '3');
    await chips.getByRole('button', { name: text.clearAll }).click();
    await waitForTotal(page, text.people, '5');
    expect(readSearch(page)).toEqual({});

    await page.goto('/admin/links/spring?browser=Lynx');
    await page.getByRole('heading', { name: text.emptyFiltered }).waitFor();
    await button(page, text.clearAll).last().click();
    await waitForTotal(page, text.people, '5');
    expect(faults).toEqual([]);
  },
  300_000,
);

test('period and visit class can be chosen, and a table shows the numbers', async () => {
  await using site = await openVisitedSite();
  const text = statsWords.en;
  const { page, faults } = await openAdmin(browser, site, 'links/spring');
  await waitForTotal(page, text.people, '5');
  await page.getByText(text.day, { exact: true }).click();
  await page.getByRole('heading', { name: text.byHour }).waitFor();
  expect(readSearch(page)).toEqual({ period: '24h' });

  await page.getByLabel(text.audience).selectOption({ label: text.botsOnly });
  await row(page, text.technology, 'Googlebot').waitFor();
  expect(readSearch(page)).toEqual({ period: '24h', audience: 'bot' });
  await page.getByLabel(text.audience).selectOption({ index: 0 });

  await button(page, text.asTable).click();
  const cells = page.getByRole('table', { name: text.byHour }).locator('tbody td:first-of-type');
  const shown = (await cells.allTextContents()).map(Number);
  expect(shown.reduce((sum, people) => sum + people)).toBe(5);

  await page.getByText(text.dates, { exact: true }).click();
  const to = page.getByLabel(text.to, { exact: true });
  const today = await to.inputValue();
  expect(readSearch(page)['to']).toBe(today);
  await page.getByLabel(text.from, { exact: true }).fill(today);
  await waitUntil(page, async () => readSearch(page), { from: today, to: today });
  await to.fill('2020-02-29');
  await page.getByText(text.daysWrong).waitFor();
  await to.fill(today);
  // The page does not request an invalid period.
  const from = page.getByLabel(text.from, { exact: true });
  await from.fill('1999-12-31');
  await page.getByText(text.daysLong).waitFor();
  await from.fill('2199-01-01');
  await to.fill('2199-01-02');
  await page.getByText(text.daysAhead).waitFor();
  expect(await from.getAttribute('aria-invalid')).toBe('true');
  expect(readSearch(page)).toEqual({ from: today, to: today });
  await to.fill('2020-02-29');
  await from.fill('2020-02-28');
  await page.getByRole('heading', { name: text.empty }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: text.byHour }).waitFor();
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'clicks appear by themselves',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const text = statsWords.en;
    const { page, faults } = await openAdmin(browser, site, 'links/spring');
    await page.getByRole('heading', { name: text.empty }).waitFor();
    const { host } = new URL(site.url);
    const link = page.getByRole('link', { name: `${host}/spring`, exact: true });
    expect(await link.getAttribute('href')).toBe(`${site.url}spring`);
    await page.getByText('Live', { exact: true }).waitFor();
    await visit(site, 'spring', [{ agent: 'chrome' }, { agent: 'chrome' }, { agent: 'bot' }]);
    await page.getByText(text.live).waitFor();
    await waitForTotal(page, text.bots, '1');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the page is saved as a file, and a failure is reported and can be retried',
  async () => {
    await using site = await openVisitedSite();
    const text = statsWords.en;
    const { page } = await openAdmin(browser, site, 'links/spring?browser=Chrome');
    await waitForTotal(page, text.people, '3');
    await button(page, text.exportIt).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text.csv }).click(),
    ]);
    expect(file.suggestedFilename()).toEndWith('.csv');
    const content = await Bun.file(await file.path()).text();
    expect(content).toContain('Chrome');
    expect(content).not.toContain('Firefox');

    await page.route('**/api/stats/report*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByRole('alert').getByRole('heading', { name: text.failed }).waitFor();
    const retry = button(page, text.retry);
    await retry.focus();
    await page.unroute('**/api/stats/report*');
    // The page may try by itself before the key is pressed.
    await page.keyboard.press('Enter');
    await waitForTotal(page, text.people, '3');
  },
  300_000,
);
