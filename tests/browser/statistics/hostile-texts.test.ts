import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { addLinks } from '../links/links-steps.ts';
import { row, readSearch, visit, waitForTotal } from './stats-steps.ts';
import { statsWords } from './stats-words.ts';
import { launchBrowser, phone } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

testInAll(
  'values that visitors send are shown as text',
  async () => {
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
      const visitor = await openAdmin(browser, site, 'links/spring', options);
      const { page } = visitor;
      await row(page, text.campaigns, hostile).waitFor();
      await row(page, text.campaigns, 'x'.repeat(100)).waitFor();
      expect(await row(page, text.campaigns, 'gnp.exe').textContent()).not.toContain('\u202E');
      await row(page, text.campaigns, hostile).click();
      await waitForTotal(page, text.people, '1');
      expect(readSearch(page)).toEqual({ utm_source: hostile });
      expect(await page.evaluate('window.harmed === undefined')).toBe(true);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBe(viewport?.width ?? 1280);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    }
  },
  300_000,
);

test('no script runs from headers and paths that visitors send', async () => {
  await using site = await openSetUpSite();
  // The title comes from a foreign page.
  await addLinks(site, [{ short_url: 'spring', title: 'A \u202Eeltit' }]);
  const hostile = '"><img src=x onerror="window.harmed=1">';
  const script = 'javascript:window.harmed=1';
  await visit(site, 'spring', [
    { agent: 'chrome', referrer: `https://evil.example/${hostile}` },
    { agent: 'chrome', referrer: 'https://evil.example/%E2%80%AEgpj.exe' },
    { agent: 'chrome', referrer: script },
    { agent: 'hostile', query: `?utm_source=${script}&via=${encodeURIComponent(hostile)}` },
    { agent: 'hostileBot', referrer: `https://${hostile}/` },
  ]);
  // A code ends before a bracket, so this text is listed as typed.
  const typedCode = "x'onmouseover='window.harmed=1";
  for (const code of [hostile, 'x=\u202Egnp', script, typedCode]) {
    expect((await site.fetch(`/${encodeURIComponent(code)}`)).status).toBe(404);
  }
  const text = statsWords.en;
  const { page, faults } = await openAdmin(browser, site, 'about');
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/x')) faults.push(`request for ${request.url()}`);
  });
  const tab = (panel: string, name: string) =>
    page.getByRole('region', { name: panel }).getByRole('tab', { name, exact: true });
  for (const path of ['/admin/links/spring', '/admin/stats', '/admin/stats?audience=all']) {
    await page.goto(path);
    await waitForTotal(page, text.people, '4');
    await waitForTotal(page, text.bots, '1');
    await row(page, text.technology, 'Firefox').waitFor();
    await tab(text.sources, text.source).click();
    await row(page, text.sources, 'evil.example').waitFor();
    await tab(text.sources, text.page).click();
    await row(page, text.sources, `evil.example/${hostile}`).waitFor();
    await row(page, text.sources, 'evil.example/gpj.exe').waitFor();
    await row(page, text.campaigns, script).waitFor();
    await tab(text.campaigns, text.via).click();
    await row(page, text.campaigns, hostile).waitFor();
    if (path !== '/admin/links/spring') {
      const missed = page.getByRole('region', { name: text.missed });
      await missed.getByTitle(typedCode, { exact: true }).waitFor();
      expect(await missed.getByTitle('img').count()).toBe(0);
      await missed.getByTitle('x=\\u{202e}gnp', { exact: true }).waitFor();
      await missed.getByTitle(script, { exact: true }).waitFor();
      await page.getByTitle('A \\u{202e}eltit', { exact: true }).waitFor();
    }
    await page.waitForLoadState('load');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    expect(await page.locator('img[src="x"], main script, [href^="javascript:"]').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('\u202E');
    expect(await page.evaluate('window.harmed === undefined')).toBe(true);
  }
  await tab(text.sources, text.page).click();
  await row(page, text.sources, `evil.example/${hostile}`).click();
  await waitForTotal(page, text.people, '1');
  const chips = page.getByRole('list', { name: text.filters });
  await chips.getByRole('button', { name: `Page: evil.example/${hostile}` }).waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate('window.harmed === undefined')).toBe(true);
  expect(faults).toEqual([]);
}, 300_000);

testInAll(
  'a value that equals a label of the page or the filter works like any other',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const queries = ['?utm_source=none', '?utm_source=~none', '?utm_source=~none', '', '', ''];
    await visit(
      site,
      'spring',
      queries.map((query) => ({ agent: 'chrome', query })),
    );
    const text = statsWords.en;
    const { page, faults } = await openAdmin(browser, site, 'links/spring');
    const list = page.getByRole('list', { name: text.utmSource });
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
      expect(readSearch(page)).toEqual({ utm_source: filter });
      expect(await value(name).getAttribute('aria-pressed')).toBe('true');
      await page.reload();
      await waitForTotal(page, text.people, people);
      await page.getByRole('list', { name: text.filters }).getByRole('button').first().click();
      await waitForTotal(page, text.people, '6');
    }
    expect(faults).toEqual([]);
  },
  300_000,
);
