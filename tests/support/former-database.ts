import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { selectToken } from '../../server/account/api-tokens.store.ts';
import { selectIsKnown } from '../../server/account/known-address.store.ts';
import { selectSession } from '../../server/account/sessions.store.ts';
import { hashToken } from '../../server/account/tokens.ts';
import { DATABASE_FILE } from '../../server/engine/files/data-directory.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { createMigrations } from '../../server/engine/migrations.ts';
import { openEngine, type DatabasePlace } from '../../server/engine/open-engine.ts';
import { postgresSql, sqliteSql, type Dialect } from '../../server/engine/sql.ts';
import { bunSqliteDialect } from '../../server/engine/sqlite/dialect.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { isPostgres } from './test-engine.ts';

/** The migrations of the first version. */
export function firstMigrations(dialect: Dialect): Record<string, Migration> {
  const [first] = Object.entries(createMigrations(dialect));
  return Object.fromEntries([first!]);
}

export interface FormerDatabase extends DatabasePlace, AsyncDisposable {
  open(): Promise<Engine>;
  /** Changes it without an upgrade. */
  use<Result>(work: (db: Kysely<object>) => Promise<Result>): Promise<Result>;
}

export async function createFormerDatabase(
  fill: (db: Kysely<object>) => Promise<void>,
  migrations: (dialect: Dialect) => Record<string, Migration> = firstMigrations,
  product: 'sqlite' | 'postgres' = isPostgres ? 'postgres' : 'sqlite',
): Promise<FormerDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  const databaseUrl =
    product === 'postgres' ? await (await sharedPostgres()).createDatabase() : null;
  const use: FormerDatabase['use'] = async (work) => {
    const db = connect({ dataDir, databaseUrl });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };
  await use(async (db) => {
    const known = migrations(databaseUrl === null ? sqliteSql : postgresSql);
    const provider = { getMigrations: () => Promise.resolve(known) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw error;
    await fill(db);
  });
  return {
    dataDir,
    databaseUrl,
    open: () => openEngine({ dataDir, databaseUrl }, () => undefined),
    use,
    async [Symbol.asyncDispose]() {
      rmSync(dataDir, { recursive: true });
      if (databaseUrl !== null) await (await sharedPostgres()).dropDatabase(databaseUrl);
    },
  };
}

function connect({ dataDir, databaseUrl }: DatabasePlace): Kysely<object> {
  if (databaseUrl === null) {
    const database = new Database(join(dataDir, DATABASE_FILE), { create: true });
    database.run('pragma journal_mode = wal');
    return new Kysely<object>({ dialect: bunSqliteDialect(database) });
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, ssl: false, max: 1 });
  // The database is dropped by force: a connection that closes may still be told so.
  pool.on('error', () => undefined);
  return new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
}

const LATER = 4_000_000_000;
const login = hashToken('web-former');
const token = hashToken('sk-former');

/** The tables of a former version, before those that follow it. */
export function migrationsUpTo(last: string) {
  return (dialect: Dialect) =>
    Object.fromEntries(Object.entries(createMigrations(dialect)).filter(([name]) => name <= last));
}

/** An account of before there were several, with all that logs it in. `last`: the last migration. */
export async function insertFormerOwner(db: Kysely<object>, last: string): Promise<void> {
  // `005-owners` gave accounts a role.
  const [name, role] = last >= '005' ? [sql`, role`, sql`, 'owner'`] : [sql``, sql``];
  await sql`insert into account (id, username, email, password_hash, created_at${name})
    values (1, 'ada', 'ada@example.com', 'hash', 5${role})`.execute(db);
  await sql`insert into session (token_hash, expires_at) values (${login}, ${LATER})`.execute(db);
  await sql`insert into known_address (mark, last_login_at) values ('mark', ${LATER})`.execute(db);
  await sql`insert into api_token (account_id, token_hash, token_sealed, ip, user_agent, created_at)
    values (1, ${token}, 'sealed', '192.0.2.1', 'agent', 6)`.execute(db);
}

export async function expectFormerOwner(engine: Engine): Promise<void> {
  expect(await selectSession(engine, login)).toMatchObject({ id: 1, role: 'owner' });
  expect(await selectToken(engine, token)).toMatchObject({
    id: 1,
    is_default: 1,
    scopes: 'links:create links:read links:write stats:read status:read',
    expires_at: 0,
  });
  expect(await selectIsKnown(engine, { account: 1, mark: 'mark' }, LATER)).toBe(true);
}
