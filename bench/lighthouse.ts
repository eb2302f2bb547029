import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { buildWebIfStale } from '../scripts/web.ts';
import { addLinks } from '../tests/browser/links/links-steps.ts';
import { browserPath } from '../tests/browser/test-browser.ts';
import { openSetUpSite, type SetUpSite } from '../tests/journeys/set-up-site.ts';
import { createTempDir, median } from './measure.ts';

/** Lighthouse is no dependency: it has as many files as all others together. This version runs on Node.js 18. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const DEBUGGING_PORT = 29_222;
const ROUNDS = 3;
const LINKS = 30;
const VISITS = 40;
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const paths = {
  home: '/',
  list: '/admin/list',
  'link statistics': '/admin/links/code-0',
  'site statistics': '/admin/stats',
} as const;

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Scores of 0 to 100, medians of three runs, in Debian's Chromium with a login. */
export async function measureLighthouse(): Promise<object> {
  await buildWebIfStale();
  await using site = await openSetUpSite();
  await fill(site);
  const profile = createTempDir();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}robots.txt`);
    await page.evaluate(`localStorage.setItem('token', '${site.token}')`);
    const results: Record<string, object> = {};
    for (const [name, path] of Object.entries(paths)) {
      for (const device of ['mobile', 'desktop'] as const) {
        const reports: Report[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          reports.push(await audit(new URL(path, site.url), device));
        }
        results[`${name}, ${device}`] = summarize(reports);
      }
    }
    return results;
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function fill(site: SetUpSite): Promise<void> {
  await addLinks(
    site,
    Array.from({ length: LINKS }, (_, at) => ({
      short_url: `code-${at}`,
      title: `The title of link ${at}`,
      tags: ['print', 'spring'],
    })),
  );
  for (let visit = 0; visit < VISITS; visit += 1) {
    const headers = { 'User-Agent': PERSON, Referer: 'https://www.google.com/' };
    await site.fetch(`/code-${visit % 5}`, { headers });
  }
}

async function audit(url: URL, device: 'mobile' | 'desktop'): Promise<Report> {
  const run = Bun.spawn(
    [
      'npx',
      '--yes',
      LIGHTHOUSE,
      url.href,
      `--port=${DEBUGGING_PORT}`,
      // The login is in the storage.
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices',
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
    ],
    {
      stdout: 'pipe',
      stderr: 'inherit',
      env: { ...process.env, npm_config_ignore_scripts: 'true' },
    },
  );
  const output = await new Response(run.stdout).text();
  if ((await run.exited) !== 0) throw new Error(`lighthouse failed: ${output.slice(0, 500)}`);
  return JSON.parse(output) as Report;
}

function summarize(reports: readonly Report[]): object {
  const score = (name: string) =>
    median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
  const milliseconds = (name: string) =>
    Math.round(median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0)));
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    largest_contentful_paint_ms: milliseconds('largest-contentful-paint'),
    total_blocking_time_ms: milliseconds('total-blocking-time'),
  };
}
