import { mkdirSync } from 'node:fs';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { median, percentile, pinToCore, readCpu, round, waitFor } from './measure.ts';
import { measureDrain } from './nodes-drain.ts';
import { measureSizes, NodesPlace } from './nodes-site.ts';
import { listSearches } from './search.ts';
import { type BenchSite, openBenchSite, spawnBrisk, startBrisk } from './site.ts';
import { HOT_PATH, type Load, loadWithWrk, measureUntilStopped, type Summary } from './wrk.ts';

const LINKS = 1_000_000;

/** Nodes on PostgreSQL at a million links, compared with SQLite where both can do the same. */
export async function measureNodes(): Promise<object> {
  await installSystemPackages('postgresql', 'wrk');
  await using place = await NodesPlace.open(LINKS);
  return {
    links: LINKS,
    bytes_per_link: await measureSizes(place),
    start: await measureNodeStart(place),
    cached: await measureCached(place),
    cold: await measureCold(place),
    lists: await measureLists(place),
    // The drain leaves many dead rows behind, so it comes late.
    drain: await measureDrain(place),
    creates: await measureNodeCreates(place),
  };
}

const FIRST_PORT = 29_206;
const CONNECTIONS = 32;
const ROUNDS = 7;
const ROUND_MS = 2000;

interface Round {
  readonly perSecond: number;
  /** Processor time for one link, in microseconds. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  readonly times: readonly number[];
}

/** Links created on one node and on two in turn. Throws when an acknowledged link is lost. */
async function measureNodeCreates(place: NodesPlace): Promise<object> {
  await using one = await openNode(place, 0);
  await using two = await openNode(place, 1);
  pinToCore(process.pid, 1);
  const rounds: Record<'nodes_1' | 'nodes_2', Round[]> = { nodes_1: [], nodes_2: [] };
  let created = await place.database.number('select count(*) from link');
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, nodes] of Object.entries({ nodes_1: [one], nodes_2: [one, two] })) {
      const measured = await createFor(place, nodes);
      created += measured.times.length;
      // The first round is a warm-up.
      if (round > 0) rounds[name as keyof typeof rounds].push(measured);
    }
  }
  const stored = await place.database.number('select count(*) from link');
  if (stored !== created) throw new Error(`${created} links were created, ${stored} are stored`);
  const rows = Object.entries(rounds).map(([name, measured]) => [
    name,
    {
      per_second: Math.round(median(measured.map(({ perSecond }) => perSecond))),
      node_cpu_us: Math.round(median(measured.map(({ nodeCpu }) => nodeCpu))),
      database_cpu_us: Math.round(median(measured.map(({ databaseCpu }) => databaseCpu))),
      p50_ms: median(measured.flatMap(({ times }) => times)),
      p99_ms: percentile(
        measured.flatMap(({ times }) => times),
        0.99,
      ),
    },
  ]);
  return { connections: CONNECTIONS, ...Object.fromEntries(rows) };
}

function openNode(place: NodesPlace, node: number): Promise<BenchSite> {
  const dataDir = place.directory(`creates-${node}`);
  return openBenchSite(dataDir, { port: FIRST_PORT + node, env: place.env });
}

async function createFor({ database }: NodesPlace, nodes: readonly BenchSite[]): Promise<Round> {
  const times: number[] = [];
  const readNodes = () => nodes.reduce((sum, { pid }) => sum + readCpu(pid), 0);
  const [nodeBefore, databaseBefore] = [readNodes(), database.readCpu()];
  const begun = performance.now();
  const callers = Array.from({ length: CONNECTIONS }, async (_, caller) => {
    const node = nodes[caller % nodes.length]!;
    for (let now = performance.now(); now < begun + ROUND_MS;) {
      const link = { long_url: `https://example.com/${now}/${caller}`, title: 'New' };
      await check(await node.call('POST', '/api/shorten_url', link));
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  });
  await Promise.all(callers);
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    nodeCpu: (readNodes() - nodeBefore) / times.length,
    databaseCpu: (database.readCpu() - databaseBefore) / times.length,
    times,
  };
}

