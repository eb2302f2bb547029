import { constants, Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { ChangeFeed } from '../change-feed.ts';
import {
  createPrivateFile,
  DATABASE_FILE,
  LOCK_FILE,
  openDataDirectory,
} from '../files/data-directory.ts';
import type { Engine } from '../engine.ts';
import { describeAccess, findForbidden } from '../files/file-access.ts';
import { createMemoryLimiter } from '../memory-limiter.ts';
import { migrate } from '../migrations.ts';
import type { Schema } from '../schema.ts';
import { openSecretKey } from '../files/secret-key.ts';
import { sqliteSql } from '../sql.ts';
import { backUpBeforeUpgrade } from './backup.ts';
import { SqliteReader } from './reader.ts';
import { bunSqliteDialect, errorCode, isBusy } from './dialect.ts';
import { SqliteLog } from './log.ts';
import { WriteQueue } from './write-queue.ts';

/** Older versions can corrupt a database in WAL mode: https://sqlite.org/wal.html#walresetbug */
const SQLITE_MIN = '3.51.3';

/** How long writes may join a transaction: redirects wait meanwhile. */
const GROUP_MS = 5;

/** The log keeps its usual size, because syncing a growing file takes longer. */
const LOG_BYTES_MAX = 96 * 1024 * 1024;

/** At this size a commit checkpoints by itself. */
const CHECKPOINT_PAGES = 16_000;
/** At this size the server asks another process. Larger: other processes checkpoint earlier. */
const ASK_PAGES = 20_000;
/** At this size a commit checkpoints although another process was asked. */
const UNANSWERED_PAGES = 65_536;

const fullCodes: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
]);

export interface SqliteOptions {
  /** In milliseconds. */
  readonly clock?: (() => number) | undefined;
  readonly asksForCheckpoints?: boolean;
}

/** A second, read-only connection serves redirects: it never sees an unfinished transaction. */
export async function openSqlite(
  dataDir: string,
  { clock = () => performance.now(), asksForCheckpoints = false }: SqliteOptions = {},
): Promise<Engine> {
  openDataDirectory(dataDir);
  const { writer, version } = openNamedWriter(dataDir, asksForCheckpoints);
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
  // Migrations and killed processes may have left unsynced commits.
  await log.sync();
  const writes = new WriteQueue({
    db,
    changes,
    isTransactionOpen: () => writer.inTransaction,
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
    classifyError: (error) => (fullCodes.has(errorCode(error) ?? '') ? 'full' : null),
    readSecretKey: () => Promise.resolve(openSecretKey(dataDir)),
    createLimiter: createMemoryLimiter,
    takeLease: () => Promise.resolve(true),
    async needsCheckpoint() {
      const { log: length, checkpointed } = await checkpoint(db, 'noop');
      return length >= ASK_PAGES && checkpointed < length;
    },
    async checkpoint() {
      // `full` takes the write lock for the rest; without it the log would never start over.
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

function openNamedWriter(dataDir: string, asksForCheckpoints: boolean) {
  try {
    return openWriter(dataDir, asksForCheckpoints);
  } catch (error) {
    const isRefused = /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR_ACCESS)/.test(
      errorCode(error) ?? '',
    );
    const file = isRefused ? findForbidden(dataDir) : null;
    if (file === null) throw error;
    throw new Error(`cannot open ${file}: ${describeAccess(file)}`, { cause: error });
  }
}

function openWriter(dataDir: string, asksForCheckpoints: boolean) {
  const file = join(dataDir, DATABASE_FILE);
  createPrivateFile(file);
  const writer = new Database(file, { create: true, strict: true });
  // Another process may be opening or recovering the database.
  writer.run('pragma busy_timeout = 10000');
  const version = readVersion(writer);
  writer.run('pragma journal_mode = wal');
  // `SqliteLog` makes commits durable.
  writer.run('pragma synchronous = normal');
  writer.run(
    `pragma wal_autocheckpoint = ${asksForCheckpoints ? UNANSWERED_PAGES : CHECKPOINT_PAGES}`,
  );
  writer.run('pragma cache_size = -16384');
  // Overwrites deleted data in its page. Whole free pages are overwritten in `erase` only.
  writer.run('pragma secure_delete = fast');
  // The log file survives a close: a full disk can be opened. The size limit empties it.
  writer.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
  writer.run(`pragma journal_size_limit = ${LOG_BYTES_MAX}`);
  // From here the dialect waits and lets redirects run meanwhile.
  writer.run('pragma busy_timeout = 0');
  return { writer, version };
}

interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

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

/** The kernel unlocks when the process ends. Null = another process holds the lock. */
export function lockDataDirectory(dataDir: string): DirectoryLock | null {
  openDataDirectory(dataDir);
  const file = join(dataDir, LOCK_FILE);
  createPrivateFile(file);
  const lock = new Database(file, { create: true });
  try {
    // Without a journal file, locking works on a full disk.
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
