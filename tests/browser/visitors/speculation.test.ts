import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, CDPSession } from 'playwright-core';
import { getLink, type Link } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { test } from '../browser-test.ts';
import { launchBrowser, VisitorPage } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Serves a page on another host name than the site's, which prefetches a link; and its target. */
function servePage(link: string) {
  const rules = { prefetch: [{ urls: [link], eagerness: 'immediate' }] };
  const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <script type="speculationrules">${JSON.stringify(rules)}</script><a href="${link}">Go</a>`;
  const headers = { 'Content-Type': 'text/html' };
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new Response(new URL(url).pathname === '/page' ? html : '<title>Target</title>', { headers }),
  });
}

/** Resolves when the browser knows that its prefetch failed. */
function awaitFailedPrefetch(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ status, prefetchStatus }) => {
      if (status === 'Failure') resolve(prefetchStatus);
    });
  });
}

test('a link that a page on another host prefetches is counted once, at the click', async () => {
  await using site = await openSetUpSite();
  const shortUrl = 'prefetched';
  const link = new URL(`/${shortUrl}`, site.url);
  using server = servePage(link.href);
  const page = new URL('/page', server.url);
  page.hostname = link.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const target = new URL('/target', page);
  const engine = await openTestEngine(site.dataDir);
  // All names of this machine are the site's own: a call would refuse a link to one.
  await seedLinks(engine, [{ short_url: shortUrl, long_url: target.href }]);
  await engine.close();
  const countClicks = async (): Promise<number> => {
    const { data } = await site.call(getLink, { short_url: shortUrl }, site.token);
    return (data as Link).clicks + (data as Link).pending_clicks;
  };

  const visitor = await VisitorPage.open(browser, page.origin);
  const session = await visitor.page.context().newCDPSession(visitor.page);
  const failed = awaitFailedPrefetch(session);
  await session.send('Preload.enable');
  await visitor.page.goto(page.href);
  expect(await failed).toBe('PrefetchFailedNon2XX');
  expect(await countClicks()).toBe(0);
  await visitor.page.getByText('Go').click();
  await visitor.page.waitForURL(target.href);
  expect(await countClicks()).toBe(1);
});
