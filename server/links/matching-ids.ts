import type { BulkWhere } from '../../contracts/bulk.ts';
import type { Engine } from '../engine/engine.ts';
import { LinkSet } from '../search/link-set.ts';
import { findMatches } from '../search/search.ts';
import { findLinks } from './find-links.ts';
import { selectAll, selectByPrefix } from './link-filter.store.ts';
import { codeSpellings } from './link-lists.ts';

/**
 * The ids of all links that a list or a search finds, in order, `size` at a time. They are those that
 * fit when the first batch is asked for: what is changed meanwhile neither adds links nor drops any,
 * and a link may be gone when its batch comes. `now` is in Unix seconds. Without fields it is every link.
 */
export async function* selectMatchingIds(
  engine: Engine,
  where: BulkWhere,
  now: number,
  size = 1000,
): AsyncGenerator<number[]> {
  const { ids } = (await find(engine, where, now)) ?? (await selectAll(engine));
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

/** Null: nothing is asked for, and all links fit. */
async function find(engine: Engine, where: BulkWhere, now: number): Promise<LinkSet | null> {
  const { filter: field, keyword, ...filter } = where;
  if (field === undefined || keyword === undefined) return findLinks(engine, filter, now);
  if (field !== 'short_url') {
    return findLinks(engine, filter, now, await findMatches(engine, [field], keyword));
  }
  for (const [column, prefix] of codeSpellings(keyword)) {
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
