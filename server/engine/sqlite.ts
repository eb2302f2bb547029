import { constants, Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { ChangeFeed } from './change-feed.ts';
import {
  createPrivateFile,
  DATABASE_FILE,
  LOCK_FILE,
  openDataDirectory,
} from './data-directory.ts';
import type { Engine } from './engine.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { migrate } from './migrations.ts';
import type { Schema } from './schema.ts';
import { openSecretKey } from './secret-key.ts';
import { sqliteSql } from './sql.ts';
import { backUpBeforeUpgrade } from './sqlite-backup.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { bunSqliteDialect, errorCode, isBusy } from './sqlite-dialect.ts';
import { SqliteLog } from './sqlite-log.ts';
import { WriteQueue } from './write-queue.ts';

/** Older versions can corrupt a database in WAL mode: https://sqlite.org/wal.html#walresetbug */
const SQLITE_MIN = '3.51.3';

/** How long writes may join a transaction: redirects wait while its work is done. */
const GROUP_MS = 5;

/**
 * How much of the database's log stays for the next writes, in bytes: all that it usually has, as a
 * sync takes longer where the file grows.
 */
const LOG_BYTES_MAX = 96 * 1024 * 1024;

/** At how many pages of 4 KiB whoever commits brings the log into the database. */
const CHECKPOINT_PAGES = 16_000;
/** At how many it is asked for instead: later, because others who commit may do so by themselves. */
const ASK_PAGES = 20_000;
/** At how many it is done all the same, should nobody have answered. */
const UNANSWERED_PAGES = 65_536;

/** What SQLite or the system says when there is no room for the database or what goes with it. */
const fullCodes: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
]);

export interface SqliteOptions {
  /** Tells milliseconds, by which long transactions take in no more writes. */
  readonly clock?: (() => number) | undefined;
  /**
   * Whether this process leaves checkpoints, which keep a thread busy, to another one that it asks:
   * whenever `needsCheckpoint` says so.
   */
  readonly asksForCheckpoints?: boolean;
}

/**
 * Opens (and creates, and migrates) `brisk.db` in the data directory. One connection writes;
 * a second, read-only one serves redirects, so that they never see an unfinished transaction.
 */
export async function openSqlite(
  dataDir: string,
  { clock = () => performance.now(), asksForCheckpoints = false }: SqliteOptions = {},
): Promise<Engine> {
  openDataDirectory(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  createPrivateFile(file);
  const writer = new Database(file, { create: true, strict: true });
  // Each step may meet a process that opens or closes the database after a crash, and waits for it.
  writer.run('pragma busy_timeout = 10000');
  const version = readVersion(writer);
  writer.run('pragma journal_mode = wal');
  // A commit leaves it to the log below to make it durable.
  writer.run('pragma synchronous = normal');
  writer.run(
    `pragma wal_autocheckpoint = ${asksForCheckpoints ? UNANSWERED_PAGES : CHECKPOINT_PAGES}`,
  );
  writer.run('pragma cache_size = -16384');
  // What is deleted from a page is overwritten there, such as the salt of a day that is over; whole
  // pages are where somebody asks for it (`erase`), as each has to be written for that.
  writer.run('pragma secure_delete = fast');
  // What goes with the database stays when it is closed, so that it can be opened on a full disk;
  // its log is emptied then, because a limit is set.
  writer.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
  writer.run(`pragma journal_size_limit = ${LOG_BYTES_MAX}`);
  // From here on the dialect waits, and lets redirects go on meanwhile.
  writer.run('pragma busy_timeout = 0');

  const db = new Kysely<Schema>({ dialect: bunSqliteDialect(writer) });
  await migrate(db, sqliteSql, (migration) => backUpBeforeUpgrade(dataDir, migration)).catch(
    async (error: unknown) => {
      await db.destroy();
      throw error;
    },
  );

  const reader = new SqliteReader(dataDir);
  const changes = await ChangeFeed.open(db, sqliteSql);
  const log = new SqliteLog(dataDir, db);
  // What a migration has done, or a process that was killed.
  await log.sync();
  const writes = new WriteQueue({
    db,
    changes,
    isOpen: () => writer.inTransaction,
    sync: log.sync,
    groupMs: GROUP_MS,
    clock,
  });

  return {
    db,
    changes,
    sql: sqliteSql,
    product: 'SQLite',
    version,
    write: (work) => writes.add(work),
    findTarget: (code) => reader.findTarget(code),
    findTargetsByFoldedCode: (folded) => reader.findTargetsByFoldedCode(folded),
    failureOf: (error) => (fullCodes.has(errorCode(error) ?? '') ? 'full' : null),
    secretKey: () => Promise.resolve(openSecretKey(dataDir)),
    createLimiter: createMemoryLimiter,
    lease: () => Promise.resolve(true),
    async needsCheckpoint() {
      const { log: length, checkpointed } = await checkpoint(db, 'noop');
      return length >= ASK_PAGES && checkpointed < length;
    },
    async checkpoint() {
      // The most without holding up who writes; what has come meanwhile with the lock of writing,
      // or the log would never be empty and begin anew.
      await checkpoint(db, 'passive');
      await checkpoint(db, 'full');
    },
    async close() {
      await writes.close();
      log.close();
      reader.close();
      await db.destroy();
    },
  };
}

/** How many pages are in the log, and how many of them in the database too. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/** Brings pages of the log into the database; tells how it is then. */
async function checkpoint(
  db: Kysely<Schema>,
  mode: 'noop' | 'passive' | 'full',
): Promise<LogState> {
  const { rows } = await sql<LogState>`pragma wal_checkpoint(${sql.raw(mode)})`.execute(db);
  return rows[0]!;
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the data directory for this process alone, as long as it lives: the kernel gives the
 * lock back however the process ends. Returns null when another process holds it.
 */
export function lockDataDirectory(dataDir: string): DirectoryLock | null {
  openDataDirectory(dataDir);
  const file = join(dataDir, LOCK_FILE);
  createPrivateFile(file);
  const lock = new Database(file, { create: true });
  try {
    // Without a journal on disk the lock can be taken when the disk is full.
    lock.run('pragma journal_mode = memory');
    lock.run('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => lock.close() };
}

function readVersion(database: Database): string {
  const { version } = database
    .query<{ version: string }, []>('select sqlite_version() version')
    .get()!;
  if (Bun.semver.order(version, SQLITE_MIN) < 0) {
    throw new Error(`SQLite ${version} is too old: ${SQLITE_MIN} or later is needed`);
  }
  return version;
}
