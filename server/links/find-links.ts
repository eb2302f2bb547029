import type { FilterState, LinkFilter } from '../../contracts/link-filter.ts';
import type { Engine } from '../engine/engine.ts';
import { LinkSet } from '../search/link-set.ts';
import { findMatches } from '../search/search.ts';
import { foldText } from '../engine/folded-texts.ts';
import {
  selectAll,
  selectBetween,
  selectByText,
  selectNeverClicked,
  selectOff,
  selectTagged,
} from './link-filter.store.ts';

/** Behind every instant. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Finds the links that fit every field of a filter; null: it has none, and all links fit. */
export async function findLinks(
  engine: Engine,
  filter: LinkFilter,
  now: number,
): Promise<LinkSet | null> {
  const { q, tag: tags = [], state: states, created_from: from, created_until: until } = filter;
  const wanted: (() => Promise<LinkSet>)[] = tags.map((tag) => () => selectTagged(engine, tag));
  if (from !== undefined || until !== undefined) {
    wanted.push(() => selectBetween(engine, 'created_at', from ?? 0, until ?? FOREVER));
  }
  if (states !== undefined) wanted.push(() => findInStates(engine, new Set(states), now));
  if (q !== undefined) wanted.push(() => findEverywhere(engine, q));
  let found: LinkSet | null = null;
  for (const find of wanted) {
    const set = await find();
    if (found === null) found = set;
    else found.intersect(set);
  }
  return found;
}

async function findInStates(
  engine: Engine,
  states: ReadonlySet<FilterState>,
  now: number,
): Promise<LinkSet> {
  const found = new LinkSet();
  const off = await selectOff(engine);
  const expired = await selectBetween(engine, 'expires_at', 1, now + 1);
  expired.subtract(off);
  if (states.has('off')) found.unite(off);
  if (states.has('expired')) found.unite(expired);
  if (states.has('live')) {
    const live = await selectAll(engine);
    live.subtract(off);
    live.subtract(expired);
    found.unite(live);
  }
  if (states.has('never_clicked')) found.unite(await selectNeverClicked(engine));
  return found;
}

/** Finds the links that hold a text in their code, title, long URL or note, or in one of their tags. */
async function findEverywhere(engine: Engine, text: string): Promise<LinkSet> {
  const found = await findMatches(engine, 'title', text);
  // Nothing of it can be seen.
  if (foldText(text) === '') return found;
  found.unite(await findMatches(engine, 'long_url', text));
  found.unite(await selectByText(engine, text));
  return found;
}
