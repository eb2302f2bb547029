import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { copyDatabase } from './backup-footer.ts';
import { BACKUP_FOLDER, DATABASE_FILE } from './data-directory.ts';
import { createFirstTables } from './migrations/001-first.ts';
import { sqliteSql } from './sql.ts';
import { bunSqliteDialect } from './sqlite-dialect.ts';
import { openSqlite } from './sqlite.ts';

/** A data directory as the first release has left it, with one link. */
async function createFirstRelease(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  const database = new Database(join(dataDir, DATABASE_FILE), { create: true });
  database.run('pragma journal_mode = wal');
  const db = new Kysely<object>({ dialect: bunSqliteDialect(database) });
  const migrations = { '001-first': createFirstTables(sqliteSql) };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  database.run(
    `insert into link (short_url, long_url, long_url_hash, title, description, clicks,
       created_at, updated_at, expires_at, ip)
     values ('old', 'https://example.com/', 1, 'Old', '', 42, 1, 1, 0, '')`,
  );
  await db.destroy();
  return dataDir;
}

function readBackup(dataDir: string, name: string) {
  const copy = join(dataDir, 'copy.db');
  rmSync(copy, { force: true });
  copyDatabase(join(dataDir, 'backups', name), copy);
  const database = new Database(copy, { readonly: true });
  const names = database.query('select name from kysely_migration').all();
  const links = database.query('select short_url, clicks from link').all();
  database.close();
  return { names, links };
}

test('an upgrade backs the database up first, whole and for its owner alone', async () => {
  const dataDir = await createFirstRelease();
  const engine = await openSqlite(dataDir);
  expect(await engine.db.selectFrom('link').select('clicks').execute()).toEqual([{ clicks: 42 }]);
  await engine.close();
  const [name, ...others] = readdirSync(join(dataDir, 'backups'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^before-002-lists-\d{8}T\d{6}Z\.db$/);
  expect((statSync(join(dataDir, 'backups', name!)).mode & 0o777).toString(8)).toBe('600');
  expect(readBackup(dataDir, name!)).toEqual({
    names: [{ name: '001-first' }],
    links: [{ short_url: 'old', clicks: 42 }],
  });
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([name!]);
  rmSync(dataDir, { recursive: true });
});

test('a new database needs no backup', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(dataDir)).toContain(DATABASE_FILE);
  expect(readdirSync(dataDir)).not.toContain(BACKUP_FOLDER);
  rmSync(dataDir, { recursive: true });
});

test('an upgrade that cannot be backed up does not begin', async () => {
  const dataDir = await createFirstRelease();
  writeFileSync(join(dataDir, 'backups'), 'in the way');
  const before = readFileSync(join(dataDir, DATABASE_FILE));
  const opening = openSqlite(dataDir);
  expect(opening).rejects.toThrow(/needs an upgrade \(002-lists\).*Nothing is changed/s);
  await opening.catch(() => undefined);
  expect(readFileSync(join(dataDir, DATABASE_FILE)).equals(before)).toBe(true);
  rmSync(join(dataDir, 'backups'));
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  rmSync(dataDir, { recursive: true });
});

test('the last three backups of upgrades stay, and what others have put there', async () => {
  const dataDir = await createFirstRelease();
  const folder = join(dataDir, 'backups');
  const names = ['000-a', '000-b', '000-c', '000-d'].map((one) => `before-${one}-2020.db`);
  mkdirSync(folder);
  for (const name of [...names, 'mine.db']) writeFileSync(join(folder, name), '');
  await (await openSqlite(dataDir)).close();
  const left = readdirSync(folder).toSorted();
  expect(left.slice(0, 2)).toEqual(names.slice(2));
  expect(left.slice(2)).toEqual([expect.stringContaining('before-002-lists'), 'mine.db']);
  rmSync(dataDir, { recursive: true });
});
