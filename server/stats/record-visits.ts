import { giveWay } from '../engine/give-way.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { isPeople } from './classes.ts';
import { DaySumBuilder } from './day-sum-builder.ts';
import { selectSums, upsertSums } from './day-sums.store.ts';
import { createDetail, pickRows, type Detail } from './detail.ts';
import type { Facts } from './facts.ts';
import { insertRows } from './insert-rows.ts';
import type { Visit } from './visit.ts';
import { openDay, type DayVisitors } from './visitors.ts';

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
 * Stores what visits name by number. Throws what the database throws; then the visits must be read
 * again.
 */
export async function prepareVisits(
  engine: Engine,
  facts: Facts,
  visits: readonly Visit[],
): Promise<VisitBatch> {
  await facts.save();
  const days = groupByDay(visits);
  return {
    counts: countByLink(days),
    async store(tx) {
      const sum = new DaySumBuilder(facts);
      for (const [day, { visits: ofDay, links }] of days) {
        const detail = toDetail(ofDay, await openDay(tx, day));
        // In the order of the rows: neighbours lie on one page.
        const groups: Group[] = [...links].sort(([a], [b]) => a - b);
        groups.unshift([SITE_ID, [...ofDay.keys()]]);
        for (let from = 0; from < groups.length; from += LINKS_AT_ONCE) {
          const some = groups.slice(from, from + LINKS_AT_ONCE);
          await addToSums(engine, tx, day, some, detail, sum);
          await insertDetails(tx, day, some, detail);
          giveWay();
        }
      }
    },
  };
}

/** The visits to one link, or to all, by their places among those of the day. */
type Group = readonly [linkId: number, rows: readonly number[]];

/** The visits of a day, and of each link their places among them. */
interface DayVisits {
  readonly visits: Visit[];
  readonly links: Map<number, number[]>;
}

function groupByDay(visits: readonly Visit[]): ReadonlyMap<number, DayVisits> {
  const days = new Map<number, DayVisits>();
  for (const visit of visits) {
    const { visits: ofDay, links } = getOrCreate(days, visit.day, () => ({
      visits: [],
      links: new Map<number, number[]>(),
    }));
    getOrCreate(links, visit.linkId, () => []).push(ofDay.length);
    ofDay.push(visit);
  }
  return days;
}

function countByLink(days: ReadonlyMap<number, DayVisits>): VisitBatch['counts'] {
  const counts = new Map<number, { clicks: number; bots: number }>();
  for (const { visits, links } of days.values()) {
    for (const [linkId, rows] of links) {
      const count = getOrCreate(counts, linkId, () => ({ clicks: 0, bots: 0 }));
      count.clicks += rows.length;
      for (const row of rows) if (!isPeople(visits[row]!.class)) count.bots += 1;
    }
  }
  return counts;
}

type OpenDetail = Extract<Detail, { form: 'open' }>;

/** How many links' sums are in memory at a time. */
const LINKS_AT_ONCE = 64;

async function addToSums(
  engine: Engine,
  tx: Write,
  day: number,
  groups: readonly Group[],
  detail: OpenDetail,
  sum: DaySumBuilder,
): Promise<void> {
  const linkIds = groups.map(([linkId]) => linkId);
  const stored = await selectSums(engine, tx, day, linkIds);
  const bodies = new Map<number, Uint8Array>();
  for (const [linkId, own] of groups) {
    const body = stored.get(linkId);
    if (body !== undefined) sum.addStored(body);
    sum.addDetail(detail, own);
    bodies.set(linkId, sum.take());
    giveWay();
  }
  await upsertSums(tx, day, bodies);
}

async function insertDetails(
  tx: Write,
  day: number,
  groups: readonly Group[],
  detail: OpenDetail,
): Promise<void> {
  const part = createPart();
  const rows = groups.map(([linkId, own]) => [day, linkId, part, pickRows(detail, own)]);
  await insertRows(tx, 'click_detail (day, link_id, part, body)', rows);
}

/** A number that no other part has: 48 random bits; a settled day has the part 0 alone. */
function createPart(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low + 1;
}

/** A row for each visit; the rows of links and of the site are picked from it. */
function toDetail(visits: readonly Visit[], visitors: DayVisitors): OpenDetail {
  const { detail } = createDetail('open', visits.length);
  for (const [row, visit] of visits.entries()) {
    detail.agent[row] = visit.agent.id;
    detail.referrer[row] = visit.referrer.id;
    detail.campaign[row] = visit.campaign.id;
    detail.place[row] = visit.place.id;
    detail.language[row] = visit.language.id;
    detail.quarter[row] = visit.quarter;
    detail.scan[row] = visit.isScan ? 1 : 0;
    const { address, userAgent } = visit;
    if (address === null) continue;
    visitors.digest('address', address);
    visitors.digest('user agent', userAgent);
    detail.visitorLow[row] = address.low ^ userAgent.low;
    detail.visitorHigh[row] = address.high ^ userAgent.high;
  }
  return detail;
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
