import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../server/engine/files/data-directory.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openPostgres } from '../../server/engine/postgres/postgres.ts';
import { openSqlite } from '../../server/engine/sqlite/sqlite.ts';
import type { PostgresAt } from '../postgres/postgres-at.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';

/** The database of all tests in this process: PostgreSQL with `ENGINE=postgres`, else SQLite. */
export const isPostgres = process.env['ENGINE'] === 'postgres';

/** The empty template that each test's database copies. */
const TEMPLATE = `site_${Bun.hash(globSync('server/engine/{sql,migrations/*}.ts').sort().map(readText).join('\n'))}`;

/** Data directory → its database. */
const databases = new Map<string, Promise<string>>();
let template: Promise<void> | null = null;
/** What new sites of SQLite begin with. */
let emptyDatabase: Promise<Uint8Array> | null = null;

/** The environment of a data directory, the same at each call. */
export async function databaseEnvironment(dataDir: string): Promise<Record<string, string>> {
  if (!isPostgres) return {};
  let url = databases.get(dataDir);
  if (url === undefined) {
    url = createSiteDatabase();
    databases.set(dataDir, url);
  }
  return { DATABASE_URL: await url };
}

/** Opens the database of a data directory; makes it at the first call. */
export async function openTestEngine(dataDir: string, clock?: () => number): Promise<Engine> {
  const { DATABASE_URL: databaseUrl } = await databaseEnvironment(dataDir);
  if (databaseUrl === undefined) {
    await copyEmptyDatabase(dataDir);
    return openSqlite(dataDir, { clock });
  }
  return openPostgres({ databaseUrl, onError, ...(clock === undefined ? {} : { clock }) });
}

/** Gives a new data directory the empty tables of SQLite: a copy is much faster than migrations. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  const to = join(dataDir, DATABASE_FILE);
  if (isPostgres || existsSync(to)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(to, await (emptyDatabase ??= makeEmptyDatabase()), { mode: 0o600 });
}

async function makeEmptyDatabase(): Promise<Uint8Array> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-empty-'));
  await (await openSqlite(dataDir)).close();
  const bytes = readFileSync(join(dataDir, DATABASE_FILE));
  rmSync(dataDir, { recursive: true });
  return bytes;
}

export async function dropDatabases(
  beforeDrop?: (server: PostgresAt, urls: readonly string[]) => Promise<void>,
): Promise<void> {
  const made = await Promise.all(databases.values());
  databases.clear();
  if (made.length === 0) return;
  const server = await sharedPostgres();
  await beforeDrop?.(server, made);
  for (const url of made) await server.dropDatabase(url);
}

/** Makes a database with empty tables; returns its URL. */
export async function createSiteDatabase(): Promise<string> {
  const server = await sharedPostgres();
  await (template ??= createTemplate(server));
  const url = new URL(await server.createDatabase(undefined, TEMPLATE));
  // A safety net: a busy machine may take longer than the five seconds of Brisk.
  url.searchParams.set('connect_timeout', '60');
  return url.href;
}

/** A copy is much faster than migrations. One of several processes makes the template. */
async function createTemplate(server: PostgresAt): Promise<void> {
  const isThere = `select 1 from pg_database where datname = '${TEMPLATE}'`;
  if ((await server.query('postgres', isThere)).length > 0) return;
  const databaseUrl = await server.createDatabase();
  await (await openPostgres({ databaseUrl, onError })).close();
  const name = new URL(databaseUrl).pathname.slice(1);
  await server
    .query('postgres', `alter database "${name}" rename to "${TEMPLATE}"`)
    .catch(async (error: unknown) => {
      await server.dropDatabase(databaseUrl);
      if ((await server.query('postgres', isThere)).length === 0) throw error;
    });
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

function onError(error: unknown): void {
  process.stderr.write(`${Bun.inspect(error)}\n`);
}
