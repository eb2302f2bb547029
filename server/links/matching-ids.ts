import type { BulkWhere } from '../../contracts/links/bulk.ts';
import type { Engine } from '../engine/engine.ts';
import { LinkSet } from '../search/link-set.ts';
import { findMatches } from '../search/search.ts';
import { findLinks } from './find-links.ts';
import { selectAll, selectByPrefix } from './link-filter.store.ts';
import { codeSpellings } from './link-lists.ts';

/**
 * Ascending ids of matching links, `size` at a time; all links without fields. Matches are found at
 * the first batch, so a link may be gone when its batch comes. `now` is in Unix seconds.
 */
export async function* selectMatchingIds(
  engine: Engine,
  where: BulkWhere,
  domains: readonly string[],
  now: number,
  size = 1000,
): AsyncGenerator<number[]> {
  const { ids } = (await find(engine, where, domains, now)) ?? (await selectAll(engine));
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

/** Null: no field is set, so all links match. */
async function find(
  engine: Engine,
  where: BulkWhere,
  domains: readonly string[],
  now: number,
): Promise<LinkSet | null> {
  const { filter: field, keyword, all: _, ...filter } = where;
  if (field === undefined || keyword === undefined) return findLinks(engine, filter, now);
  if (field !== 'short_url') {
    return findLinks(engine, filter, now, await findMatches(engine, [field], keyword));
  }
  for (const [column, prefix] of codeSpellings(keyword, domains)) {
    const found = await findLinks(
      engine,
      filter,
      now,
      await selectByPrefix(engine, column, prefix),
    );
    if (found !== null && found.size > 0) return found;
  }
  return new LinkSet();
}
