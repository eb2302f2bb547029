import { changeRows } from '../engine/change-rows.ts';
import type { Engine, Write } from '../engine/engine.ts';
import type { LinkCounts } from '../stats/ingest/count-by-link.ts';
import { markUnsorted } from './click-order.store.ts';

const LINKS_PER_STATEMENT = 256;
/** Statements are prepared for these lengths; missing rows get an id that no link has. */
const LIST_SIZES = [16, 64, LINKS_PER_STATEMENT];
const NO_LINK = -1;
const placeholders = new Map(LIST_SIZES.map((size) => [size, createPlaceholders(size)]));

export async function addCounts(engine: Engine, tx: Write, counts: LinkCounts): Promise<void> {
  const { linkIds, clicks, nonHuman } = counts;
  // In the order of the rows: neighbors lie on one page.
  for (let first = 0; first < linkIds.length; first += LINKS_PER_STATEMENT) {
    const end = Math.min(first + LINKS_PER_STATEMENT, linkIds.length);
    const size = LIST_SIZES.find((some) => some >= end - first)!;
    const values: number[] = [];
    for (let place = first; place < end; place += 1) {
      values.push(linkIds[place]!, clicks[place]!, nonHuman[place]!);
    }
    while (values.length < size * 3) values.push(NO_LINK, 0, 0);
    const changed = await addToTable(tx, 'click_count', 'link_id', values);
    // A missing link may be deleted: when it is restored, its clicks return too.
    if (changed < end - first) await addToTable(tx, 'deleted_link', 'id', values);
  }
  await markUnsorted(engine, tx, linkIds);
}

/** Returns how many of the rows exist. */
async function addToTable(
  tx: Write,
  table: string,
  id: string,
  values: readonly number[],
): Promise<number> {
  // Both engines name the columns of a list of values like this.
  const text = `update ${table} set
    clicks = ${table}.clicks + drained.column2, bots = ${table}.bots + drained.column3
    from (values ${placeholders.get(values.length / 3)!}) as drained where ${table}.${id} = drained.column1`;
  return changeRows(tx, text, values);
}

/** The casts of the first row set the type of all rows. */
function createPlaceholders(rows: number): string {
  return Array.from({ length: rows }, (_, row) =>
    row === 0
      ? '(cast($1 as bigint), cast($2 as bigint), cast($3 as bigint))'
      : `($${row * 3 + 1}, $${row * 3 + 2}, $${row * 3 + 3})`,
  ).join(', ');
}
