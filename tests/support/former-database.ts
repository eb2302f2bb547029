import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
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
