import type { Engine } from '../../engine/engine.ts';
import { selectKnownDays, type KnownDays } from '../ingest/click-batches.store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { chooseLinks, digestLinks, linkConditions, type LinkChoice } from './chosen-links.ts';
import { needSingleClicks, type Filters } from './filters.ts';
import { hasBefore, type RangeRequest } from './time-range.ts';

export interface ReportSource {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'read' | 'readOnce'>;
}

interface DaysRequest extends RangeRequest, Pick<LinkChoice, 'reach'> {
  readonly filters: Filters;
}

/** The days that have clicks on links within reach, if the request depends on them. */
export async function readKnownDays(
  { engine, warehouse }: ReportSource,
  request: DaysRequest,
): Promise<KnownDays> {
  const { reach, filters } = request;
  const site = await selectKnownDays(engine.db);
  const needsDays = !hasBefore(request) || needSingleClicks(filters);
  if (reach === 'all' || !needsDays) return site;
  const links = await chooseLinks(engine, { reach });
  const { firstSingle } = site;
  return warehouse.readOnce(['days', digestLinks(links), firstSingle], async ({ db }) => {
    const ofLinks = await linkConditions(db, links);
    const [days] = await db.all<KnownDays>(
      `select min(day) as first, max(day) as last,
        max(day) filter (day < ${firstSingle ?? 0}) + 1 as "firstSingle"
      from click where ${ofLinks.join(' and ')}`,
    );
    return days!;
  });
}
