import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { seedLinks } from '../tests/support/statistics/seed.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median, pinToCore } from './measure.ts';

const LINKS = 100_000;
const CALLS = 20;
const WARM_UP = 20;

/** The median time of API calls at 100,000 links, and its ratio to `GET /healthz`. */
export async function measureCalls(): Promise<object> {
  const dataDir = createTempDir();
  await seed(dataDir);
  await using site = await openBenchSite(dataDir);
  pinToCore(process.pid, 1);
  const calls = prepare(site);
  const times: Record<string, number[]> = {};
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const begun = performance.now();
      const response = await call(round);
      await response.arrayBuffer();
      const time = performance.now() - begun;
      if (response.status !== 200) throw new Error(`${name}: HTTP ${response.status}`);
      if (round >= WARM_UP) (times[name] ??= []).push(time);
    }
  }
  const bare = median(times['healthz']!);
  const rows = Object.entries(times).map(([name, values]) => {
    const ms = median(values);
    return [name, { ms, ratio: Math.round((ms / bare) * 100) / 100 }];
  });
  return { links: LINKS, calls: CALLS, ...Object.fromEntries(rows) };
}

function prepare(site: BenchSite): Readonly<Record<string, (round: number) => Promise<Response>>> {
  const page = (page: number) => () => site.call('GET', `/api/urls?page=${page}&limit=10`);
  return {
    healthz: () => site.call('GET', '/healthz'),
    list_first_page: page(1),
    list_middle_page: page(LINKS / 20),
    list_last_page: page(LINKS / 10),
    list_by_clicks: () => site.call('GET', '/api/urls?sort=clicks&limit=10'),
    list_by_title: () => site.call('GET', '/api/urls?sort=title&limit=10'),
    list_by_long_url: () => site.call('GET', '/api/urls?sort=long_url&limit=10'),
    create: (round) =>
      site.call('POST', '/api/shorten_url', {
        long_url: `https://example.com/new/${round}`,
        title: 'New',
      }),
  };
}

async function seed(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  const links = Array.from({ length: LINKS }, (_, number) => ({
    short_url: `s${number}`,
    long_url: `https://example.com/articles/${number}?utm_source=poster`,
    title: `Article number ${number}`,
  }));
  await seedLinks(engine, links);
  await engine.close();
}
