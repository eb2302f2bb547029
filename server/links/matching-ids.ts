import type { LinkFilter } from '../../contracts/link-filter.ts';
import type { Engine } from '../engine/engine.ts';
import { selectAll } from './link-filter.store.ts';
import { findLinks } from './find-links.ts';

/**
 * The ids of all links that fit a filter, in order, `size` at a time. They are those that fit when the
 * first batch is asked for: what is changed meanwhile neither adds links nor drops any, and a link may
 * be gone when its batch comes. `now` is in Unix seconds. A filter without fields gives every link.
 */
export async function* selectMatchingIds(
  engine: Engine,
  filter: LinkFilter,
  now: number,
  size = 1000,
): AsyncGenerator<number[]> {
  const { ids } = (await findLinks(engine, filter, now)) ?? (await selectAll(engine));
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}
