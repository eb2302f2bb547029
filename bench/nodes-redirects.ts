import { mkdirSync } from 'node:fs';
import { startBrisk } from './brisk.ts';
import { measureUntilStopped, type Summary } from './contest.ts';
import { median, round } from './measure.ts';
import type { NodesPlace } from './nodes-place.ts';
import { HOT_PATH, loadWithWrk, type Load } from './wrk.ts';

const SQLITE_PORT = 29_201;
const NODE_PORT = 29_202;

const COLD_CONNECTIONS = 64;
const COLD_ROUNDS = 7;
const COLD_SECONDS = 2;
/** More codes than one round requests. */
const COLD_CODES = 100_000;
/** Coprime to the number of links, so that no code repeats. */
const STEP = 7919;

/** Redirects from memory, of SQLite and PostgreSQL in turn. */
export async function measureCached(place: NodesPlace): Promise<Summary> {
  await using sqlite = await startBrisk(place.sqliteDir, { port: SQLITE_PORT });
  await using postgres = await startBrisk(place.directory('cached'), {
    port: NODE_PORT,
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
export async function measureCold(place: NodesPlace): Promise<object> {
  const { database, links } = place;
  const directory = place.directory('lua');
  mkdirSync(directory, { recursive: true });
  await using node = await startBrisk(place.directory('cold'), { port: NODE_PORT, env: place.env });
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
