import {
  dimensions,
  LIST_MAX,
  OTHER,
  type Audience,
  type Dimension,
} from '../../../contracts/stats/stats.constants.ts';
import type { RankedList } from '../../../contracts/stats/stats.ts';
import { classesOf } from '../classify/classes.ts';
import { dimensionTables, isFolded, tableDimensions } from '../dimension-tables.ts';
import type { Connection } from '../warehouse/connection.ts';
import { kindOf } from '../warehouse/tables.ts';

interface ValueRow {
  readonly dimension: Dimension;
  readonly value: string;
  readonly clicks: number;
}

/** Most clicks first, by dimension; `clicks` are all of the audience. */
export async function rankValues(
  db: Connection,
  audience: Audience,
  clicks: number,
): Promise<RankedList[]> {
  const rows = await db.all<ValueRow>(
    `select dimension, value, clicks::double as clicks from (
      select *, row_number() over (
        partition by dimension, value in ('', '${OTHER}') order by clicks desc, value
      ) as place from (${namedValues(audience)})
    ) where place <= ${LIST_MAX} order by clicks desc, value`,
  );
  const byDimension = Map.groupBy(rows, ({ dimension }) => dimension);
  return dimensions.map((dimension) => {
    const ranked = byDimension.get(dimension) ?? [];
    const values = ranked
      .filter(({ value }) => value !== '' && (value !== OTHER || dimension === 'channel'))
      .map(({ value, clicks: count }) => ({ value, clicks: count }));
    const none = ranked.find(({ value }) => value === '')?.clicks ?? 0;
    const listed = values.reduce((sum, value) => sum + value.clicks, 0);
    return { dimension, values, other: clicks - none - listed, none };
  });
}

function namedValues(audience: Audience): string {
  const classes = classesOf[audience].join(', ');
  const tables = dimensionTables.map((table) => {
    const columns = tableDimensions[table];
    const names = columns.map((dimension) => `'${dimension}'`);
    const folded = columns.map((name) => (isFolded(name) ? `lower(${name})` : name));
    return `select unnest([${names.join(', ')}]) as dimension,
        unnest([${columns.join(', ')}]) as value, unnest([${folded.join(', ')}]) as folded,
        id, clicks
      from cell join ${table} on id = key
      where kind = ${kindOf(table)} and class in (${classes})`;
  });
  return `select dimension, arg_min(value, id) as value, sum(clicks) as clicks
    from (${tables.join(' union all ')}) group by dimension, folded`;
}
