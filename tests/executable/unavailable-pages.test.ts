import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createLink } from '../../contracts/links/links.ts';
import { waitForTotal } from '../browser/statistics/stats-steps.ts';
import { launchBrowser, looks, VisitorPage, type Look } from '../browser/test-browser.ts';
import { waitUntil } from '../browser/wait.ts';
import { childrenOf, TestProcess } from '../journeys/test-process.ts';
import { chooseForRun } from '../support/test-run.ts';
import { SiteCaller } from '../torture/site-caller.ts';
import { unloadables } from './unloadable.ts';

setDefaultTimeout(300_000);

const words = {
  en: {
    unavailable: 'Statistics can’t be read on this server. Clicks are counted all the same.',
    retry: 'Try again',
  },
  zh: {
    unavailable: '这台服务器无法读取统计数据，但访问次数照常累计，不会丢失。',
    retry: '重试',
  },
};

const place = unloadables[0]![1]();
let server: TestProcess;
let browser: Browser;
let token: string;

beforeAll(async () => {
  server = await TestProcess.start(place.dataDir, { ...place.env, LOG_LEVEL: 'silent' });
  token = await new SiteCaller(server.url).signIn();
  const site = new SiteCaller(server.url, token);
  for (const code of ['poster', 'leaflet']) {
    const link = { long_url: `https://example.com/${code}`, short_url: code, title: code };
    await site.call(createLink, link);
  }
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (let visit = 0; visit < 3; visit += 1) {
    await fetch(`${server.url}poster`, { redirect: 'manual', headers: { 'user-agent': agent } });
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

async function open(look: Look) {
  const visitor = await VisitorPage.open(browser, server.url, look);
  await visitor.logIn(token);
  return Object.assign(visitor, { [Symbol.asyncDispose]: () => visitor.close() });
}

/** Browsers log each 503 of statistics, which is expected here. */
function findFaults({ faults }: Pick<VisitorPage, 'faults'>): string[] {
  return faults.filter((fault) => !fault.includes('503 (Service Unavailable)'));
}

async function fits(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth <= innerWidth');
}

describe.each(chooseForRun([looks[3]!], looks))('$language, $scheme, $viewport.width', (look) => {
  const text = words[look.language];

  test.each([
    ['/admin/stats', '/api/stats/links'],
    ['/admin/links/poster', '/api/stats/report'],
  ])('%s says once why there are no statistics, and how to get them', async (path, last) => {
    await using visitor = await open(look);
    const { page } = visitor;
    const answered = page.waitForResponse((response) => response.url().includes(last));
    await page.goto(path);
    expect((await answered).status()).toBe(503);
    const notice = page.locator('.notice[role=alert]');
    await notice.waitFor();
    const said = await notice.textContent();
    expect(said).toContain(text.unavailable);
    expect(said).toMatch(place.reason);
    expect(said).toContain(text.retry);
    await waitUntil(page, () => page.locator('[role=alert]').count(), 1);
    expect(await fits(page)).toBe(true);
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(findFaults(visitor)).toEqual([]);
  });

  test('the list shows counts without sparklines and without an error', async () => {
    await using visitor = await open(look);
    const { page } = visitor;
    const lines = page.waitForResponse((response) => response.url().includes('/api/stats/lines'));
    await page.goto('/admin/links');
    expect((await lines).status()).toBe(503);
    await waitUntil(page, () => page.locator('.links-number').last().textContent(), '3');
    expect(await page.locator('.links-line').count()).toBe(2);
    expect(await page.locator('.links-line svg, [role=alert]').count()).toBe(0);
    expect(await visitor.findAxeViolations()).toEqual([]);
    expect(findFaults(visitor)).toEqual([]);
  });
});

test('home and the palette work without statistics', async () => {
  await using visitor = await open(looks[0]!);
  const { page } = visitor;
  await page.goto('/');
  await page.locator('h1').waitFor();
  await page.goto('/admin/links/poster/settings');
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('leaf');
  await page.getByRole('option', { name: 'leaflet' }).click();
  await page.waitForURL('**/admin/links/leaflet*');
  await page.locator('.notice[role=alert]').waitFor();
  expect(findFaults(visitor)).toEqual([]);
});

test("after a repair, the page's button loads all clicks", async () => {
  await using visitor = await open(looks[0]!);
  const { page } = visitor;
  await page.goto('/admin/stats');
  const retry = page.getByRole('button', { name: words.en.retry });
  await retry.waitFor();
  place.mend();
  // The failed process would retry after a minute; a new one tries at once.
  for (const pid of childrenOf(server.pid, 'background')) await server.kill(pid);
  await retry.click();
  await waitForTotal(page, 'Clicks by people', '3');
  await page.getByRole('region', { name: 'Top links' }).getByText('3 clicks').waitFor();
  expect(findFaults(visitor)).toEqual([]);
});
