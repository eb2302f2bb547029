import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { copyDatabase } from '../../server/engine/backup-footer.ts';
import { BACKUP_FOLDER, DATABASE_FILE } from '../../server/engine/data-directory.ts';
import { createFirstTables } from '../../server/engine/migrations/001-first.ts';
import { sqliteSql } from '../../server/engine/sql.ts';
import { bunSqliteDialect } from '../../server/engine/sqlite-dialect.ts';
import { openSqlite } from '../../server/engine/sqlite.ts';
import { seedLinks } from '../seed.ts';

const LINKS = 200;

const parent = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
const old = join(parent, 'old');
const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `old${index}` }));
afterAll(() => rmSync(parent, { recursive: true }));

/** A data directory as the first release has left it, with some links. */
beforeAll(async () => {
  mkdirSync(old);
  const database = new Database(join(old, DATABASE_FILE), { create: true });
  database.run('pragma journal_mode = wal');
  const db = new Kysely<object>({ dialect: bunSqliteDialect(database) });
  const migrations = { '001-first': createFirstTables(sqliteSql) };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  const insert = database.query(
    `insert into link (short_url, long_url, long_url_hash, title, description, clicks,
       created_at, updated_at, expires_at, ip) values (?, 'https://a.example/', 1, '', '', 42, 1, 1, 0, '')`,
  );
  for (const { short_url } of codes) insert.run(short_url);
  await db.destroy();
});

function readCodes(file: string): unknown[] {
  using database = new Database(file, { readonly: true });
  return database.query('select short_url from link where clicks = 42 order by id').all();
}

/** Upgrades a copy of the old site, killed before a statement; then again, to its end. */
async function upgradeTwice(fatal: number): Promise<{ wasKilled: boolean; statements: string }> {
  const dataDir = join(parent, `killed-${fatal}`);
  cpSync(old, dataDir, { recursive: true });
  const command = ['tests/torture/dying-upgrade.ts', dataDir, String(fatal)];
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'pipe', stderr: 'inherit' });
  const statements = await new Response(child.stdout).text();
  await child.exited;

  const engine = await openSqlite(dataDir);
  await seedLinks(engine, [{ short_url: 'new' }]);
  expect(await engine.db.selectFrom('deleted_link').selectAll().execute()).toEqual([]);
  await engine.close();
  expect([fatal, readCodes(join(dataDir, DATABASE_FILE))]).toEqual([fatal, codes]);
  const folder = join(dataDir, BACKUP_FOLDER);
  const backups = readdirSync(folder).filter((name) => name.endsWith('.db'));
  expect(backups.length).toBeGreaterThan(0);
  for (const backup of backups) {
    const copy = join(parent, 'copy.db');
    copyDatabase(join(folder, backup), copy);
    expect(readCodes(copy)).toEqual(codes);
    rmSync(copy);
  }
  rmSync(dataDir, { recursive: true });
  return { wasKilled: child.signalCode === 'SIGKILL', statements };
}

test('kill -9 before any statement of an upgrade leaves a site that can be upgraded again', async () => {
  for (let fatal = 1; ; fatal += 1) {
    const { wasKilled, statements } = await upgradeTwice(fatal);
    if (wasKilled) continue;
    expect(statements).toBe(String(fatal - 1));
    expect(fatal).toBeGreaterThan(20);
    break;
  }
}, 120_000);
