import type { BulkWhere } from '../../../contracts/links/bulk.ts';
import type { LinkSelection, Resolved } from '../../../contracts/links/link-filter.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { LinkSet } from '../../search/link-set.ts';
import { findMatches } from '../../search/search.ts';
import { findLinks } from './find-links.ts';
import { selectAll, selectByPrefix } from './link-filter.store.ts';
import { codeSpellings } from './link-lists.ts';

interface Choice {
  readonly where: Resolved<LinkSelection>;
  readonly domains: readonly string[];
  /** Unix seconds. */
  readonly now: number;
}

interface Selection extends Choice {
  readonly where: Resolved<BulkWhere>;
  readonly size: number;
}

/**
 * Ascending ids of matching links, `size` at a time; all links without fields. Matches are found at
 * the first batch, so a link may be gone when its batch comes.
 */
export async function* selectMatchingIds(
  engine: Engine,
  reach: Reach,
  selection: Selection,
): AsyncGenerator<number[]> {
  const { all: _, ...where } = selection.where;
  const found = await findMatching(engine, reach, { ...selection, where });
  yield* splitIds((found ?? (await selectAll(engine))).ids, selection.size);
}

export function* splitIds(ids: readonly number[], size: number): Generator<number[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

export function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** Null: no field is set, so all links match. */
export async function findMatching(
  engine: Engine,
  reach: Reach,
  { where, domains, now }: Choice,
): Promise<LinkSet | null> {
  const { filter: field, keyword, ...filter } = where;
  const findAmong = (among?: LinkSet) => findLinks(engine, reach, { filter, now, among });
  if (field === undefined || keyword === undefined) return findAmong();
  if (field !== 'short_url') return findAmong(await findMatches(engine, [field], keyword));
  for (const prefix of codeSpellings(keyword, domains)) {
    const found = await findAmong(await selectByPrefix(engine, prefix));
    if (found !== null && found.size > 0) return found;
  }
  return new LinkSet();
}
