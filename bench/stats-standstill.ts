import type { Browser, Page } from 'playwright-core';
import { launchBrowser, VisitorPage } from '../tests/browser/test-browser.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import type { BenchSite } from './bench-site.ts';
import { median } from './measure.ts';
import { timeCalls } from './stats-calls.ts';

const ROUNDS = 5;
const REPORT = '/api/stats/report';

/**
 * How long a page takes when nobody has looked at statistics for a while, and no process is there to
 * tell of them: its calls alone, and in a browser from the click on until the report is there, beside
 * the same a moment later.
 */
export async function measureStandstill(
  site: BenchSite,
  calls: readonly string[],
): Promise<object> {
  const times: Record<'calls' | 'page' | 'again', number[]> = { calls: [], page: [], again: [] };
  const browser = await launchBrowser();
  const page = await openPage(browser, site);
  await timePage(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    await endBackground(site);
    times.calls.push(await timeCalls(site, calls));
    await endBackground(site);
    times.page.push(await timePage(page));
    times.again.push(await timePage(page));
  }
  await browser.close();
  return {
    calls_ms: median(times.calls),
    browser_ms: median(times.page),
    browser_again_ms: median(times.again),
  };
}

async function endBackground(site: BenchSite): Promise<void> {
  for (const pid of childrenOf(site.pid, 'background')) process.kill(pid, 'SIGKILL');
  while (childrenOf(site.pid, 'background').length > 0) await Bun.sleep(1);
}

/** A browser's page of somebody who is logged in. */
async function openPage(browser: Browser, site: BenchSite): Promise<Page> {
  const visitor = await VisitorPage.open(browser, site.url);
  await visitor.logIn(site.token);
  return visitor.page;
}

/** Opens the statistics; resolves with the milliseconds until the report is there. */
async function timePage(page: Page): Promise<number> {
  const begun = performance.now();
  const told = page.waitForResponse((response) => response.url().includes(REPORT));
  await page.goto('/admin/stats');
  await (await told).finished();
  const ms = performance.now() - begun;
  // A page that is open has clicks counted once a second.
  await page.goto('about:blank');
  return ms;
}
