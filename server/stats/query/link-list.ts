import { sql } from 'kysely';
import type { RankedLink } from '../../../contracts/stats/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS, QUARTERS, type Days } from '../quarter.ts';
import type { TimeRange } from './time-range.ts';

/** Links per list, and candidates for it: deleted links are not left out before. */
const LINKS = 10;
const CANDIDATES = 40;

/** Most clicked links, and links that fell silent; null: the days before are unknown. */
export interface LinkList {
  readonly top: RankedLink[];
  readonly silent: RankedLink[] | null;
}

/** The UTC days nearest to a range, at least one. */
export function toDays({ from, to }: TimeRange): Days {
  const last = dayOf(to - 1);
  return { first: Math.min(Math.round(from / DAY_SECONDS), last), last };
}

export interface DaysBefore extends Days {
  /** The quarters of the last day that count. */
  readonly quarters: number;
}

/** The same number of days, right before these; as far as these have passed. */
export function daysBefore({ first, last }: Days, now: number): DaysBefore {
  const today = dayOf(now);
  const length = last - first + 1;
  if (today < first || today > last)
    return { first: first - length, last: first - 1, quarters: QUARTERS };
  const quarters = Math.floor((now - today * DAY_SECONDS) / QUARTER_SECONDS) + 1;
  return { first: first - length, last: today - length, quarters };
}

/** The ids of the best existing links. `pick` returns the best ones, deleted ones included. */
export async function pickExisting(
  engine: Engine,
  pick: (max: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[]> {
  for (let max = CANDIDATES; ; max *= 4) {
    const ids = await pick(max);
    const { rows } = await sql<{ id: number }>`
      select id from link
      where id in (select id from ${engine.sql.idsOf(ids)} as wanted)`.execute(engine.db);
    const existing = new Set(rows.map(({ id }) => id));
    const picked = ids.filter((id) => existing.has(id));
    if (picked.length >= CANDIDATES / 2 || ids.length < max) return picked.slice(0, CANDIDATES);
  }
}

/** Ranks existing links by clicks; `beforeOf` is null when the days before are unknown. */
export async function listByPeople(
  { db }: Engine,
  ids: readonly number[],
  peopleOf: (linkId: number) => number,
  beforeOf: ((linkId: number) => number) | null,
): Promise<LinkList> {
  const links =
    ids.length === 0
      ? []
      : await db
          .selectFrom('link')
          .select(['id', 'short_url', 'title', 'long_url'])
          .where('id', 'in', ids)
          .execute();
  const rows = links.map(({ id, short_url, title, long_url }) => ({
    short_url,
    title,
    long_url,
    people: peopleOf(id),
    before: beforeOf?.(id) ?? null,
  }));
  const visited = rows.filter((link) => link.people > 0);
  const quiet = rows.filter((link) => link.people === 0 && (link.before ?? 0) > 0);
  return {
    top: visited.toSorted((a, b) => b.people - a.people).slice(0, LINKS),
    silent:
      beforeOf === null ? null : quiet.toSorted((a, b) => b.before! - a.before!).slice(0, LINKS),
  };
}