async function check(response: Response): Promise<void> {
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code !== 200) throw new Error(`${response.url}: ${code} ${msg}`);
}

const LISTS_SQLITE_PORT = 29_203;
const LISTS_NODE_PORT = 29_204;
const CALLS = 20;
const WARM_UP = 5;

/** List pages and searches over HTTP, of SQLite and PostgreSQL in turn. */
async function measureLists(place: NodesPlace): Promise<object> {
  await using sqlite = await openBenchSite(place.sqliteDir, { port: LISTS_SQLITE_PORT });
  await using postgres = await openBenchSite(place.directory('lists'), {
    port: LISTS_NODE_PORT,
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

const REDIRECTS_SQLITE_PORT = 29_201;
const REDIRECTS_NODE_PORT = 29_202;

const COLD_CONNECTIONS = 64;
const COLD_ROUNDS = 7;
const COLD_SECONDS = 2;
/** More codes than one round requests. */
const COLD_CODES = 100_000;
/** Coprime to the number of links, so that no code repeats. */
const STEP = 7919;

/** Redirects from memory, of SQLite and PostgreSQL in turn. */
async function measureCached(place: NodesPlace): Promise<Summary> {
  await using sqlite = await startBrisk(place.sqliteDir, { port: REDIRECTS_SQLITE_PORT });
  await using postgres = await startBrisk(place.directory('cached'), {
    port: REDIRECTS_NODE_PORT,
    env: place.env,
  });
  const contenders = [
    { ...sqlite, name: 'sqlite', path: HOT_PATH },
    { ...postgres, name: 'postgres', path: HOT_PATH },
  ];
  const directory = place.directory('lua');
  mkdirSync(directory, { recursive: true });
  return await measureUntilStopped(directory, contenders, 'sqlite');
}

/** Redirects that the node has not cached. PostgreSQL itself counts the queries. */
async function measureCold(place: NodesPlace): Promise<object> {
  const { database, links } = place;
  const directory = place.directory('lua');
  mkdirSync(directory, { recursive: true });
  await using node = await startBrisk(place.directory('cold'), {
    port: REDIRECTS_NODE_PORT,
    env: place.env,
  });
  const loads: (Load & { readonly database_us: number })[] = [];
  await database.query('select pg_stat_statements_reset()');
  for (let turn = 0; turn <= COLD_ROUNDS; turn += 1) {
    const path = `"/s" .. ((n + ${turn * COLD_CODES}) * ${STEP} % ${links})`;
    const contender = { ...node, name: 'cold', path, connections: COLD_CONNECTIONS };
    const before = database.readCpu();
    const load = await loadWithWrk(directory, contender, COLD_SECONDS);
    loads.push({ ...load, database_us: (database.readCpu() - before) / load.requests });
  }
  const asked = await database.query<{ queries: string; codes: string }>(
    `select sum(calls) as queries, sum(rows) as codes from pg_stat_statements
      where query like '%short_url = any%'`,
  );
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  const middle = (pick: (load: (typeof loads)[number]) => number) =>
    median(loads.slice(1).map(pick));
  const cpu = middle((load) => load.cpu_us);
  return {
    connections: COLD_CONNECTIONS,
    cpu_us: cpu,
    per_second_and_core: Math.round(1e6 / cpu),
    per_second_here: middle((load) => load.requests / COLD_SECONDS),
    p50_ms: middle((load) => load.p50_ms),
    p99_ms: middle((load) => load.p99_ms),
    database_cpu_us: middle((load) => load.database_us),
    queries_per_redirect: round(Number(asked[0]!.queries) / requests),
    looked_up_per_redirect: round(Number(asked[0]!.codes) / requests),
  };
}

const RUNS = 9;
const PORT = 29_205;

/** Milliseconds from the start of a node on an existing database to the first 200 of `/healthz`. */
async function measureNodeStart(place: NodesPlace): Promise<object> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now();
    await using node = spawnBrisk(place.directory('start'), { port: PORT, env: place.env });
    await waitFor(`${node.url}/healthz`, node.process, 5);
    times.push(performance.now() - begun);
  }
  return { ready_ms: median(times) };
}
