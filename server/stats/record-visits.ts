import { CompiledQuery, sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { isPeople } from './classes.ts';
import { DaySum } from './day-sum.ts';
import { createDetail, pickRows, type Detail } from './detail.ts';
import type { Facts } from './facts.ts';
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
  const counts = new Map<number, { clicks: number; bots: number }>();
  const days = new Map<number, DayVisits>();
  for (const visit of visits) {
    const count = getOrCreate(counts, visit.linkId, () => ({ clicks: 0, bots: 0 }));
    count.clicks += 1;
    if (!isPeople(visit.class)) count.bots += 1;
    const day = getOrCreate(days, visit.day, () => ({ visits: [], links: new Map() }));
    getOrCreate(day.links, visit.linkId, () => []).push(day.visits.length);
    getOrCreate(day.links, SITE_ID, () => []).push(day.visits.length);
    day.visits.push(visit);
  }
  return {
    counts,
    async store(tx) {
      for (const [day, { visits: ofDay, links }] of days) {
        const detail = await toDetail(ofDay, await openDay(tx, day));
        // In the order of the rows: neighbours lie on one page.
        const groups = [...links].sort(([a], [b]) => a - b);
        for (let from = 0; from < groups.length; from += LINKS_AT_ONCE) {
          const some = groups.slice(from, from + LINKS_AT_ONCE);
          await upsertSums(engine, tx, day, some, ofDay);
          await insertDetails(tx, day, some, detail);
          await yieldToRequests();
        }
      }
    },
  };
}

/** The visits to one link, or to all, by their places among those of the day. */
type Group = readonly [linkId: number, rows: readonly number[]];

/** The visits of a day. */
interface DayVisits {
  readonly visits: Visit[];
  readonly links: Map<number, number[]>;
}

type OpenDetail = Extract<Detail, { form: 'open' }>;

/** How many links' sums are read and written before requests get their turn. */
const LINKS_AT_ONCE = 64;
/** How many visits are added up at a time. */
const VISITS_AT_ONCE = 2048;
/** How many rows one statement writes. */
const ROWS_AT_ONCE = 64;

async function upsertSums(
  engine: Engine,
  tx: Write,
  day: number,
  groups: readonly Group[],
  visits: readonly Visit[],
): Promise<void> {
  const ids = engine.sql.idsOf(groups.map(([linkId]) => linkId));
  const { rows } = await sql<{ link_id: number; body: Uint8Array }>`
    select link_id, body from click_sum
    where day = ${day} and link_id in (select id from ${ids} as wanted)`.execute(tx);
  const stored = new Map(rows.map((row) => [row.link_id, row.body]));
  const sums: unknown[][] = [];
  for (const [linkId, own] of groups) {
    const sum = new DaySum();
    const body = stored.get(linkId);
    if (body !== undefined) sum.addStored(body);
    for (const [index, row] of own.entries()) {
      if (index % VISITS_AT_ONCE === VISITS_AT_ONCE - 1) await yieldToRequests();
      const visit = visits[row]!;
      const { agent, referrer, campaign, place, language } = visit;
      sum.add(visit.class, visit.quarter, [agent, referrer, campaign, place, language]);
    }
    sums.push([day, linkId, sum.toBody()]);
  }
  await insertRows(tx, 'click_sum (day, link_id, body)', sums, {
    onConflict: 'on conflict (day, link_id) do update set body = excluded.body',
  });
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
async function toDetail(visits: readonly Visit[], visitors: DayVisitors): Promise<OpenDetail> {
  const { detail } = createDetail('open', visits.length);
  for (const [row, visit] of visits.entries()) {
    if (row % VISITS_AT_ONCE === VISITS_AT_ONCE - 1) await yieldToRequests();
    detail.agent[row] = visit.agent.id;
    detail.referrer[row] = visit.referrer.id;
    detail.campaign[row] = visit.campaign.id;
    detail.place[row] = visit.place.id;
    detail.language[row] = visit.language.id;
    detail.quarter[row] = visit.quarter;
    detail.scan[row] = visit.isScan ? 1 : 0;
    if (visit.address === '') continue;
    const [low, high] = visitors.number(visit.address, visit.userAgent);
    detail.visitorLow[row] = low;
    detail.visitorHigh[row] = high;
  }
  return detail;
}

/** Writes rows by statements of a known text: building them would cost more than running them. */
export async function insertRows(
  tx: Write,
  into: string,
  rows: readonly (readonly unknown[])[],
  { onConflict = '' } = {},
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const width = some[0]!.length;
    const places = (row: number) => some[0]!.map((_, i) => `$${row * width + i + 1}`).join(', ');
    const lists = some.map((_, row) => `(${places(row)})`);
    const text = `insert into ${into} values ${lists.join(', ')} ${onConflict}`;
    // Put in afterwards: Kysely would freeze them, and reading a frozen list takes several times as
    // long as writing the row.
    await tx.executeQuery({ ...CompiledQuery.raw(text), parameters: some.flat() });
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
