import { groupKeys } from './tables.ts';

/** SQL that groups clicks, a query, into cells. `time` is the SQL for the key of cells by time. */
export function groupClicks(
  visitors: 'site_visitors' | 'link_visitors',
  clicks: string,
  time = 'quarter',
): string {
  const kinds = groupKeys.map((key, kind) => `when grouping(${key}) = 0 then ${kind}`);
  return `select case ${kinds.join(' ')} end as kind, coalesce(${groupKeys.join(', ')}) as key,
      class, sum(clicks) as clicks, sum(${visitors}) as visitors
    from (select * replace (${time} as quarter) from ${clicks})
    group by grouping sets (${groupKeys.map((key) => `(class, ${key})`).join(', ')})`;
}
