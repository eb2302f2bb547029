import { sql } from 'kysely';
import type { RankedLink } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import type { Span } from './span.ts';

/** How many links a list has, and how many are looked at for it: those of today are not known exactly. */
const LINKS = 10;
const CANDIDATES = 40;

/** Links with most people, and links that fell silent; null: what was before is not known. */
export interface LinkList {
  readonly top: RankedLink[];
  readonly silent: RankedLink[] | null;
}

/** UTC days, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The UTC days nearest to a span: of the first it has the greater part, or it is the only one. */
export function toDays({ from, to }: Span): Days {
  const last = dayOf(to - 1);
  return { first: Math.min(Math.round(from / DAY_SECONDS), last), last };
}

/** As many days that end where these begin. */
export function daysBefore({ first, last }: Days): Days {
  return { first: first - (last - first + 1), last: first - 1 };
}

/**
 * The ids of the best links that are there, at most as many as are looked at for a list; `pick` gives so
 * many of the best, deleted ones among them.
 */
export async function pickThere(
  engine: Engine,
  pick: (max: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[]> {
  for (let max = CANDIDATES; ; max *= 4) {
    const ids = await pick(max);
    const { rows } = await sql<{ id: number }>`
      select id from link
      where id in (select id from ${engine.sql.idsOf(ids)} as wanted)`.execute(engine.db);
    const there = new Set(rows.map(({ id }) => id));
    const picked = ids.filter((id) => there.has(id));
    if (picked.length >= CANDIDATES / 2 || ids.length < max) return picked.slice(0, CANDIDATES);
  }
}

/** Lists those of some links that are there, by how many people came, and before; null: nobody knows. */
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
  const found = links.map(({ id, short_url, title, long_url }) => ({
    short_url,
    title,
    long_url,
    people: peopleOf(id),
    before: beforeOf?.(id) ?? null,
  }));
  const visited = found.filter((link) => link.people > 0);
  const quiet = found.filter((link) => link.people === 0 && (link.before ?? 0) > 0);
  return {
    top: visited.toSorted((a, b) => b.people - a.people).slice(0, LINKS),
    silent:
      beforeOf === null ? null : quiet.toSorted((a, b) => b.before! - a.before!).slice(0, LINKS),
  };
}
