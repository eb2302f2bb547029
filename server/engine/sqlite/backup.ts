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
import { BACKUP_FOLDER, DATABASE_FILE, KEY_FILE, syncToDisk } from '../files/data-directory.ts';
import { nowSeconds } from '../now.ts';
import { nameUnfinished } from '../files/unfinished-file.ts';

const UPGRADES_KEPT = 3;
const BEFORE_UPGRADE = 'before-';

const UNFINISHED = '.part';
const UNFINISHED_MS = 3600 * 1000;

/**
 * Shows one instant, is checked and durable on return, has mode 0600. Appears whole or not at all,
 * and replaces an existing file. Blocks the thread: seconds for a million links.
 */
export function writeBackup(dataDir: string, path: string): void {
  const unfinished = nameUnfinished(path);
  try {
    // SQLite writes into an existing empty file and keeps its mode.
    writeFileSync(unfinished, '', { flag: 'wx', mode: 0o600 });
    const createdAt = nowSeconds();
    copyLive(join(dataDir, DATABASE_FILE), unfinished);
    addBackupTable(unfinished, createdAt, readKey(dataDir));
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

/** Throws when the backup fails: then the tables must not change. */
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
  const backups = readdirSync(folder)
    .filter((name) => name.startsWith(BEFORE_UPGRADE) && name.endsWith('.db'))
    .toSorted();
  for (const name of backups.slice(0, -UPGRADES_KEPT)) rmSync(join(folder, name), { force: true });
}

export function openBackupFolder(dataDir: string): string {
  const folder = join(dataDir, BACKUP_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder).filter((name) => name.includes(UNFINISHED))) {
    const file = join(folder, name);
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const isOld = Date.now() - written > UNFINISHED_MS;
    if (isOld || !isWriterRunning(name)) rmSync(file, { force: true });
  }
  return folder;
}

/** Another process may have got the id of a killed one; this process writes nothing yet. */
function isWriterRunning(name: string): boolean {
  const id = Number(/\.(\d+)\.part/.exec(name)?.[1] ?? 0);
  if (id === 0) return true;
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function copyLive(live: string, copy: string): void {
  using database = new Database(live, { readonly: true, strict: true });
  database.run('pragma busy_timeout = 10000');
  // One read transaction: later commits are not in the copy.
  database.run('vacuum into ?', [copy]);
}

function addBackupTable(file: string, createdAt: number, key: Buffer | null): void {
  using database = new Database(file, { readwrite: true, strict: true });
  // On failure the file is deleted, so it needs no journal.
  database.run('pragma journal_mode = off');
  database.run('pragma synchronous = off');
  database.run('create table backup_meta (created_at integer not null, secret_key blob)');
  database.run('insert into backup_meta values (?, ?)', [createdAt, key]);
}

function readKey(dataDir: string): Buffer | null {
  const file = join(dataDir, KEY_FILE);
  return existsSync(file) ? readFileSync(file) : null;
}

function checkIntegrity(file: string): void {
  using database = new Database(file, { readonly: true, strict: true });
  const fault = findFault(database);
  if (fault !== null) throw new Error(`the database is damaged: ${fault}`);
}

export function findFault(database: Database): string | null {
  const row = database.query<{ integrity_check: string }, []>('pragma integrity_check(1)').get();
  return row?.integrity_check === 'ok' ? null : (row?.integrity_check ?? 'it cannot be checked');
}
