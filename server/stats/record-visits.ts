import type { Engine, Write } from '../engine/engine.ts';
import { isPeople } from './classes.ts';
import type { DaySumBuilder } from './day-sum-builder.ts';
import { selectSums, upsertSums } from './day-sums.store.ts';
import { createDetail, type OpenDetail } from './detail.ts';
import type { Facts } from './facts.ts';
import { groupVisits, type DayGroups, type VisitGroup } from './group-visits.ts';
import { createChunks } from './open-chunk.ts';
import { insertPart } from './open-parts.store.ts';
import { openDay, type DayVisitors } from './visitors.ts';
import type { Visits } from './visits.ts';

/** The id under which the sums of the whole site stand; no link has it. */
export const SITE_ID = 0;

/** Visits that are ready to be stored. */
export interface VisitBatch {
  /** Link → its clicks, and those of them that are no people's. */
  readonly counts: ReadonlyMap<number, { clicks: number; bots: number }>;
  /** Adds them to the sums and details, in the transaction that counts them. */
  store(tx: Write): Promise<void>;
}

/**
 * Stores what visits name by number; their sums are made one after the other, with `sum`. Throws what
 * the database throws; then the visits must be read again.
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
    counts: countByLink(visits, days),
    async store(tx) {
      const { detail } = createDetail('open', visits.length);
      fillDetail(detail, visits);
      for (const { day, places, groups } of days) {
        tellVisitorsApart(detail, visits, places, await openDay(tx, day));
        const all = [{ linkId: SITE_ID, from: 0, to: places.length }, ...groups];
        for (let from = 0; from < all.length; from += LINKS_AT_ONCE) {
          const some = all.slice(from, from + LINKS_AT_ONCE);
          await addToSums(engine, tx, day, some, places, detail, sum);
        }
        await insertPart(tx, day, places.length, createChunks(groups, places, detail));
      }
    },
  };
}

function countByLink(visits: Visits, days: readonly DayGroups[]): VisitBatch['counts'] {
  const counts = new Map<number, { clicks: number; bots: number }>();
  for (const { places, groups } of days) {
    for (const { linkId, from, to } of groups) {
      const known = counts.get(linkId);
      const count = known ?? { clicks: 0, bots: 0 };
      if (known === undefined) counts.set(linkId, count);
      count.clicks += to - from;
      for (let i = from; i < to; i += 1) if (!isPeople(visits.class(places[i]!))) count.bots += 1;
    }
  }
  return counts;
}

/** How many links' sums are in memory at a time. */
const LINKS_AT_ONCE = 64;

async function addToSums(
  engine: Engine,
  tx: Write,
  day: number,
  groups: readonly VisitGroup[],
  places: Uint32Array,
  detail: OpenDetail,
  sum: DaySumBuilder,
): Promise<void> {
  const linkIds = groups.map(({ linkId }) => linkId);
  const stored = await selectSums(engine, tx, day, linkIds);
  const bodies = new Map<number, Uint8Array>();
  sum.begin();
  for (const { linkId, from, to } of groups) {
    const body = stored.get(linkId);
    if (body !== undefined) sum.addStored(body);
    sum.addDetail({ detail, from, to }, places);
    bodies.set(linkId, sum.take());
  }
  await upsertSums(tx, day, bodies);
}

/** A row for each visit. */
function fillDetail(detail: OpenDetail, visits: Visits): void {
  for (let row = 0; row < visits.length; row += 1) {
    detail.agent[row] = visits.agent(row).id;
    detail.referrer[row] = visits.referrer(row).id;
    detail.campaign[row] = visits.campaign(row).id;
    detail.place[row] = visits.place(row).id;
    detail.language[row] = visits.language(row).id;
    detail.quarter[row] = visits.quarter(row);
    detail.scan[row] = visits.isScan(row) ? 1 : 0;
  }
}

function tellVisitorsApart(
  detail: OpenDetail,
  visits: Visits,
  rows: Uint32Array,
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
