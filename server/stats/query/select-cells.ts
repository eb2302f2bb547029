import type { Report } from '../../../contracts/stats.ts';
import { QUARTERS } from '../quarter.ts';
import { SITE_ID } from '../site-id.ts';
import { groupClicks } from '../warehouse/group-clicks.ts';
import { addCells, clicksOf, rowsOf } from '../warehouse/rollup-tables.ts';
import { listOthers, type Rollup } from '../warehouse/rollups.ts';
import { QUARTER_KIND } from '../warehouse/tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { filterConditions } from './click-choice.ts';
import type { Filters } from './filters.ts';
import { sumTotals } from './read-times.ts';
import { selectHour, toQuarter, type Segment } from './segments.ts';
import type { TimeRange } from './time-range.ts';

export interface Clicks {
  /** 0: the whole site. */
  readonly linkId: number;
  readonly range: TimeRange;
  readonly filters: Filters;
  /** The instant from which filters have data. */
  readonly filtersFrom: number;
}

/** Creates the temporary table `cell`, by quarter or hour and by dimension row. */
export async function selectCells(
  tables: Tables,
  clicks: Clicks,
  segments: readonly Segment[],
): Promise<void> {
  const { rollups, others, visitors } = splitClicks(tables, clicks);
  const grouped = groupClicks(visitors, others, selectHour(segments, 'quarter'));
  const cells = addCells(rollups, grouped, selectHour(segments, 'key'));
  await tables.db.run(`create or replace temp table cell as ${cells}`);
}

export async function countTotals(tables: Tables, clicks: Clicks): Promise<Report['totals']> {
  const { rollups, others, visitors } = splitClicks(tables, clicks);
  const rows = await tables.db.all<{ class: number; clicks: number; visitors: number }>(
    `select class, sum(clicks)::double as clicks, sum(visitors)::double as visitors from (
      select class, clicks, visitors from ${rowsOf('site_cell', rollups)}
        where kind = ${QUARTER_KIND}
      union all
      select class, clicks, ${visitors} as visitors from ${others}
    ) group by class`,
  );
  return sumTotals(rows);
}

interface ClickSplit {
  readonly rollups: readonly Rollup[];
  /** SQL for the other clicks. */
  readonly others: string;
  readonly visitors: 'site_visitors' | 'link_visitors';
}

function splitClicks({ days }: Tables, clicks: Clicks): ClickSplit {
  const { linkId, range, filters, filtersFrom } = clicks;
  const [from, to] = [toQuarter(range.from), toQuarter(range.to)];
  const isOfSite = linkId === SITE_ID;
  const mayUseCells = isOfSite && Object.keys(filters).length === 0;
  const whole = { first: Math.ceil(from / QUARTERS), last: Math.floor(to / QUARTERS) - 1 };
  const rollups = mayUseCells ? days.coverCells(whole).rollups : [];
  const all = { first: Math.floor(from / QUARTERS), last: Math.ceil(to / QUARTERS) - 1 };
  const conditions = [
    `quarter >= ${from} and quarter < ${to}`,
    ...(isOfSite ? [] : [`link_id = ${linkId}`]),
    ...filterConditions(filters, filtersFrom),
  ];
  return {
    rollups,
    others: clicksOf(listOthers(all, rollups), conditions),
    visitors: isOfSite ? 'site_visitors' : 'link_visitors',
  };
}
