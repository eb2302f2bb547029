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
import { createFormerDatabase } from '../../../tests/support/former-database.ts';
import {
  insertTaggedLinks,
  readTaggedCounts,
  taggedCounts,
} from '../../../tests/support/tagged-links.ts';
import { copyDatabase } from './backup-footer.ts';
import { BACKUP_FOLDER, DATABASE_FILE } from '../files/data-directory.ts';
import { openBackupFolder } from './backup.ts';
import { openSqlite } from './sqlite.ts';

function readBackup(dataDir: string, name: string) {
  const copy = join(dataDir, 'copy.db');
  rmSync(copy, { force: true });
  copyDatabase(join(dataDir, 'backups', name), copy);
  const database = new Database(copy, { readonly: true });
  const names = database.query('select name from kysely_migration').all();
  const links = database.query('select count(*) as links from link').get();
  database.close();
  return { names, links };
}

test('an upgrade backs the database up first, whole and for its owner alone', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const { dataDir } = former;
  const engine = await openSqlite(dataDir);
  expect(await readTaggedCounts(engine)).toEqual(taggedCounts);
  await engine.close();
  const [name, ...others] = readdirSync(join(dataDir, 'backups'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^before-002-tag-counts-\d{8}T\d{6}Z\.db$/);
  expect((statSync(join(dataDir, 'backups', name!)).mode & 0o777).toString(8)).toBe('600');
  expect(readBackup(dataDir, name!)).toEqual({
    names: [{ name: '001-baseline' }],
    links: { links: 180 },
  });
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([name!]);
});

test('the start after a killed upgrade removes its unfinished backup at once', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const folder = join(former.dataDir, BACKUP_FOLDER);
  mkdirSync(folder, { recursive: true });
  const ended = Bun.spawnSync(['sh', '-c', 'exit']).pid;
  const left = [ended, process.pid].flatMap((id) =>
    ['', '-journal'].map(
      (suffix) => `before-002-tag-counts-20260101T000000Z.db.${id}.part${suffix}`,
    ),
  );
  const running = `download.db.${process.ppid}.part`;
  for (const name of [...left, running]) writeFileSync(join(folder, name), 'half');
  await (await openSqlite(former.dataDir)).close();
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([running]);
  for (const name of left) writeFileSync(join(folder, name), 'half');
  openBackupFolder(former.dataDir);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([running]);
});

test('a new database needs no backup', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(dataDir)).toContain(DATABASE_FILE);
  expect(readdirSync(dataDir)).not.toContain(BACKUP_FOLDER);
  rmSync(dataDir, { recursive: true });
});

test('an upgrade that cannot be backed up does not begin', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const { dataDir } = former;
  writeFileSync(join(dataDir, 'backups'), 'in the way');
  const before = readFileSync(join(dataDir, DATABASE_FILE));
  const opening = openSqlite(dataDir);
  expect(opening).rejects.toThrow(/needs an upgrade \(002-tag-counts\).*Nothing is changed/s);
  await opening.catch(() => undefined);
  expect(readFileSync(join(dataDir, DATABASE_FILE)).equals(before)).toBe(true);
  rmSync(join(dataDir, 'backups'));
  await (await openSqlite(dataDir)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

test('the last three backups of upgrades stay, and what others have put there', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const { dataDir } = former;
  const folder = join(dataDir, 'backups');
  const names = ['000-a', '000-b', '000-c', '000-d'].map((one) => `before-${one}-2020.db`);
  mkdirSync(folder);
  for (const name of [...names, 'mine.db']) writeFileSync(join(folder, name), '');
  await (await openSqlite(dataDir)).close();
  const left = readdirSync(folder).toSorted();
  expect(left.slice(0, 2)).toEqual(names.slice(2));
  expect(left.slice(2)).toEqual([expect.stringContaining('before-002-tag-counts'), 'mine.db']);
});
