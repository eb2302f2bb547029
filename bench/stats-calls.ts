import type { BenchSite } from './bench-site.ts';

/** The periods whose figures are stated. */
const periods = ['30d', '90d', 'all'] as const;

/** What viewers choose of a list: nothing, one value, two, and what half of all clicks have. */
const filters = {
  '': '',
  country: '&country=CN',
  country_browser: '&country=CN&browser=Chrome',
  browser: '&browser=Chrome',
};

/** What pages of statistics ask for at once, by their name. */
export type StatsCalls = Readonly<Record<string, readonly string[]>>;

/** The pages of the site and of a link, by period and filters. */
export function listStatsCalls(code: string): StatsCalls {
  const pages: Record<string, readonly string[]> = {};
  for (const period of periods) {
    for (const [name, filter] of Object.entries(filters)) {
      const suffix = name === '' ? period : `${period}_${name}`;
      const asked = `period=${period}&time_zone=Europe/Berlin${filter}`;
      pages[`site_${suffix}`] = [
        `/api/stats/report?${asked}`,
        `/api/stats/links?${asked}`,
        `/api/stats/missed?period=${period}&time_zone=Europe/Berlin`,
        '/api/stats/alerts',
      ];
      pages[`link_${suffix}`] = [`/api/stats/report?${asked}&short_url=${code}`];
    }
  }
  return pages;
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
