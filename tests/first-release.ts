import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DATABASE_FILE } from '../server/engine/data-directory.ts';
import { createFirstTables } from '../server/engine/migrations/001-first.ts';
import { sqliteSql } from '../server/engine/sql.ts';
import { bunSqliteDialect } from '../server/engine/sqlite-dialect.ts';

/** Makes the database as the first release left it, with these links, each clicked 42 times. */
export async function createFirstRelease(dataDir: string, codes: readonly string[]): Promise<void> {
  const database = new Database(join(dataDir, DATABASE_FILE), { create: true });
  database.run('pragma journal_mode = wal');
  const db = new Kysely<object>({ dialect: bunSqliteDialect(database) });
  const migrations = { '001-first': createFirstTables(sqliteSql) };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  const insert = database.query(
    `insert into link (short_url, long_url, long_url_hash, title, description, clicks,
       created_at, updated_at, expires_at, ip)
     values (?, 'https://example.com/', 1, 'Old', '', 42, 1, 1, 0, '')`,
  );
  for (const code of codes) insert.run(code);
  await db.destroy();
}
