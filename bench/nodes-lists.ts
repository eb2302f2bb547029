import { median, pinToCore, round } from './measure.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import type { NodesPlace } from './nodes-place.ts';
import { listSearches } from './search.ts';

const SQLITE_PORT = 29_203;
const NODE_PORT = 29_204;
const CALLS = 20;
const WARM_UP = 5;

/** List pages and searches over HTTP, of SQLite and PostgreSQL in turn. */
export async function measureLists(place: NodesPlace): Promise<object> {
  await using sqlite = await openBenchSite(place.sqliteDir, { port: SQLITE_PORT });
  await using postgres = await openBenchSite(place.directory('lists'), {
    port: NODE_PORT,
    env: place.env,
  });
  pinToCore(process.pid, 1);
  const rows: Record<string, object> = {};
  for (const [name, call] of Object.entries(listCalls(place.links))) {
    const times: Record<'sqlite' | 'postgres', number[]> = { sqlite: [], postgres: [] };
    const totals = new Set<number>();
    for (let turn = 0; turn < WARM_UP + CALLS; turn += 1) {
      for (const [engine, site] of Object.entries({ sqlite, postgres }) as [
        keyof typeof times,
        BenchSite,
      ][]) {
        const begun = performance.now();
        totals.add(await readTotal(await call(site)));
        const time = performance.now() - begun;
        if (turn >= WARM_UP) times[engine].push(time);
      }
    }
    if (totals.size !== 1)
      throw new Error(`${name}: not the same on both: ${[...totals].join(', ')}`);
    const [ofSqlite, ofPostgres] = [median(times.sqlite), median(times.postgres)];
    rows[name] = {
      sqlite_ms: ofSqlite,
      postgres_ms: ofPostgres,
      postgres_to_sqlite: round(ofPostgres / ofSqlite),
    };
  }
  return rows;
}

type Call = (site: BenchSite) => Promise<Response>;

function list(query: string): Call {
  return (site) => site.call('GET', `/api/urls?limit=10&${query}`);
}

function listCalls(links: number): Readonly<Record<string, Call>> {
  const searching = Object.entries(listSearches(links)).map(([name, search]): [string, Call] => [
    `search_${name}`,
    (site) => site.call('POST', '/api/search', { ...search, page: 1, limit: 10 }),
  ]);
  return {
    list_first_page: list('page=1'),
    list_page_100: list('page=100'),
    list_middle_page: list(`page=${links / 20}`),
    list_last_page: list(`page=${links / 10}`),
    list_by_clicks: list('sort=clicks'),
    list_by_created_at: list('sort=created_at'),
    list_by_title: list('sort=title'),
    list_by_long_url: list('sort=long_url'),
    ...Object.fromEntries(searching),
    search_code: (site) =>
      site.call('POST', '/api/search', { filter: 'short_url', keyword: 's99', page: 1, limit: 10 }),
  };
}

async function readTotal(response: Response): Promise<number> {
  const { code, data } = (await response.json()) as {
    code: number;
    data: { total: number } | null;
  };
  // A search without results has its own status.
  if (code !== 200 && response.status >= 500) throw new Error(`HTTP ${response.status}`);
  return data?.total ?? 0;
}
