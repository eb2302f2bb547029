import { afterAll, beforeAll, expect } from 'bun:test';
import { chromium, type Browser } from 'playwright-core';
import { createLink } from '../../contracts/links/links.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { firstInShort } from '../support/test-run.ts';
import { test } from './browser-test.ts';
import { browserPath } from './test-browser.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  [browser, site] = await Promise.all([
    chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu'],
      // Playwright disables this cache by default.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
    openSetUpSite(),
  ]);
  const fields = { long_url: 'https://example.com/', short_url: 'here', title: 'x' };
  await site.call(createLink, fields, site.token);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** Reasons of headless Chromium, which caches no page; all others are the page's own. */
const OF_THE_BROWSER = new Set([
  'BrowsingInstanceNotSwapped',
  'BackForwardCacheDisabledForDelegate',
]);

/** Leaves a page and comes back; returns why a browser could not cache it. */
async function findReasons(path: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(site.token)})`);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reported = new Promise<string[]>((resolve) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      resolve(notRestoredExplanations.map(({ reason }) => reason));
    });
  });
  await page.goto(new URL(path, site.url).href);
  await page.waitForLoadState('networkidle');
  await page.goto(new URL('/nothing', site.url).href);
  await page.goBack();
  const reasons = await reported;
  await page.close();
  return reasons.filter((reason) => !OF_THE_BROWSER.has(reason));
}

test.each(firstInShort(['/', '/login', '/docs', '/here+']))(
  'the back-forward cache can keep %s',
  async (path) => {
    expect(await findReasons(path)).toEqual([]);
  },
  300_000,
);

test('the back-forward cache must not keep admin pages', async () => {
  const reasons = (await findReasons('/admin/list')).join(' ');
  expect(reasons).toContain('MainResourceHasCacheControlNoStore');
}, 300_000);
