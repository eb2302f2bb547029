import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { DATABASE_FILE } from '../engine/data-directory.ts';
import type { Engine, Schema } from '../engine/engine.ts';
import { findUnstorable, readLastId } from '../engine/move-source.ts';
import { beginMove, emptyTarget, finishMove, withMoveTarget } from '../engine/move-target.ts';
import { lockDataDirectory, openSqlite } from '../engine/sqlite.ts';
import { compareTable, copyTable, StaleCopy, type Databases, type Sums } from './copy.ts';
import { countRows } from './rows.ts';
import { columnsOf, movedTables } from './tables.ts';

/** How many rows that cannot be stored are told. */
const UNSTORABLE_SHOWN = 10;

export interface MoveOptions {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Counts what the journal of the site holds. */
  readonly countJournal: (site: Engine) => Promise<unknown>;
  /** Told what is done with how many rows of how many. */
  readonly onProgress: (step: 'copied' | 'compared', rows: number, total: number) => void;
}

/**
 * Copies the site in a data directory into an empty PostgreSQL: links with their ids, counts,
 * statistics, account, logins, tokens and settings, and up to where the journal is counted. Compares
 * every row at the end, before servers may start there; tells what it has found of links.
 *
 * It may be killed at any instant and run again, and goes on from where it was. The site itself
 * stays as it is, but that the clicks in its journal are counted first, so that nothing depends on
 * the data directory any more. Throws when a server runs, or the database is not empty.
 */
export async function moveSite(options: MoveOptions): Promise<Sums> {
  const { dataDir } = options;
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new Error(`there is no site in ${dataDir}`);
  const lock = lockDataDirectory(dataDir);
  if (lock === null) throw new Error(`a Brisk server uses ${dataDir}: stop it first`);
  try {
    const site = await openSqlite(dataDir);
    try {
      await options.countJournal(site);
      const secretKey = await site.secretKey();
      // The transaction writes nothing: it keeps out all others that would, until the end.
      return await site.db.transaction().execute(async (source) => {
        await refuseUnstorable(source);
        return withMoveTarget(options.databaseUrl, (target) =>
          moveRows({ source, target }, secretKey, options),
        );
      });
    } finally {
      await site.close();
    }
  } finally {
    lock.release();
  }
}

async function moveRows(
  databases: Databases,
  secretKey: Buffer,
  { onProgress }: MoveOptions,
): Promise<Sums> {
  const { source, target } = databases;
  if ((await beginMove(target, secretKey)) === 'begun') await emptyTarget(target);
  let total = 0;
  for (const table of movedTables) total += await countRows(source, table);
  const counter = (step: 'copied' | 'compared') => {
    let done = 0;
    return (rows: number): void => onProgress(step, (done += rows), total);
  };
  await copyAll(databases, counter).catch(async (error: unknown) => {
    if (!(error instanceof StaleCopy)) throw error;
    // The site was changed after an attempt that was cut short.
    await emptyTarget(target);
    await copyAll(databases, counter);
  });
  const onRows = counter('compared');
  const sums = new Map<string, Sums>();
  for (const table of movedTables) {
    sums.set(table.name, await compareTable(databases, table, onRows));
  }
  await finishMove(target, {
    link: await readLastId(source, 'link'),
    tag: await readLastId(source, 'tag'),
    link_change: await readLastId(source, 'link_change'),
    bulk_edit: await readLastId(source, 'bulk_edit'),
    alert: await readLastId(source, 'alert'),
  });
  // It has a row for each link.
  return sums.get('click_count')!;
}

async function copyAll(
  databases: Databases,
  counter: (step: 'copied') => (rows: number) => void,
): Promise<void> {
  const onRows = counter('copied');
  for (const table of movedTables) await copyTable(databases, table, onRows);
}

/** Without the character it would be another code or address: that is for people to decide. */
async function refuseUnstorable(source: Kysely<Schema>): Promise<void> {
  const found: string[] = [];
  for (const table of movedTables) {
    for (const column of columnsOf(table, 'text')) {
      const limit = UNSTORABLE_SHOWN - found.length;
      const keys = await findUnstorable(source, table.name, table.key, column, limit);
      found.push(...keys.map((key) => `${table.name} ${tellKey(key)}: ${column}`));
    }
  }
  if (found.length === 0) return;
  throw new Error(
    `PostgreSQL cannot hold the character U+0000. Nothing was copied: change or delete first\n${found.join('\n')}`,
  );
}

function tellKey(key: readonly (string | number)[]): string {
  return key.map((value) => JSON.stringify(value)).join(', ');
}
