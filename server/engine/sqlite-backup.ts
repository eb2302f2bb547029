import { Database } from 'bun:sqlite';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { appendFooter } from './backup-footer.ts';
import { BACKUP_FOLDER, DATABASE_FILE, KEY_FILE, syncToDisk } from './data-directory.ts';
import { nowSeconds } from './now.ts';

/** How many backups from before upgrades stay. */
const UPGRADES_KEPT = 3;
const BEFORE_UPGRADE = 'before-';

const UNFINISHED = '.part';
/** How long a file that nobody writes into may pass for unfinished, in milliseconds. */
const UNFINISHED_MS = 3600 * 1000;

/**
 * Writes all of a site into one file, also while others write: the tables as they are at one
 * instant, and the key that seals the API token. The file is its owner's alone, checked, on the
 * disk when this returns, and appears whole or not at all; one that is there is replaced.
 *
 * Keeps the thread busy until it is done: seconds for a million links.
 */
export function writeBackup(dataDir: string, path: string): void {
  const unfinished = `${path}.${process.pid}${UNFINISHED}`;
  try {
    // A killed process may have had the same number.
    removeUnfinished(unfinished);
    // SQLite writes into an empty file that it finds, and leaves its mode alone.
    writeFileSync(unfinished, '', { flag: 'wx', mode: 0o600 });
    const createdAt = nowSeconds();
    copyLive(join(dataDir, DATABASE_FILE), unfinished);
    describe(unfinished, createdAt, readKey(dataDir));
    checkIntegrity(unfinished);
    appendFooter(unfinished);
    syncToDisk(unfinished);
    renameSync(unfinished, path);
    syncToDisk(dirname(path));
  } catch (error) {
    removeUnfinished(unfinished);
    throw error;
  }
}

function removeUnfinished(file: string): void {
  for (const suffix of ['-journal', '']) rmSync(file + suffix, { force: true });
}

/**
 * Backs a site up inside its data directory before the named migration changes its tables. Throws
 * when that cannot be done: then the tables must stay as they are.
 */
export function backUpBeforeUpgrade(dataDir: string, migration: string): void {
  const folder = join(dataDir, BACKUP_FOLDER);
  const instant = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  try {
    openBackupFolder(dataDir);
    writeBackup(dataDir, join(folder, `${BEFORE_UPGRADE}${migration}-${instant}.db`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the database needs an upgrade (${migration}), and the backup before it failed: ${reason}. Nothing is changed; is there room in ${folder}?`,
      { cause: error },
    );
  }
  // Migrations are numbered, so their names sort by time as the instants do.
  const backups = readdirSync(folder)
    .filter((name) => name.startsWith(BEFORE_UPGRADE) && name.endsWith('.db'))
    .toSorted();
  for (const name of backups.slice(0, -UPGRADES_KEPT)) rmSync(join(folder, name), { force: true });
}

/**
 * The folder of the backups that Brisk makes by itself, created when it is not there, and without
 * what killed processes have left in it.
 */
export function openBackupFolder(dataDir: string): string {
  const folder = join(dataDir, BACKUP_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder).filter((name) => name.includes(UNFINISHED))) {
    const file = join(folder, name);
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - written > UNFINISHED_MS) rmSync(file, { force: true });
  }
  return folder;
}

function copyLive(live: string, copy: string): void {
  const database = new Database(live, { readonly: true, strict: true });
  try {
    database.run('pragma busy_timeout = 10000');
    // One read transaction: what is committed meanwhile is not in the copy.
    database.run('vacuum into ?', [copy]);
  } finally {
    database.close();
  }
}

/** Puts what is no part of the tables of a site into a table of its own. */
function describe(file: string, createdAt: number, key: Buffer | null): void {
  const database = new Database(file, { readwrite: true, strict: true });
  try {
    // The file is thrown away when anything fails.
    database.run('pragma journal_mode = off');
    database.run('pragma synchronous = off');
    database.run('create table backup_meta (created_at integer not null, secret_key blob)');
    database.run('insert into backup_meta values (?, ?)', [createdAt, key]);
  } finally {
    database.close();
  }
}

function readKey(dataDir: string): Buffer | null {
  const file = join(dataDir, KEY_FILE);
  return existsSync(file) ? readFileSync(file) : null;
}

function checkIntegrity(file: string): void {
  const database = new Database(file, { readonly: true, strict: true });
  try {
    const fault = findFault(database);
    if (fault !== null) throw new Error(`the database is damaged: ${fault}`);
  } finally {
    database.close();
  }
}

/** The first thing that is wrong with a database, or null. */
export function findFault(database: Database): string | null {
  const row = database.query<{ integrity_check: string }, []>('pragma integrity_check(1)').get();
  return row?.integrity_check === 'ok' ? null : (row?.integrity_check ?? 'it cannot be checked');
}
