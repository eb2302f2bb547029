import { Database } from 'bun:sqlite';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { COMPANIONS, DATABASE_FILE, syncToDisk } from './data-directory.ts';
import { describeForeign } from './migrations.ts';
import type { Schema } from './schema.ts';
import { sqliteSql } from './sql.ts';
import { findFault } from './sqlite-backup.ts';
import { bunSqliteDialect, errorCode, isBusy } from './sqlite-dialect.ts';

/** The database of a backup, checked, before it becomes that of a site. */
export interface StagedDatabase {
  /** Its tables are in the form of the version that made it, which may be an older one. */
  readonly db: Kysely<Schema>;
  /** The instant of the backup, in Unix seconds. */
  readonly createdAt: number;
  /** The key that seals its API token. */
  readonly secretKey: Buffer | null;
  /** Makes it the database of a site that has given link ids up to `lastLinkId` elsewhere. */
  finish(lastLinkId: number): void;
  close(): void;
}

/**
 * Opens the database of a backup. Throws, with a sentence for the operator, when it is damaged, no
 * backup, or has tables that this version does not know.
 */
export function openStaged(file: string): StagedDatabase {
  const database = new Database(file, { readwrite: true, strict: true });
  try {
    // It is thrown away when anything fails, and is safe on the disk only when it is finished.
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
    const reason = describeForeign('backup', readMigrations(database), sqliteSql);
    if (reason !== null) throw new Error(reason);
    return {
      db: new Kysely<Schema>({ dialect: bunSqliteDialect(database) }),
      createdAt: meta.created_at,
      secretKey: meta.secret_key === null ? null : Buffer.from(meta.secret_key),
      finish(lastLinkId) {
        // The key must not be left in unused pages.
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

/** Lets new links have ids above `last` only. */
function raiseLinkIds(database: Database, last: number): void {
  const { changes } = database.run(
    "update sqlite_sequence set seq = max(seq, ?) where name = 'link'",
    [last],
  );
  if (changes === 0) database.run("insert into sqlite_sequence values ('link', ?)", [last]);
}

/** The database of a site, whole in its one file, which nobody else can use until `release`. */
interface HeldDatabase {
  /** The largest link id that it has ever given, as far as it can be read. */
  readonly lastLinkId: number;
  /**
   * Puts another database in its place; the former one stays under the name `former`. A kill or a
   * power cut at any instant leaves either the one or the other, whole.
   */
  replaceBy(file: string, former: string): void;
  release(): void;
}

/**
 * Takes the database of a site away from everybody else: also from the commands that work beside
 * a server. One that is missing or damaged is held too, because then a restore is needed most.
 */
export function holdDatabase(dataDir: string): HeldDatabase {
  const file = join(dataDir, DATABASE_FILE);
  const database = existsSync(file) ? fold(file) : null;
  return {
    lastLinkId: database === null ? 0 : readLastLinkId(database),
    replaceBy(other, former) {
      /*
       * SQLite replays a log that lies beside a database, whichever that is: so the last log of
       * the former one must be gone before another has its name. Folding has emptied it into the
       * database; what is left of the log of one that is damaged goes along with it. Who has
       * opened the former database in vain meanwhile is told by SQLite that it has moved.
       */
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

/**
 * Brings a database into its one file and locks it: leaving the mode with a log needs that nobody
 * else has it open. Returns null when it is too damaged for that.
 */
function fold(file: string): Database | null {
  const database = new Database(file, { readwrite: true, strict: true });
  try {
    database.run('pragma locking_mode = exclusive');
    database.run('pragma journal_mode = delete');
    // In the other mode already, after a killed restore, nothing is locked yet.
    database.run('begin exclusive');
    database.run('commit');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new Error(`another program is using ${file}`, { cause: error });
    if (isDamage(error)) return null;
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
    // Without tables there were no links.
    if (isDamage(error) || errorCode(error) === 'SQLITE_ERROR') return 0;
    throw error;
  }
}

/** Tells whether an error means that a file is no database, or not a whole one. */
function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error) ?? '');
}
