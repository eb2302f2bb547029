import { clickClasses, type Audience, type Report } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { classesOf, isPeople } from '../classify/classes.ts';
import { selectKnownDays, type KnownDays } from '../log/click-batches.store.ts';
import { DAY_SECONDS } from '../quarter.ts';
import type { Connection } from '../warehouse/connection.ts';
import { QUARTER_KIND } from '../warehouse/tables.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { needSingleClicks, type Filters } from './filters.ts';
import { rankValues } from './rank-values.ts';
import { listSegments, type Segment } from './segments.ts';
import { selectCells, type Clicks } from './select-cells.ts';
import { hasBefore, listStarts, readSpan, spanBefore, stepOf, type SpanRequest } from './span.ts';
import { openTimeZone } from './time-zone.ts';

/** Which clicks a caller asks for. */
export interface ClicksRequest extends SpanRequest {
  readonly audience: Audience;
  readonly filters: Filters;
}

/** What a report is asked for. */
export interface ReportRequest extends ClicksRequest {
  /** 0 = the whole site. */
  readonly linkId: number;
}

/** Where reports come from. */
export interface ReportSource {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'read'>;
}

/** Who came; `now` is in Unix seconds. */
export async function createReport(
  { engine, warehouse }: ReportSource,
  request: ReportRequest,
  now: number,
): Promise<Omit<Report, 'knows_places' | 'imported_clicks'>> {
  const { linkId, filters, audience } = request;
  const known = await selectKnownDays(engine.db);
  const zone = openTimeZone(request.timeZone);
  const filtersFrom = filtersFromOf(filters, known);
  const asked = readSpan(request, zone, now, known);
  const span = { ...asked, from: Math.min(Math.max(asked.from, filtersFrom), Math.max(asked.from, asked.to)) };
  const step = stepOf(span);
  const before = hasBefore(request) ? spanBefore(span) : null;
  const isKnownBefore = before !== null && before.from >= filtersFrom;
  return warehouse.read(async (db) => {
    const totalsBefore = isKnownBefore ? await countTotals(db, { linkId, filters, span: before }) : null;
    await selectCells(db, { linkId, filters, span });
    const starts = listStarts(span, step, zone);
    const { bars, week, totals } = await readTimes(db, listSegments(span, step, zone), starts, audience);
    const clicks = classesOf[audience].reduce((sum, own) => sum + totals[clickClasses[own]!], 0);
    return {
      ...span,
      step,
      clicks,
      totals,
      before: totalsBefore,
      bars,
      week,
      lists: await rankValues(db, audience, clicks),
      filters_from: filtersFrom,
    };
  });
}

/** From which instant on filters know clicks. */
export function filtersFromOf(filters: Filters, { firstSingle }: KnownDays): number {
  return needSingleClicks(filters) && firstSingle !== null ? firstSingle * DAY_SECONDS : 0;
}
