import type { Kysely } from 'kysely';
import type { Schema } from '../engine/engine.ts';
import { insertMoved, type MovedRow } from '../engine/move-target.ts';
import { isSameRow, keyOf, readCopied, readPage, type Key } from './rows.ts';
import type { Table } from './tables.ts';

/** The two databases of a move; nobody else writes into either. */
export interface Databases {
  readonly source: Kysely<Schema>;
  readonly target: Kysely<Schema>;
}

/** What an earlier attempt has copied is no longer what stands in the source. */
export class StaleCopy extends Error {
  constructor(table: Table) {
    super(`${table.name} is not what was copied before`);
  }
}

/**
 * Copies the rows of a table in the order of its key, each page by one statement: what a killed
 * copy leaves is the beginning of the table, from the end of which this goes on. Throws `StaleCopy`
 * when it is not. `onRows` is told how many rows are done with each page.
 */
export async function copyTable(
  { source, target }: Databases,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  let isAtEnd = false;
  for (let last: Key | null = null; ;) {
    const page = await readPage(source, table, last);
    const there: readonly MovedRow[] = isAtEnd ? [] : await readCopied(target, table, last, page);
    isAtEnd = there.length < page.rows.length;
    if (!there.every((row, index) => isSameRow(table, row, page.rows[index]))) {
      throw new StaleCopy(table);
    }
    await insertMoved(target, table.name, table.columns, page.rows.slice(there.length));
    onRows(page.rows.length);
    if (page.isLast) return;
    last = keyOf(table, page.rows.at(-1)!);
  }
}

/** What a table holds, in both databases. */
export interface Sums {
  readonly rows: number;
  /** Of all rows together; 0 for a table without clicks. */
  readonly clicks: number;
  /** Those of the clicks that are of people: not of bots or previews, nor from before an import. */
  readonly people: number;
}

/** Compares a table row by row and column by column; throws an Error that names what differs. */
export async function compareTable(
  { source, target }: Databases,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Sums> {
  const sums = { rows: 0, clicks: 0, people: 0 };
  for (let last: Key | null = null; ;) {
    const page = await readPage(source, table, last);
    const there = await readCopied(target, table, last, page);
    for (let index = 0; index < Math.max(page.rows.length, there.length); index += 1) {
      if (isSameRow(table, page.rows[index], there[index])) continue;
      const key = keyOf(table, (page.rows[index] ?? there[index])!).join(', ');
      throw new Error(
        `the table ${table.name} differs, at the ${table.key.join(', ')} ${key} for the first time`,
      );
    }
    sums.rows += page.rows.length;
    for (const { clicks = 0, bots = 0, imported_clicks: imported = 0 } of page.rows) {
      sums.clicks += Number(clicks);
      sums.people += Number(clicks) - Number(bots) - Number(imported);
    }
    onRows(page.rows.length);
    if (page.isLast) return sums;
    last = keyOf(table, page.rows.at(-1)!);
  }
}
