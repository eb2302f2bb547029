import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createActor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { DATABASE_FILE } from '../engine/files/data-directory.ts';
import type { Engine, Schema } from '../engine/engine.ts';
import { findUnstorable, readLastIds } from '../engine/move/source.ts';
import { beginMove, emptyTarget, finishMove, withMoveTarget } from '../engine/move/target.ts';
import { lockDataDirectory, openSqlite } from '../engine/sqlite/sqlite.ts';
import { compareTable, copyTable, StaleCopy, type Databases, type ClickTotals } from './copy.ts';
import { countRows } from './rows.ts';
import { columnsOf, readTables, type Table } from './tables.ts';

const UNSTORABLE_SHOWN = 10;

export interface MoveOptions {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly countJournal: (site: Engine) => Promise<unknown>;
  readonly onProgress: (step: 'copied' | 'compared', rows: number, total: number) => void;
}

/**
 * Drains the journal, copies a site into an empty PostgreSQL, then compares every row. It can be
 * killed and run again. Throws when a server runs, or when the database is not empty.
 */
export async function moveSite(options: MoveOptions): Promise<ClickTotals> {
  const { dataDir } = options;
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new Error(`there is no site in ${dataDir}`);
  const lock = lockDataDirectory(dataDir);
  if (lock === null) throw new Error(`a Brisk server uses ${dataDir}: stop it first`);
  try {
    const site = await openSqlite(dataDir);
    try {
      await options.countJournal(site);
      const secretKey = await site.readSecretKey();
      // The transaction writes nothing: it locks out other writers until the end.
      return await site.db.transaction().execute(async (source) => {
        const tables = await readTables(source);
        await refuseUnstorable(source, tables);
        return withMoveTarget(options.databaseUrl, (target) =>
          moveRows({ source, target }, tables, secretKey, options),
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
  tables: readonly Table[],
  secretKey: Buffer,
  { onProgress }: MoveOptions,
): Promise<ClickTotals> {
  const { source, target } = databases;
  if ((await beginMove(target, secretKey)) === 'begun') await emptyTarget(target);
  let total = 0;
  for (const table of tables) total += await countRows(source, table);
  const createCounter = (step: 'copied' | 'compared') => {
    let done = 0;
    return (rows: number): void => onProgress(step, (done += rows), total);
  };
  await copyAll(databases, tables, createCounter).catch(async (error: unknown) => {
    if (!(error instanceof StaleCopy)) throw error;
    // The site changed after an interrupted attempt.
    await emptyTarget(target);
    await copyAll(databases, tables, createCounter);
  });
  const onRows = createCounter('compared');
  const sums = new Map<string, ClickTotals>();
  for (const table of tables) {
    sums.set(table.name, await compareTable(databases, table, onRows));
  }
  const ids = await readLastIds(source);
  const lastIds = new Map([...ids].filter(([table]) => sums.has(table)));
  const event = { action: 'site.moved', target: { kind: 'site' } } as const;
  await finishMove(target, lastIds, (tx) => record(tx, createActor('command'), event));
  return sums.get('click_count')!;
}

async function copyAll(
  databases: Databases,
  tables: readonly Table[],
  createCounter: (step: 'copied') => (rows: number) => void,
): Promise<void> {
  const onRows = createCounter('copied');
  for (const table of tables) await copyTable(databases, table, onRows);
}

/** Without U+0000 the text would be another code or URL, so the administrator must decide. */
async function refuseUnstorable(source: Kysely<Schema>, tables: readonly Table[]): Promise<void> {
  const unstorable: string[] = [];
  for (const table of tables) {
    for (const column of columnsOf(table, 'text')) {
      const limit = UNSTORABLE_SHOWN - unstorable.length;
      const keys = await findUnstorable(source, table, column, limit);
      unstorable.push(...keys.map((key) => `${table.name} ${formatKey(key)}: ${column}`));
    }
  }
  if (unstorable.length === 0) return;
  throw new Error(
    `PostgreSQL cannot hold the character U+0000. Nothing was copied. Change or delete these values first:\n${unstorable.join('\n')}`,
  );
}

function formatKey(key: readonly (string | number)[]): string {
  return key.map((value) => JSON.stringify(value)).join(', ');
}
