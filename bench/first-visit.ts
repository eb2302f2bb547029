import type { Browser } from 'playwright-core';
import { buildWebIfStale } from '../scripts/web.ts';
import { addLinks, rows } from '../tests/browser/links-steps.ts';
import { launchBrowser, VisitorPage } from '../tests/browser/test-browser.ts';
import { openSetUpSite, type SetUpSite } from '../tests/journeys/set-up-site.ts';
import { median, round } from './measure.ts';

const ROUNDS = 5;
const LINKS = 30;
const LATENCY_MS = 150;
/** Bytes a second: 1.6 Mbit. */
const RATE = 200_000;

/** The first visit of two pages over a slow line, with an empty cache. */
export async function measureFirstVisits(): Promise<object> {
  await buildWebIfStale();
  await using site = await openSetUpSite();
  const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `code-${index}` }));
  await addLinks(site, codes);
  const browser = await launchBrowser();
  const home = await visitOften(browser, site, '/', ({ page }) =>
    page.getByRole('textbox').first().waitFor(),
  );
  const list = await visitOften(browser, site, '/admin/list', ({ page }) =>
    rows(page).first().waitFor(),
  );
  await browser.close();
  return {
    latency_ms: LATENCY_MS,
    kbit_per_second: (RATE * 8) / 1000,
    '/': home,
    '/admin/list': list,
  };
}

/** `isUsable` resolves when the page shows what it is for. */
async function visitOften(
  browser: Browser,
  site: SetUpSite,
  path: string,
  isUsable: (visitor: VisitorPage) => Promise<unknown>,
): Promise<object> {
  const seconds: number[] = [];
  const requests: number[] = [];
  const kilobytes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const visitor = await VisitorPage.open(browser, site.url);
    await visitor.logIn(site.token);
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: RATE,
      uploadThroughput: RATE,
    });
    let finished = 0;
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      finished += 1;
      bytes += encodedDataLength;
    });
    const begun = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await isUsable(visitor);
    seconds.push((performance.now() - begun) / 1000);
    await page.waitForLoadState('networkidle');
    requests.push(finished);
    kilobytes.push(bytes / 1000);
    await visitor.close();
  }
  return {
    seconds: median(seconds),
    requests: median(requests),
    kilobytes: round(median(kilobytes)),
  };
}
