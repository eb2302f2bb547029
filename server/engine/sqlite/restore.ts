import { Database } from 'bun:sqlite';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { COMPANIONS, DATABASE_FILE, syncToDisk } from '../files/data-directory.ts';
import { describeIncompatibility } from '../migrations.ts';
import type { Schema } from '../schema.ts';
import { sqliteSql } from '../sql.ts';
import { findFault } from './backup.ts';
import { bunSqliteDialect, errorCode, isBusy } from './dialect.ts';

export interface StagedDatabase {
  /** Its tables have the form of the version that made the backup. */
  readonly db: Kysely<Schema>;
  readonly createdAt: number;
  readonly secretKey: Buffer | null;
  /** New links get ids above `lastLinkId`. */
  finish(lastLinkId: number): void;
  close(): void;
}

/** Throws for the operator when the file is damaged, no backup, or from a newer version. */
export function stageBackup(file: string): StagedDatabase {
  const database = new Database(file, { readwrite: true, strict: true });
  try {
    // A failed restore deletes this file, so its journal needs no disk.
    database.run('pragma journal_mode = memory');
    database.run('pragma synchronous = off');
    const fault = findFault(database);
    if (fault !== null) throw new Error(`the backup is damaged: ${fault}`);
    const meta = database
      .query<{ created_at: number; secret_key: Uint8Array | null }, []>(
        'select created_at, secret_key from backup_meta',
      )
      .get();
    if (meta === null) throw new Error('the backup does not say when it was made');
    const reason = describeIncompatibility('backup', readMigrations(database), sqliteSql);
    if (reason !== null) throw new Error(reason);
    return {
      db: new Kysely<Schema>({ dialect: bunSqliteDialect(database) }),
      createdAt: meta.created_at,
      secretKey: meta.secret_key === null ? null : Buffer.from(meta.secret_key),
      finish(lastLinkId) {
        // The key must not stay in unused pages.
        database.run('pragma secure_delete = on');
        database.run('drop table backup_meta');
        raiseLinkIds(database, lastLinkId);
        database.close();
        syncToDisk(file);
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function readMigrations(database: Database): string[] {
  return database
    .query<{ name: string }, []>('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => name);
}

function raiseLinkIds(database: Database, last: number): void {
  const { changes } = database.run(
    "update sqlite_sequence set seq = max(seq, ?) where name = 'link'",
    [last],
  );
  if (changes === 0) database.run("insert into sqlite_sequence values ('link', ?)", [last]);
}

/** The site's database without a log beside it, locked until `release`. */
interface LockedDatabase {
  /** 0 if it cannot be read. */
  readonly lastLinkId: number;
  /** The old one stays as `former`. A kill or a power cut leaves one of them whole. */
  replaceBy(file: string, former: string): void;
  release(): void;
}

/** Also locks a missing or damaged database, which needs a restore most. */
export function lockDatabase(dataDir: string): LockedDatabase {
  const file = join(dataDir, DATABASE_FILE);
  const database = existsSync(file) ? foldLog(file) : null;
  return {
    lastLinkId: database === null ? 0 : readLastLinkId(database),
    replaceBy(other, former) {
      // SQLite would replay an old log into any database beside it, so the log goes first.
      // Processes that still have the old database open get an error.
      for (const suffix of ['', ...COMPANIONS]) {
        if (existsSync(file + suffix)) linkSync(file + suffix, former + suffix);
      }
      for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
      syncToDisk(dataDir);
      renameSync(other, file);
      syncToDisk(dataDir);
    },
    release: () => database?.close(),
  };
}

/** Leaving WAL mode needs exclusive access. Null = too damaged. */
function foldLog(file: string): Database | null {
  const database = new Database(file, { readwrite: true, strict: true });
  try {
    database.run('pragma locking_mode = exclusive');
    database.run('pragma journal_mode = delete');
    // A killed restore may have left WAL mode already; then nothing is locked yet.
    database.run('begin exclusive');
    database.run('commit');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new Error(`another program is using ${file}`, { cause: error });
    if (isDamagedError(error)) return null;
    throw error;
  }
}

function readLastLinkId(database: Database): number {
  try {
    const row = database
      .query<{ seq: number }, []>("select seq from sqlite_sequence where name = 'link'")
      .get();
    return row?.seq ?? 0;
  } catch (error) {
    // A database without tables had no links.
    if (isDamagedError(error) || errorCode(error) === 'SQLITE_ERROR') return 0;
    throw error;
  }
}

function isDamagedError(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error) ?? '');
}
