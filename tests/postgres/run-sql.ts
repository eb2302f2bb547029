import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './postgres-processes.ts';
import type { PostgresAt } from './postgres-at.ts';
import { normalizeSql, readWrittenSql, type WrittenSql } from './written-sql.ts';

/** SQL that no test runs on PostgreSQL, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'server/engine/migrations/': 'they run when the first database is made',
  'server/engine/migrations.ts': 'they run when the first database is made',
  'server/engine/sqlite': 'it is of SQLite',
  'server/engine/move/source.ts': 'it reads SQLite',
  'server/move/rows.ts': 'it reads SQLite',
  'server/engine/postgres/connection.ts': 'tests/nodes/failover runs it on servers of its own',
  'server/links/lists/link-filter.store.ts: and(': 'pages of a filter by date, of 16,384 links',
  'server/backup/': 'a backup is of the files of SQLite',
  'server/import/databases/': 'it reads copies of tables in SQLite',
  'server/import/jobs/count-visits.ts': 'it counts in a file of SQLite',
};
/** Other texts here are of DuckDB. */
const DUCKDB = /^server\/(?:stats\/(?!unknown-codes|alerts|ingest)|export\/export-clicks)/;

const TITLE = 'every SQL text of the server ran on PostgreSQL';

/** Settings of a server that records each statement. */
export function recordingSettings(): Readonly<Record<string, string>> {
  const library = join(findBinaries(), '../lib/pg_stat_statements.so');
  if (!existsSync(library)) throw new Error(`PostgreSQL lacks ${library}`);
  return {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '50000',
    compute_query_id: 'on',
  };
}

/** Prepares a server with {@link recordingSettings} for {@link keepRunSql}. */
export async function beginRecording(server: PostgresAt): Promise<void> {
  await server.query('postgres', 'create extension pg_stat_statements');
  await server.query('postgres', 'create table run_sql (hash text primary key, query text)');
}

/**
 * Keeps what ran in databases that are about to be dropped. The server itself forgets the rarest
 * statements beyond 50,000, counted over all databases.
 */
export async function keepRunSql(server: PostgresAt, urls: readonly string[]): Promise<void> {
  const names = urls.map((url) => new URL(url).pathname.slice(1));
  const ofThem = 'from pg_database where datname = any($1)';
  await server.query(
    'postgres',
    `insert into run_sql select distinct md5(query), query from pg_stat_statements
     where dbid in (select oid ${ofThem}) on conflict do nothing`,
    [names],
  );
  await server.query('postgres', `select pg_stat_statements_reset(0, oid, 0) ${ofThem}`, [names]);
}

/** The SQL of the server that a recording PostgreSQL has never run. */
export async function findUnrunSql(server: PostgresAt): Promise<string[]> {
  const rows = await server.query<{ query: string }>(
    'postgres',
    'select query from run_sql union select query from pg_stat_statements',
  );
  const statements = [...new Set(rows.map(({ query }) => normalizeSql(query)))];
  return listWrittenSql()
    .filter((sql) => !statements.some((statement) => runs(statement, sql)))
    .map(({ at, parts }) => `${at}: ${parts.join(' … ')}`);
}

/** The outcome of {@link findUnrunSql} as a test runner prints it. */
export async function reportUnrunSql(server: PostgresAt): Promise<string> {
  const unrun = await findUnrunSql(server);
  if (unrun.length === 0) return `(pass) ${TITLE}\n 1 pass\n 0 fail\n`;
  return `${unrun.join('\n')}\n(fail) ${TITLE}\n 0 pass\n 1 fail\n`;
}

function listWrittenSql(): WrittenSql[] {
  return globSync('server/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => readWrittenSql(path, readFileSync(path, 'utf8'), !DUCKDB.test(path)))
    .filter(({ at, parts }) => {
      const text = `${at.split(':')[0]}: ${parts[0]}`;
      return !Object.keys(notRun).some((name) => text.startsWith(name));
    });
}

export function runs(statement: string, { parts, isOrdered }: WrittenSql): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = indexOfWords(statement, part, isOrdered ? from : 0);
    from = at + part.length;
    return at >= 0;
  });
}

/** Where the text stands and no word goes on before or after it. */
function indexOfWords(statement: string, part: string, from: number): number {
  const goesOn = (at: number): boolean => /^\w\w$/.test(statement.slice(at - 1, at + 1));
  let at = statement.indexOf(part, from);
  while (at >= 0 && ((at > 0 && goesOn(at)) || goesOn(at + part.length))) {
    at = statement.indexOf(part, at + 1);
  }
  return at;
}
