import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { DATABASE_FILE } from '../server/engine/data-directory.ts';
import type { Engine } from '../server/engine/engine.ts';
import { createMigrations } from '../server/engine/migrations.ts';
import { openPostgres } from '../server/engine/postgres.ts';
import { postgresSql, sqliteSql } from '../server/engine/sql.ts';
import { bunSqliteDialect } from '../server/engine/sqlite-dialect.ts';
import { openSqlite } from '../server/engine/sqlite.ts';
import { sharedPostgres } from './postgres/postgres-server.ts';
import { isPostgres } from './test-engine.ts';

/** A database that was in a former form, and is in that of this version now. */
export interface Upgraded extends AsyncDisposable {
  readonly engine: Engine;
}

/** Makes a database as it was after a migration, has it filled, and opens it. */
export async function upgradeFrom(
  migration: string,
  fill: (db: Kysely<object>) => Promise<void>,
): Promise<Upgraded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  const databaseUrl = isPostgres ? await (await sharedPostgres()).createDatabase() : '';
  const db = new Kysely<object>({
    dialect: isPostgres
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, ssl: false }) })
      : bunSqliteDialect(new Database(join(dataDir, DATABASE_FILE), { create: true })),
  });
  const migrations = createMigrations(isPostgres ? postgresSql : sqliteSql);
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateTo(migration);
  if (error !== undefined) throw error;
  await fill(db);
  await db.destroy();
  const engine = isPostgres
    ? await openPostgres({ databaseUrl, onError: () => undefined })
    : await openSqlite(dataDir);
  return {
    engine,
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
