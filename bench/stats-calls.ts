import type { BenchSite } from './bench-site.ts';

const periods = ['30d', '90d', 'all'] as const;

/** No filter, one value, two values, and a value of half of all clicks. */
const filters = {
  '': '',
  country: '&country=CN',
  country_browser: '&country=CN&browser=Chrome',
  browser: '&browser=Chrome',
};

export type StatsCalls = Readonly<Record<string, readonly string[]>>;

export function listStatsCalls(code: string): StatsCalls {
  const pages: Record<string, readonly string[]> = {};
  for (const period of periods) {
    for (const [name, filter] of Object.entries(filters)) {
      const suffix = name === '' ? period : `${period}_${name}`;
      const query = `period=${period}&time_zone=Europe/Berlin${filter}`;
      pages[`site_${suffix}`] = [
        `/api/stats/report?${query}`,
        `/api/stats/links?${query}`,
        `/api/stats/missed?period=${period}&time_zone=Europe/Berlin`,
        '/api/stats/alerts',
      ];
      pages[`link_${suffix}`] = [`/api/stats/report?${query}&short_url=${code}`];
    }
  }
  return pages;
}

/** Sends all requests at once; resolves with the milliseconds until the last answer. */
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
