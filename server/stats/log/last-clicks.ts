import type { Engine } from '../../engine/engine.ts';
import { classesOf } from '../classify/classes.ts';
import { selectFillDay, updateFillDay } from '../ingest/last-clicks.store.ts';
import type { LinkCounts } from '../ingest/visits.ts';
import { QUARTER_SECONDS } from '../quarter.ts';
import type { Connection } from '../warehouse/connection.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import type { ChangeCounts } from './rewrite-day.ts';

const LINKS_AT_ONCE = 5000;
const FILLED_MAX = 1_000_000;
const BY_PEOPLE = `class in (${classesOf.people.join(', ')})`;

interface FillOptions {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'read'>;
  readonly changeCounts: ChangeCounts;
}

/** Fills `last_clicked_at` from the log, from the newest day back. Reports run between two days. */
export async function fillLastClicks(options: FillOptions): Promise<void> {
  const filled = new Set<number>();
  for (let former = Infinity; ;) {
    const day = await selectFillDay(options.engine.db);
    if (day === null) return;
    // `filled` only saves writes, because older clicks change nothing.
    if (day > former || filled.size > FILLED_MAX) filled.clear();
    former = day;
    await fillDay(options, day, filled);
  }
}

async function fillDay(options: FillOptions, from: number, filled: Set<number>): Promise<void> {
  const { engine, warehouse, changeCounts } = options;
  const { day, rows } = await warehouse.read(({ db }) => readLastClicks(db, from));
  const links = rows.filter(({ linkId }) => !filled.has(linkId));
  for (let first = 0; first < links.length; first += LINKS_AT_ONCE) {
    const part = links.slice(first, first + LINKS_AT_ONCE);
    await engine.write((tx) => changeCounts(tx, toCounts(part)));
    for (const { linkId } of part) filled.add(linkId);
  }
  await engine.write((tx) => updateFillDay(tx, from, day));
}

interface LastClick {
  readonly linkId: number;
  readonly quarter: number;
}

async function readLastClicks(db: Connection, from: number) {
  const [newest] = await db.all<{ day: number | null }>(
    `select max(day) as day from click where day <= ${from}`,
  );
  const day = newest?.day ?? null;
  if (day === null) return { day, rows: [] };
  const rows = await db.all<LastClick>(
    `select link_id::double as "linkId", max(quarter)::double as quarter from click
      where day = ${day} and ${BY_PEOPLE} group by link_id order by link_id`,
  );
  return { day, rows };
}

function toCounts(rows: readonly LastClick[]): LinkCounts {
  return {
    linkIds: Float64Array.from(rows, ({ linkId }) => linkId),
    clicks: new Float64Array(rows.length),
    nonHuman: new Float64Array(rows.length),
    lastClicks: Float64Array.from(rows, ({ quarter }) => quarter * QUARTER_SECONDS),
  };
}
