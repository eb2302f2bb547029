import type { Days } from '../quarter.ts';
import type { Connection } from './connection.ts';
import { groupClicks, QUARTER_KIND } from './tables.ts';
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
  const grouped = groupClicks('site_visitors', clicksOf(cells.others));
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

export function deleteRollups(rollups: readonly Rollup[]): string[] {
  return rollups.flatMap(({ size, number }) =>
    ['rollup', 'site_cell', 'link_sum'].map(
      (table) => `delete from ${table} where size = ${size} and number = ${number}`,
    ),
  );
}

/** SQL for grouped clicks with the cells of rollups. `time` is the SQL for the key of cells by time. */
export function addCells(rollups: readonly Rollup[], grouped: string, time = 'key'): string {
  if (rollups.length === 0) return grouped;
  return `select kind, key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
      select kind, case when kind = ${QUARTER_KIND} then ${time} else key end as key,
        class, clicks, visitors
      from ${rowsOf('site_cell', rollups)}
      union all ${grouped}
    ) group by kind, key, class`;
}

/** SQL for clicks by link; `day` is the last one of a rollup. `conditions` are about clicks. */
export function selectLinkClicks(
  { rollups, others }: Cover,
  conditions: readonly string[] = [],
): string {
  return `select size * (number + 1) - 1 as day, link_id, class, clicks
    from ${rowsOf('link_sum', rollups)}
    union all
    select day, link_id, class, clicks from ${clicksOf(others, conditions)}`;
}

export function clicksOf(days: readonly Days[], conditions: readonly string[] = []): string {
  return unionAll(
    'click',
    days.map(({ first, last }) => [`day between ${first} and ${last}`, ...conditions]),
  );
}

export function rowsOf(table: 'site_cell' | 'link_sum', rollups: readonly Rollup[]): string {
  const ranges: { readonly size: number; readonly first: number; last: number }[] = [];
  for (const { size, number } of rollups.toSorted((a, b) => a.size - b.size)) {
    const range = ranges.at(-1);
    if (range?.size === size && range.last === number - 1) range.last = number;
    else ranges.push({ size, first: number, last: number });
  }
  return unionAll(
    table,
    ranges.map(({ size, first, last }) => [
      `size = ${size}`,
      `number between ${first} and ${last}`,
    ]),
  );
}

function unionAll(table: string, choices: readonly (readonly string[])[]): string {
  const all = choices.length === 0 ? [['false']] : choices;
  const queries = all.map((conditions) => `from ${table} where ${conditions.join(' and ')}`);
  return `(${queries.join(' union all ')})`;
}
