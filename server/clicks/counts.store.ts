import { sql } from 'kysely';
import { changeRows } from '../engine/change-rows.ts';
import type { Engine, Write } from '../engine/engine.ts';
import type { LinkCounts } from '../stats/ingest/visits.ts';
import { markUnsorted } from './click-order.store.ts';
import { readOrigins } from './journal/origin.ts';

const LINKS_PER_STATEMENT = 256;
/** Statements are prepared for these lengths; missing rows get an id that no link has. */
const LIST_SIZES = [16, 64, LINKS_PER_STATEMENT];
const NO_LINK = -1;
/** In a row of values: link, clicks, bots, last click. */
const COLUMNS = 4;
const placeholders = new Map(LIST_SIZES.map((size) => [size, createPlaceholders(size)]));

export async function addCounts(engine: Engine, tx: Write, counts: LinkCounts): Promise<void> {
  const { linkIds, clicks, nonHuman, lastClicks } = counts;
  for (let first = 0; first < linkIds.length; first += LINKS_PER_STATEMENT) {
    const end = Math.min(first + LINKS_PER_STATEMENT, linkIds.length);
    const size = LIST_SIZES.find((places) => places >= end - first)!;
    const values: number[] = [];
    for (let place = first; place < end; place += 1) {
      values.push(linkIds[place]!, clicks[place]!, nonHuman[place]!, lastClicks[place]!);
    }
    while (values.length < size * COLUMNS) values.push(NO_LINK, 0, 0, 0);
    const changed = await addToTable(tx, 'click_count', 'link_id', values);
    // A missing link may be deleted: when it is restored, its clicks return too.
    if (changed < end - first) await addToTable(tx, 'deleted_link', 'id', values);
  }
  await markUnsorted(engine, tx, linkIds);
}

/** As `addCounts`, for clicks of an import whose classes have changed. */
export async function addNodeCounts(
  engine: Engine,
  tx: Write,
  counts: LinkCounts,
  node = '',
): Promise<void> {
  await addCounts(engine, tx, counts);
  if (node === '' || counts.linkIds.length === 0) return;
  const rows = Array.from(counts.linkIds, (id, at) => [id, counts.nonHuman[at]!]);
  const changes = engine.sql.rowsOf(['id', 'number'], rows);
  await sql`
    update import_link set non_human = import_link.non_human + first.number from (
      select min(of_file.id) as id, change.number
      from ${changes} as change cross join import_link as of_file
      where of_file.node = ${node} and of_file.link_id = change.id
      group by change.id, change.number
    ) as first where import_link.id = first.id`.execute(tx);
}

/** How the clicks of a link change when some of them get details, or lose them. */
export interface DetailChange {
  readonly linkId: number;
  readonly clicks: number;
  readonly nonHuman: number;
  readonly imported: number;
  /** A last click up to `until` becomes `lastClick`; Unix seconds. */
  readonly until: number;
  readonly lastClick: number;
}

export async function changeDetails(
  engine: Engine,
  tx: Write,
  changes: readonly DetailChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => [
    change.linkId,
    change.clicks,
    change.nonHuman,
    change.imported,
    change.until,
    change.lastClick,
  ]);
  const columns = ['id', 'clicks', 'non_human', 'imported', 'until', 'last'] as const;
  const values = engine.sql.rowsOf(columns, rows);
  for (const [table, id] of [
    ['click_count', 'link_id'],
    ['deleted_link', 'id'],
  ] as const) {
    const former = (column: string) => sql.ref(`${table}.${column}`);
    await sql`
      update ${sql.table(table)} set clicks = ${former('clicks')} + change.clicks,
        bots = ${former('bots')} + change.non_human,
        imported_clicks = ${former('imported_clicks')} + change.imported,
        last_clicked_at = case when ${former('last_clicked_at')} <= change.until
          then change.last else ${former('last_clicked_at')} end
      from ${values} as change where ${former(id)} = change.id`.execute(tx);
  }
  const ids = changes.map(({ linkId }) => linkId).sort((a, b) => a - b);
  await markUnsorted(engine, tx, ids);
}

/** Adds clicks of another program; a negative number removes them. */
export async function addImportedClicks(
  engine: Engine,
  tx: Write,
  linkId: number,
  clicks: number,
): Promise<void> {
  if (clicks === 0) return;
  await sql`
    update click_count set clicks = clicks + ${clicks}, imported_clicks = imported_clicks + ${clicks}
    where link_id = ${linkId}`.execute(tx);
  await markUnsorted(engine, tx, [linkId]);
}

async function addToTable(
  tx: Write,
  table: string,
  id: string,
  values: readonly number[],
): Promise<number> {
  const text = `update ${table} set
    clicks = ${table}.clicks + drained.column2, bots = ${table}.bots + drained.column3,
    last_clicked_at = case when drained.column4 > ${table}.last_clicked_at
      then drained.column4 else ${table}.last_clicked_at end
    from (values ${placeholders.get(values.length / COLUMNS)!}) as drained where ${table}.${id} = drained.column1`;
  return changeRows(tx, text, values);
}

function createPlaceholders(rows: number): string {
  return Array.from({ length: rows }, (_, row) =>
    row === 0
      ? '(cast($1 as bigint), cast($2 as bigint), cast($3 as bigint), cast($4 as bigint))'
      : `($${row * 4 + 1}, $${row * 4 + 2}, $${row * 4 + 3}, $${row * 4 + 4})`,
  ).join(', ');
}

type Database = Engine['db'] | Write;

/** Keyed by the name at the creation. Rows stay: a copy that returns is not counted twice. */

export async function selectOffset(db: Database, name: string): Promise<number> {
  return (await selectOffsets(db, [name])).get(name) ?? 0;
}

async function selectOffsets(db: Database, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('journal_segment')
    .selectAll()
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.name, row.drained_bytes]));
}

export async function upsertOffset(tx: Write, name: string, bytes: number): Promise<void> {
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: bytes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: bytes }))
    .execute();
}

/** The byte up to which files are counted; a copy has its segment's offset. Omits 0. */
export async function readOffsets(
  db: Engine['db'],
  directory: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const origins = readOrigins(directory, names);
  const offsets = await selectOffsets(db, [...new Set(origins.values())]);
  const drained = new Map<string, number>();
  for (const [name, origin] of origins) {
    const offset = offsets.get(origin);
    if (offset !== undefined) drained.set(name, offset);
  }
  return drained;
}
