import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { lockDataDirectory, openSqlite } from '../sqlite/sqlite.ts';
import { writeBackup } from '../sqlite/backup.ts';
import { assertNotInUse, assertOutsideSite } from './site-files.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'brisk-site-files-')));
const dataDir = join(place, 'site');
const other = join(place, 'other');
const elsewhere = join(place, 'elsewhere');
const settings = join(place, 'password.txt');
const segment = join(dataDir, 'clicks/0mabcdefg-01234567.clicks');
const kept = join(dataDir, 'backups/monday.db');

beforeAll(async () => {
  for (const site of [dataDir, other]) {
    const engine = await openSqlite(site);
    await engine.readSecretKey();
    await engine.close();
    lockDataDirectory(site)!.release();
    mkdirSync(join(site, 'clicks/deeper'), { recursive: true });
    mkdirSync(join(site, 'clicks.duckdb.tmp/read'), { recursive: true });
    mkdirSync(join(site, 'backups'));
  }
  mkdirSync(elsewhere);
  writeFileSync(segment, 'clicks');
  writeFileSync(settings, 'secret');
  writeBackup(dataDir, kept);
  copyFileSync(kept, join(dataDir, 'backups/before-012-x-20260101T000000Z.db'));
  copyFileSync(kept, join(elsewhere, 'brisk.db'));
  symlinkSync(join(dataDir, 'brisk.db'), join(elsewhere, 'symlink.db'));
  symlinkSync('symlink.db', join(elsewhere, 'symlink-to-symlink.db'));
  symlinkSync(join(dataDir, 'brisk.db-journal'), join(elsewhere, 'symlink-to-nothing.db'));
  symlinkSync(dataDir, join(elsewhere, 'linked-site'));
  linkSync(join(dataDir, 'secret.key'), join(elsewhere, 'hard-link.db'));
  linkSync(segment, join(elsewhere, 'hard-link-of-segment.db'));
});
afterAll(() => rmSync(place, { recursive: true }));

function write(path: string, isTemporary = false): void {
  assertOutsideSite(path, { dataDir, settingFiles: [settings], isTemporary });
}

const ofSite = [
  'brisk.db',
  'brisk.db-wal',
  'brisk.db-shm',
  'brisk.db-journal',
  'BRISK.DB',
  'Brisk.db-WAL',
  'brisk.db.before-restore-20260101T000000.000Z',
  'secret.key',
  'SECRET.key',
  'server.lock',
  'generation',
  'clicks.duckdb',
  'clicks.duckdb.wal',
  'clicks.duckdb.tmp/read/new.db',
  'restore.part',
  'clicks/0mabcdefg-01234567.clicks',
  'clicks/new.db',
  'clicks/deeper/new.db',
  'backups/before-012-x-20260101T000000Z.db',
  'backups/download-1.db',
];

test.each(ofSite)('%s is never overwritten, by any path', (name) => {
  const site = (folder: string) => join(folder, name);
  const ways = [
    site(dataDir),
    site(other),
    site(relative(process.cwd(), dataDir)),
    `${dataDir}/../site/./${name}`,
    // `..` behind a symbolic link is the parent of the link's target.
    `${elsewhere}/linked-site/../other/${name}`,
    site(join(elsewhere, 'linked-site')),
    `${dataDir}//${name}`,
    `/proc/self/root${dataDir}/${name}`,
    `/proc/self/cwd/${relative(process.cwd(), dataDir)}/${name}`,
  ];
  for (const way of ways) expect(() => write(way)).toThrow(`${way} belongs to a site`);
});

test.each([
  'symlink.db',
  'symlink-to-symlink.db',
  'symlink-to-nothing.db',
  'hard-link.db',
  'hard-link-of-segment.db',
])("the site's file with the name %s elsewhere is never overwritten", (name) => {
  expect(() => write(join(elsewhere, name))).toThrow('belongs to a site');
});

test('files of settings, and paths that are not files, are never overwritten', () => {
  expect(() => write(settings)).toThrow('belongs to a site');
  for (const path of [
    dataDir,
    join(dataDir, 'clicks'),
    elsewhere,
    '/dev/null',
    '/proc/self/fd/0',
  ]) {
    expect(() => write(path)).toThrow(`${path} is not a file`);
  }
});

test('a backup may lie beside the site and replace an earlier one', () => {
  const free = [
    kept,
    join(dataDir, 'backups/tuesday.db'),
    join(dataDir, 'monday.db'),
    join(dataDir, 'mine/monday.db'),
    join(elsewhere, 'brisk.db'),
    join(elsewhere, 'new.db'),
    join(elsewhere, 'missing/new.db'),
    relative(process.cwd(), join(elsewhere, 'new.db')),
  ];
  for (const path of free) expect(() => write(path)).not.toThrow();
  expect(() => write(join(dataDir, 'backups/download-1.db'), true)).not.toThrow();
});

test('files in use are not restored, backups are', () => {
  for (const name of ['brisk.db', 'secret.key', 'server.lock', `clicks/${basename(segment)}`]) {
    expect(() => assertNotInUse(join(dataDir, name), dataDir)).toThrow('is not a backup');
  }
  expect(() => assertNotInUse(join(elsewhere, 'symlink.db'), dataDir)).toThrow('is not a backup');
  writeFileSync(join(dataDir, 'restore.part'), readFileSync(kept));
  expect(() => assertNotInUse(join(dataDir, 'restore.part'), dataDir)).toThrow('is not a backup');
  for (const path of [kept, join(elsewhere, 'brisk.db'), join(place, 'missing.db')]) {
    expect(() => assertNotInUse(path, dataDir)).not.toThrow();
  }
});
