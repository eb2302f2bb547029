import { sql } from 'kysely';
import type { UnknownCode } from '../../../contracts/stats/stats.ts';
import type { Engine, Schema, Write } from '../../engine/engine.ts';
import type { VisitSlice } from '../query/list-visits.ts';
import { DAY_SECONDS, dayOf } from '../quarter.ts';

/** Distinct codes per day; later codes are ignored. */
export const CODES_A_DAY = 10_000;

const columns = ['day', 'code', 'times', 'last_at'] as const;

export type UnknownCodeCount = Readonly<Schema['missed_code']>;

export function addUnknownCodes(
  engine: Engine,
  counts: readonly UnknownCodeCount[],
): Promise<void> {
  return engine.write(async (tx) => {
    for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day)) {
      await upsertCounts(engine, tx, await applyDailyLimit(tx, day, ofDay));
    }
  });
}

async function applyDailyLimit(
  tx: Write,
  day: number,
  counts: readonly UnknownCodeCount[],
): Promise<UnknownCodeCount[]> {
  const { size } = await tx
    .selectFrom('missed_code')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const codes = counts.map(({ code }) => code);
  const rows = await tx
    .selectFrom('missed_code')
    .select('code')
    .where('day', '=', day)
    .where('code', 'in', codes)
    .execute();
  const stored = new Set(rows.map(({ code }) => code));
  const added = counts.filter(({ code }) => !stored.has(code)).slice(0, CODES_A_DAY - size);
  return [...counts.filter(({ code }) => stored.has(code)), ...added];
}

async function upsertCounts(
  engine: Engine,
  tx: Write,
  counts: readonly UnknownCodeCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = counts.map((count) => columns.map((column) => count[column]));
  // "where true" keeps the parser from taking "on conflict" for a join's.
  await sql`
    insert into missed_code (${names})
    select ${names} from ${engine.sql.rowsOf(columns, values)} as noted where true
    on conflict (day, code) do update set
      times = missed_code.times + excluded.times,
      last_at = case when excluded.last_at > missed_code.last_at
        then excluded.last_at else missed_code.last_at end`.execute(tx);
}

/** Most requested first; both days are included. */
export async function selectUnknownCodes(
  engine: Engine,
  firstDay: number,
  lastDay: number,
  { skip, size }: { readonly skip: number; readonly size: number },
): Promise<UnknownCode[]> {
  const { rows } = await sql<UnknownCode>`
    select code, sum(times) as times, max(last_at) as last_at from missed_code
    where day between ${firstDay} and ${lastDay}
    group by code order by sum(times) desc, max(last_at) desc, code
    limit ${size} offset ${skip}`.execute(engine.db);
  return rows;
}

interface UnknownVisit {
  /** The first second of the UTC day. */
  readonly at: number;
  readonly code: string;
  readonly times: number;
}

export interface UnknownVisitList {
  readonly total: number;
  readonly visits: readonly UnknownVisit[];
}

/** Visits of unknown codes by UTC day, the newest day first. Codes that became links stay. */
export async function selectUnknownVisits(
  { db }: Engine,
  { from, to, skip, size }: VisitSlice,
): Promise<UnknownVisitList> {
  const days = sql`day between ${dayOf(from)} and ${dayOf(to - 1)}`;
  const { rows: sums } = await sql<{ total: number }>`
    select coalesce(sum(times), 0) as total from missed_code where ${days}`.execute(db);
  const { rows } = await sql<{ day: number; code: string; times: number; upto: number }>`
    select day, code, times, upto from (
      select day, code, times,
        sum(times) over (order by day desc, code rows unbounded preceding) as upto
      from missed_code where ${days}
    ) as placed
    where upto > ${skip} and upto - times < ${skip + size} order by upto`.execute(db);
  const visits = rows.map(({ day, code, times, upto }) => ({
    at: day * DAY_SECONDS,
    code,
    times: Math.min(upto, skip + size) - Math.max(upto - times, skip),
  }));
  return { total: sums[0]!.total, visits };
}

export async function selectExistingCodes(
  engine: Engine,
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await engine.db
    .selectFrom('link')
    .select('short_url')
    .where('short_url', 'in', codes)
    .execute();
  return new Set(rows.map((row) => row.short_url));
}

/** How many links' codes fold to each of these and differ from it. */
export async function countByFoldedCode(
  engine: Engine,
  folded: readonly string[],
): Promise<Map<string, number>> {
  const rows = await engine.db
    .selectFrom('link')
    .select(['folded_code', (eb) => eb.fn.countAll<number>().as('links')])
    .where('folded_code', 'in', folded)
    .groupBy('folded_code')
    .execute();
  return new Map(rows.map(({ folded_code: code, links }) => [code!, links]));
}

async function trimUnknownCodesBefore(engine: Engine, day: number, kept: number): Promise<void> {
  const days = await engine.db
    .selectFrom('missed_code')
    .select('day')
    .where('day', '<', day)
    .groupBy('day')
    .having((eb) => eb.fn.countAll(), '>', kept)
    .execute();
  for (const { day } of days) {
    await sql`
      delete from missed_code where day = ${day} and code in (
        select code from missed_code where day = ${day}
        order by times desc, last_at desc, code limit ${CODES_A_DAY} offset ${kept})`.execute(
      engine.db,
    );
  }
}

/** Codes that a past day keeps, because a report reads all codes of many days. */
export const KEPT_A_DAY = 200;

/** Deletes codes of days beyond retention, and the rare codes of past days. */
export async function pruneUnknownCodes(
  engine: Engine,
  firstKept: number,
  today: number,
): Promise<void> {
  await engine.db.deleteFrom('missed_code').where('day', '<', firstKept).execute();
  await trimUnknownCodesBefore(engine, today, KEPT_A_DAY);
}
