import { joinCode } from '../../../contracts/links/domain-code.ts';
import type { FilterState } from '../../../contracts/links/links.constants.ts';
import type { LinkFilter, Resolved } from '../../../contracts/links/link-filter.ts';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { foldText } from '../../engine/texts/folded-texts.ts';
import { LinkSet } from '../../search/link-set.ts';
import { findMatches } from '../../search/search.ts';
import { selectTagId, selectTagIdsContaining } from '../../tags/tags.store.ts';
import {
  selectAll,
  selectBetween,
  selectByPrefix,
  selectNeverClicked,
  selectNotClickedSince,
  selectOfDomains,
  selectOff,
  selectRouted,
  selectTagged,
  selectWithin,
} from './link-filter.store.ts';
import { countLinks } from './link-list.store.ts';

const FOREVER = Number.MAX_SAFE_INTEGER;

/** What a list can be narrowed by besides the fields of {@link LinkFilter}. */
export interface FurtherFilter {
  /** Links with at least one of these tags. */
  readonly any_tag?: readonly string[] | undefined;
  /** Not the links with any of these tags. */
  readonly without_any?: readonly string[] | undefined;
  /** Not the links with all of these tags. */
  readonly without_all?: readonly string[] | undefined;
  /** Not the links whose expiry is over, and not those that have used up their clicks. */
  readonly without_ended?: readonly ('expired' | 'used-up')[] | undefined;
}

export type ListFilter = Resolved<LinkFilter> & FurtherFilter;

interface Search {
  readonly filter: ListFilter;
  /** Unix seconds. */
  readonly now: number;
  /** Undefined: all links. */
  readonly among?: LinkSet | undefined;
}

/** Finds links that match every field. Null: no field is set, so all links match. */
export async function findLinks(
  engine: Engine,
  reach: Reach,
  { filter, now, among }: Search,
): Promise<LinkSet | null> {
  const { q, tag: tags = [], state: states, created_from: from, created_until: until } = filter;
  const { domain, owner, not_clicked_since: since } = filter;
  const finds: (() => Promise<LinkSet>)[] = tags.map((tag) => () => findTagged(engine, tag));
  if (owner !== undefined) finds.unshift(() => selectWithin(engine, { owner }));
  if (reach !== 'all') finds.unshift(() => selectWithin(engine, reach));
  if (from !== undefined || until !== undefined) {
    finds.push(() => selectBetween(engine, 'created_at', from ?? 0, until ?? FOREVER));
  }
  if (domain !== undefined) finds.push(() => findByDomain(engine, domain));
  if (q !== undefined) finds.push(() => findByText(engine, q));
  const { any_tag: anyTag } = filter;
  if (anyTag !== undefined) finds.push(() => findTagged(engine, ...anyTag));
  let found = among ?? null;
  for (const find of finds) {
    if (found?.size === 0) return found;
    const set: LinkSet = await find();
    if (found === null) found = set;
    else found.intersect(set);
  }
  for (const exclude of listExclusions(engine, filter, now)) {
    if (found?.size === 0) return found;
    found ??= await selectAll(engine);
    found.subtract(await exclude());
  }
  if (since !== undefined && found?.size !== 0) {
    const quiet = await selectNotClickedSince(engine, since, found);
    if (found === null) found = quiet;
    else found.intersect(quiet);
  }
  if (states === undefined || found?.size === 0) return found;
  return findInStates(engine, new Set(states), now, found);
}

async function findByDomain(engine: Engine, domain: string): Promise<LinkSet> {
  if (domain !== '')
    return selectByPrefix(engine, { column: 'short_url', prefix: joinCode(domain, '') });
  const found = await selectAll(engine);
  found.subtract(await selectOfDomains(engine));
  return found;
}

/** Links with any of these tags. */
async function findTagged(engine: Engine, ...names: readonly string[]): Promise<LinkSet> {
  const ids = await Promise.all(names.map((name) => selectTagId(engine.db, foldTag(name))));
  return selectTagged(
    engine,
    ids.filter((id) => id !== undefined),
  );
}

function listExclusions(
  engine: Engine,
  { without_any: any, without_all: all, without_ended: ended = [] }: FurtherFilter,
  now: number,
): (() => Promise<LinkSet>)[] {
  const exclusions: (() => Promise<LinkSet>)[] = [];
  if (any !== undefined) exclusions.push(() => findTagged(engine, ...any));
  if (all !== undefined) exclusions.push(() => findTaggedWithAll(engine, all));
  if (ended.includes('expired')) {
    exclusions.push(() => selectBetween(engine, 'expires_at', 1, now + 1));
  }
  if (ended.includes('used-up')) {
    exclusions.push(async () => (await selectRouted(engine, now)).usedUp);
  }
  return exclusions;
}

async function findTaggedWithAll(engine: Engine, names: readonly string[]): Promise<LinkSet> {
  const [first = '', ...others] = names;
  const found = await findTagged(engine, first);
  for (const name of others) found.intersect(await findTagged(engine, name));
  return found;
}

/** Finds links in any of these states, within `among` (null: all links). */
async function findInStates(
  engine: Engine,
  states: ReadonlySet<FilterState>,
  now: number,
  among: LinkSet | null,
): Promise<LinkSet> {
  const { found, others } = await findNotLive(engine, states, now);
  if (!states.has('live')) {
    if (states.has('never_clicked')) found.unite(await selectNeverClicked(engine, among));
    if (among === null) return found;
    among.intersect(found);
    return among;
  }
  // Most links are live, so excluding the others is faster.
  if (states.has('never_clicked')) others.subtract(await selectNeverClicked(engine, others));
  const all = among ?? (await selectAll(engine));
  all.subtract(others);
  return all;
}

/** Links that are off, scheduled or expired, split by whether their state is wanted. */
async function findNotLive(engine: Engine, states: ReadonlySet<FilterState>, now: number) {
  const found = new LinkSet();
  const others = new LinkSet();
  if (states.size === 1 && states.has('never_clicked')) return { found, others };
  const off = await selectOff(engine);
  const { scheduled, usedUp } = await selectRouted(engine, now);
  scheduled.subtract(off);
  const expired = await selectBetween(engine, 'expires_at', 1, now + 1);
  expired.unite(usedUp);
  expired.subtract(off);
  expired.subtract(scheduled);
  (states.has('scheduled') ? found : others).unite(scheduled);
  (states.has('off') ? found : others).unite(off);
  (states.has('expired') ? found : others).unite(expired);
  return { found, others };
}

async function findByText(engine: Engine, text: string): Promise<LinkSet> {
  // A text of invisible characters matches nothing.
  if (foldText(text) === '') return new LinkSet();
  const found = await findMatches(engine, ['long_url', 'title', 'note', 'short_url'], text);
  if (found.size === (await countLinks(engine, 'all'))) return found;
  const tagIds = await selectTagIdsContaining(engine.db, text);
  found.unite(await selectTagged(engine, tagIds));
  return found;
}
