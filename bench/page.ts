import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildWebIfStale } from '../scripts/web.ts';
import { collectAssets, type Manifest } from '../server/site/page-shell.ts';
import { openAdmin } from '../tests/browser/admin-page.ts';
import { addLinks, rows } from '../tests/browser/links/links-steps.ts';
import { launchBrowser, phone, VisitorPage } from '../tests/browser/test-browser.ts';
import { openSetUpSite, type SetUpSite } from '../tests/journeys/set-up-site.ts';
import { median, round } from './measure.ts';

/** What a page loads before it is usable, as source names of the manifest. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['main.tsx', 'locales/en.ts', 'home/home.page.tsx'],
  '/admin/list': [
    'main.tsx',
    'locales/en.ts',
    'locales/admin-en.ts',
    'frame/shell.tsx',
    'admin/named-page.tsx',
    'links/links.page.tsx',
  ],
  '/docs': ['main.tsx', 'locales/en.ts', 'docs/locales/en.ts', 'docs/docs.page.tsx'],
};

interface PageSize {
  /** Of JavaScript, after gzip -9. */
  readonly kib: number;
  /** Scripts and style sheets. */
  readonly files: number;
}

export async function measurePageSizes(): Promise<Record<string, PageSize>> {
  await buildWebIfStale();
  const manifest = JSON.parse(readFileSync('build/web/manifest.json', 'utf8')) as Manifest;
  const measured = Object.entries(pages).map(([page, names]) => {
    const { scripts, styles } = collectAssets(manifest, names);
    const sizes = scripts.map((file) => gzipSync(readFileSync(`build/web/${file}`), { level: 9 }));
    const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
    const kib = Math.round((bytes / 1024) * 10) / 10;
    return [page, { kib, files: scripts.length + styles.length }] as const;
  });
  return Object.fromEntries(measured);
}

const ROUNDS = 15;
const ROWS = 200;

/** Milliseconds from the click on "select all" until the next frame is drawn. */
const press = `new Promise((resolve) => {
  const begun = performance.now();
  document.querySelector('thead input[type=checkbox]').click();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - begun);
    port2.postMessage(0);
  });
})`;

/** The time to select 200 links in a browser: until they are drawn, and of the processor. */
export async function measureSelectAll(): Promise<object> {
  await buildWebIfStale();
  await using site = await openSetUpSite();
  const codes = Array.from({ length: ROWS }, (_, index) => `code-${index}`);
  await addLinks(
    site,
    codes.map((short_url) => ({ short_url })),
  );
  const browser = await launchBrowser();
  const { page } = await openAdmin(browser, site, `list?size=${ROWS}`);
  await rows(page)
    .nth(ROWS - 1)
    .waitFor();
  const readCpu = await openCpuClock(page);
  const drawn: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await readCpu();
    drawn.push(await page.evaluate<number>(press));
    cpu.push((await readCpu()) - before);
  }
  await browser.close();
  return { rows: ROWS, drawn_ms: median(drawn), cpu_ms: median(cpu) };
}

async function openCpuClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
}

/** Milliseconds from the start of the page until the first rows are drawn. */
const noteFirstRows = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-link]') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.firstRows = performance.now(); };
    port2.postMessage(0);
  });
}).observe(document, { childList: true, subtree: true })`;

/** The list with 10 and with 200 rows: until the first ones are drawn, and all of its main thread. */
export async function measureRows(): Promise<object> {
  await buildWebIfStale();
  await using site = await openSetUpSite();
  await addLinks(
    site,
    Array.from({ length: ROWS }, (_, index) => ({
      short_url: `code-${index}`,
      title: `The title of link ${index}`,
      tags: ['print', 'spring'],
    })),
  );
  const browser = await launchBrowser();
  const context = (await openAdmin(browser, site, 'about')).page.context();
  await context.addInitScript(noteFirstRows);
  const measured: Record<number, { first: number[]; cpu: number[] }> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const size of [10, ROWS]) {
      const { first, cpu } = (measured[size] ??= { first: [], cpu: [] });
      const page = await context.newPage();
      const readCpu = await openCpuClock(page);
      await page.goto(`/admin/list?size=${size}`);
      await rows(page)
        .nth(size - 1)
        .waitFor({ state: 'attached' });
      await page.locator('.links-line > svg').first().waitFor();
      await page.waitForLoadState('networkidle');
      cpu.push(await readCpu());
      first.push(await page.evaluate<number>('firstRows'));
      await page.close();
    }
  }
  await browser.close();
  return Object.fromEntries(
    Object.entries(measured).map(([size, { first, cpu }]) => [
      `${size} rows`,
      { first_rows_ms: median(first), main_thread_ms: median(cpu) },
    ]),
  );
}

const VISITS = 5;
const FIRST_LINKS = 30;
const LATENCY_MS = 150;
/** Bytes a second: 1.6 Mbit. */
const RATE = 200_000;

/** How many times slower than this machine's the processor of a phone is. */
const PHONE_SLOWDOWN = 4;

/** The first visits of pages over a slow line, with an empty cache. */
export async function measureFirstVisits(): Promise<object> {
  await buildWebIfStale();
  await using site = await openSetUpSite();
  const codes = Array.from({ length: FIRST_LINKS }, (_, index) => ({ short_url: `code-${index}` }));
  await addLinks(site, codes);
  const browser = await launchBrowser();
  const home = await visitOften(browser, site, '/', ({ page }) =>
    page.getByRole('textbox').first().waitFor(),
  );
  const list = await visitOften(browser, site, '/admin/list', showsRows);
  const onPhone = await visitOften(browser, site, '/admin/list', showsRows, PHONE_SLOWDOWN);
  await browser.close();
  return {
    latency_ms: LATENCY_MS,
    kbit_per_second: (RATE * 8) / 1000,
    '/': home,
    '/admin/list': list,
    [`/admin/list on a phone, ${PHONE_SLOWDOWN} times slower`]: onPhone,
  };
}

function showsRows({ page }: VisitorPage): Promise<void> {
  return rows(page).first().waitFor();
}

async function visitOften(
  browser: Browser,
  site: SetUpSite,
  path: string,
  isUsable: (visitor: VisitorPage) => Promise<unknown>,
  slowdown?: number,
): Promise<object> {
  const seconds: number[] = [];
  const requests: number[] = [];
  const kilobytes: number[] = [];
  for (let round = 0; round < VISITS; round += 1) {
    const look = slowdown === undefined ? {} : { viewport: phone, hasTouch: true };
    const visitor = await VisitorPage.open(browser, site.url, look);
    await visitor.logIn(site.token);
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown ?? 1 });
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
