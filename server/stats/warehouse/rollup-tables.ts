import type { Connection } from './connection.ts';
import { groupClicks } from './group-clicks.ts';
import { QUARTER_KIND } from './tables.ts';
import {
  firstDayOf,
  lastDayOf,
  LoadedDays,
  type Cover,
  type LoadedDay,
  type Rollup,
  type RollupSizes,
} from './rollups.ts';

export async function readLoadedDays(db: Connection, sizes: RollupSizes): Promise<LoadedDays> {
  const days = await db.all<LoadedDay>(
    `select day, bool_or(is_open) as "isOpen", sum(bytes)::double as bytes
      from loaded_batch group by day order by day`,
  );
  return new LoadedDays(days, await db.all<Rollup>('from rollup'), sizes);
}

/** Makes the missing rollups. Call it in the transaction that adds days. */
export async function fillRollups(db: Connection, sizes: RollupSizes): Promise<void> {
  const loaded = await readLoadedDays(db, sizes);
  for (const rollup of loaded.findMissing()) {
    await db.run(...fillRollup(rollup, loaded));
    loaded.add(rollup);
  }
}

function fillRollup(rollup: Rollup, loaded: LoadedDays): string[] {
  const { size, number } = rollup;
  const days = { first: firstDayOf(rollup), last: lastDayOf(rollup) };
  const cells = loaded.coverCells(days);
  const grouped = groupClicks('site_visitors', isOneOf('day', cells.days));
  const fills = [
    `insert into rollup values (${size}, ${number})`,
    `insert into site_cell by name
      select ${size} as size, ${number} as number, * from (${addCells(cells.rollups, grouped)})`,
  ];
  if (!loaded.hasLinks(rollup)) return fills;
  return [
    ...fills,
    `insert into link_sum by name
      select ${size} as size, ${number} as number, link_id, class, sum(clicks) as clicks
      from (${selectLinkClicks(loaded.coverLinks(days))})
      group by link_id, class order by link_id`,
  ];
}

/** SQL that deletes the rollups of these days. */
export function deleteRollups(days: readonly number[], { cells }: RollupSizes): string[] {
  const conditions = cells.map((size) => {
    const numbers = new Set(days.map((day) => Math.floor(day / size)));
    return `size = ${size} and number in (${[...numbers].join(', ')})`;
  });
  return ['rollup', 'site_cell', 'link_sum'].map(
    (table) => `delete from ${table} where ${conditions.join(' or ')}`,
  );
}

/** SQL for grouped clicks with the cells of rollups. `time` is the SQL for the key of cells by time. */
export function addCells(rollups: readonly Rollup[], grouped: string, time = 'key'): string {
  if (rollups.length === 0) return grouped;
  return `select kind, key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
      select kind, case when kind = ${QUARTER_KIND} then ${time} else key end as key,
        class, clicks, visitors
      from site_cell where ${isOfRollups(rollups)}
      union all ${grouped}
    ) group by kind, key, class`;
}

/** SQL for clicks by link; `day` is the first one of a rollup. `conditions` are about clicks. */
export function selectLinkClicks(
  { rollups, days }: Cover,
  conditions: readonly string[] = [],
): string {
  return `select size * number as day, link_id, class, clicks from link_sum
      where ${isOfRollups(rollups)}
    union all
    select day, link_id, class, clicks from click
      where ${[isOneOf('day', days), ...conditions].join(' and ')}`;
}

export function isOfRollups(rollups: readonly Rollup[]): string {
  const conditions = [...Map.groupBy(rollups, ({ size }) => size)].map(([size, own]) => {
    const numbers = own.map(({ number }) => number);
    return `size = ${size} and ${isOneOf('number', numbers)}`;
  });
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

/** Ranges let DuckDB skip whole row groups. */
export function isOneOf(column: string, sorted: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  if (ranges.length === 0) return 'false';
  return `(${ranges.map(([first, last]) => `${column} between ${first} and ${last}`).join(' or ')})`;
}
