import type { Engine, Write } from '../engine/engine.ts';
import type { DaySumBuilder } from './day-sum-builder.ts';
import { selectSums, upsertSums } from './day-sums.store.ts';
import type { OpenDetail } from './detail.ts';
import type { Facts } from './facts.ts';
import { groupVisits } from './group-visits.ts';
import { createChunks, type LinkRows } from './open-chunk.ts';
import { insertPart } from './open-parts.store.ts';
import { openDay, type DayVisitors } from './visitors.ts';
import type { Visits } from './visits.ts';

/** The id under which the sums of the whole site stand; no link has it. */
export const SITE_ID = 0;

/** Visits that are ready to be stored. */
export interface VisitBatch {
  /** Of each day the links and their clicks, by which their counts grow. */
  readonly counts: readonly LinkRows[];
  /** Keeps them, and adds them to the sums of the site, in the transaction that counts them. */
  store(tx: Write): Promise<void>;
}

/**
 * Stores what visits name by number; their sums are made with `sum`. Throws what the database
 * throws; then the visits must be read again.
 */
export async function prepareVisits(
  engine: Engine,
  facts: Facts,
  visits: Visits,
  sum: DaySumBuilder,
): Promise<VisitBatch> {
  await facts.save();
  const days = groupVisits(visits);
  return {
    counts: days.map(({ links }) => links),
    async store(tx) {
      const detail = createOpenDetail(visits);
      for (const { day, places, links } of days) {
        tellVisitorsApart(detail, visits, places, await openDay(tx, day));
        const stored = await selectSums(engine, tx, day, [SITE_ID]);
        const body = stored.get(SITE_ID);
        sum.begin();
        if (body !== undefined) sum.addStored(body);
        sum.addDetail({ detail, from: 0, to: places.length }, places);
        await upsertSums(tx, day, new Map([[SITE_ID, sum.take()]]));
        await insertPart(tx, day, places.length, createChunks(links, places, detail));
      }
    },
  };
}

/** A row for each visit; visitors are not told apart yet. */
function createOpenDetail(visits: Visits): OpenDetail {
  return {
    ...visits.listDetails(),
    form: 'open',
    rows: visits.length,
    visitorLow: new Uint32Array(visits.length),
    visitorHigh: new Uint16Array(visits.length),
  };
}

function tellVisitorsApart(
  detail: OpenDetail,
  visits: Visits,
  rows: Int32Array,
  visitors: DayVisitors,
): void {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const address = visits.address(row);
    if (address === null) continue;
    const userAgent = visits.userAgent(row);
    visitors.digest('address', address);
    visitors.digest('user agent', userAgent);
    detail.visitorLow[row] = address.low ^ userAgent.low;
    detail.visitorHigh[row] = address.high ^ userAgent.high;
  }
}
