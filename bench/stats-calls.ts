import { periods } from '../contracts/stats.ts';
import type { BenchSite } from './bench-site.ts';

const LINES = 10;

/** What the pages of the statistics ask for, by a name: the paths that they ask for at once. */
export type StatsCalls = Readonly<Record<string, readonly string[]>>;

/** What viewers choose of a list. */
const filters = {
  '': '',
  country: '&country=CN',
  country_browser: '&country=CN&browser=Chrome',
  // Half of all clicks.
  browser: '&browser=Chrome',
  // A quarter of them.
  browser_language: '&browser=Chrome&language=en',
  // One in twenty: there are no sums of so few.
  rare_browser: '&browser=Firefox',
  bots: '&audience=bot',
  all: '&audience=all',
};

/** Each panel alone, and each page with all of its panels; `ids` are the most visited links. */
export function listStatsCalls(topCode: string, ids: readonly number[]): StatsCalls {
  const panels: Record<string, readonly string[]> = {};
  const pages: Record<string, readonly string[]> = {};
  for (const period of periods) {
    panels[`missed_${period}`] = [`/api/stats/missed?period=${period}`];
    for (const [name, filter] of Object.entries(filters)) {
      const suffix = name === '' ? period : `${period}_${name}`;
      const report = `/api/stats/report?period=${period}&time_zone=Europe/Berlin${filter}`;
      panels[`site_${suffix}`] = [report];
      panels[`link_${suffix}`] = [`${report}&short_url=${topCode}`];
      panels[`links_${suffix}`] = [`/api/stats/links?period=${period}${filter}`];
      pages[`page_${suffix}`] = [
        `/api/stats/report?period=${period}&time_zone=Asia/Shanghai${filter}`,
        `/api/stats/links?period=${period}&time_zone=Asia/Shanghai${filter}`,
        `/api/stats/missed?period=${period}&time_zone=Asia/Shanghai`,
        '/api/stats/alerts',
      ];
    }
  }
  panels['lines'] = [`/api/stats/lines?ids=${ids.slice(0, LINES).join(',')}`];
  // Lists of links do not depend on the time zone: a page finds them, as they were asked for alone before.
  return { ...panels, ...pages };
}

/** Asks for all of them at once; resolves with the milliseconds until the last one is here. */
export async function timeCalls(site: BenchSite, paths: readonly string[]): Promise<number> {
  const begun = performance.now();
  await Promise.all(paths.map((path) => read(site, path)));
  return performance.now() - begun;
}

async function read(site: BenchSite, path: string): Promise<void> {
  const response = await site.call('GET', path);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status} ${body}`);
}
