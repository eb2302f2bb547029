import type { Kysely } from 'kysely';
import type { Schema } from '../engine/engine.ts';
import { insertMoved, type MovedRow } from '../engine/move/target.ts';
import { isSameRow, readKey, readCopied, readPage, type Key } from './rows.ts';
import type { Table } from './tables.ts';

export interface Databases {
  readonly source: Kysely<Schema>;
  readonly target: Kysely<Schema>;
}

export class StaleCopy extends Error {
  constructor(table: Table) {
    super(`${table.name} differs from its copy`);
  }
}

/**
 * Copies rows in the order of the key, a page at a time. After a kill, the next call continues behind
 * the rows of the target. Throws `StaleCopy` when these differ.
 */
export async function copyTable(
  { source, target }: Databases,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  let isAtEnd = false;
  for (let last: Key | null = null; ;) {
    const page = await readPage(source, table, last);
    const copied: readonly MovedRow[] = isAtEnd ? [] : await readCopied(target, table, last, page);
    isAtEnd = copied.length < page.rows.length;
    if (!copied.every((row, index) => isSameRow(table, row, page.rows[index]))) {
      throw new StaleCopy(table);
    }
    await insertMoved(target, table.name, table.columns, page.rows.slice(copied.length));
    onRows(page.rows.length);
    if (page.isLast) return;
    last = readKey(table, page.rows.at(-1)!);
  }
}

export interface ClickTotals {
  readonly rows: number;
  readonly clicks: number;
  /** Without bots, previews and imported clicks. */
  readonly people: number;
}

/** Compares all rows and columns. Throws an Error that names the first difference. */
export async function compareTable(
  { source, target }: Databases,
  table: Table,
  onRows: (rows: number) => void,
): Promise<ClickTotals> {
  const sums = { rows: 0, clicks: 0, people: 0 };
  for (let last: Key | null = null; ;) {
    const page = await readPage(source, table, last);
    const copied = await readCopied(target, table, last, page);
    for (let index = 0; index < Math.max(page.rows.length, copied.length); index += 1) {
      if (isSameRow(table, page.rows[index], copied[index])) continue;
      const key = readKey(table, (page.rows[index] ?? copied[index])!).join(', ');
      throw new Error(`the table ${table.name} differs, first at ${table.key.join(', ')} ${key}`);
    }
    sums.rows += page.rows.length;
    for (const { clicks = 0, bots = 0, imported_clicks: imported = 0 } of page.rows) {
      sums.clicks += Number(clicks);
      sums.people += Number(clicks) - Number(bots) - Number(imported);
    }
    onRows(page.rows.length);
    if (page.isLast) return sums;
    last = readKey(table, page.rows.at(-1)!);
  }
}
