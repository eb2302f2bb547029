import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { foldKeyword, gramRange, keywordGrams, type SearchField } from './grams.ts';
import { LinkSet } from './link-set.ts';
import {
  endOf,
  readStale,
  selectIdBehind,
  selectMatchesAmong,
  selectMatchesFrom,
  selectPostingRange,
  selectPostings,
  selectReadyBuilds,
  selectWords,
  type ReadyBuild,
  type Wanted,
} from './search.store.ts';
import { SegmentSet } from './segment.ts';

/** How many texts are read at once; requests are answered in between. */
const READ_AT_ONCE = 1024;
/** Of how many segments all trigrams that begin with two characters are read at once. */
const RANGES_AT_ONCE = 32;

/**
 * Finds every link that holds a keyword in one of some fields, as `foldText` compares them. Nothing in
 * the keyword has a meaning of its own.
 *
 * The index tells which links hold all trigrams of the keyword. Most of them do hold the keyword:
 * of a common one that is known from the words that links share, and only what these do not
 * explain is read. Links that changed since their segment was built, and those behind the last
 * segment, are looked at themselves.
 */
export async function findMatches(
  engine: Engine,
  fields: readonly SearchField[],
  keyword: string,
): Promise<LinkSet> {
  const wanted = fields
    .map((field) => ({ field, folded: foldKeyword(field, keyword) }))
    // Nothing of the others can be seen.
    .filter(({ folded }) => folded !== '');
  const found = new LinkSet();
  if (wanted.length === 0) return found;
  const builds = await selectReadyBuilds(engine);
  for (const one of wanted) {
    const find = one.folded.length === 2 ? findByRange : findByGrams;
    found.unite(await find(engine, builds, one, found));
  }
  await correctStale(engine, builds, wanted, found);
  await addBehind(engine, endOf(builds), wanted, found);
  return found;
}

async function findByRange(
  engine: Engine,
  builds: readonly ReadyBuild[],
  { field, folded }: Wanted,
): Promise<LinkSet> {
  const found = new LinkSet();
  const range = gramRange(folded);
  for (let from = 0; from < builds.length; from += RANGES_AT_ONCE) {
    const some = builds.slice(from, from + RANGES_AT_ONCE);
    const segments = new Map(some.map(({ id, segment }) => [id, segment]));
    for (const { build, ids } of await selectPostingRange(engine, field, some, range)) {
      found.addSegment(segments.get(build)!, SegmentSet.unpack(ids));
    }
    await yieldToRequests();
  }
  return found;
}

/** Those that are `known` to be matches need not be looked at. */
async function findByGrams(
  engine: Engine,
  builds: readonly ReadyBuild[],
  wanted: Wanted,
  known: LinkSet,
): Promise<LinkSet> {
  const { field, folded } = wanted;
  const segments = new Map(builds.map(({ id, segment }) => [id, segment]));
  const read = async (grams: readonly number[]) =>
    Map.groupBy(await selectPostings(engine, field, grams), ({ build }) => segments.get(build));
  const grams = keywordGrams(folded);
  const candidates = new LinkSet();
  for (const [segment, postings] of await read(grams)) {
    if (segment === undefined || postings.length < grams.length) continue;
    const set = SegmentSet.unpack(postings[0]!.ids);
    for (const { ids } of postings.slice(1)) set.intersect(SegmentSet.unpack(ids));
    candidates.addSegment(segment, set);
  }
  if (folded.length > 3) {
    const doubtful = candidates.copy();
    doubtful.subtract(known);
    const words = await selectWords(engine, field, folded);
    await explainByWords(doubtful, words, async (word) => read([-word]));
    await dropMistaken(engine, wanted, candidates, doubtful.ids);
  }
  return candidates;
}

/** Leaves the links that hold no kept word in which the keyword stands. */
async function explainByWords(
  doubtful: LinkSet,
  words: readonly number[],
  read: (word: number) => Promise<Map<number | undefined, { ids: Uint8Array }[]>>,
): Promise<void> {
  // The shortest words come first: most links hold them, and then the others explain nothing more.
  for (const word of words) {
    if (doubtful.size <= READ_AT_ONCE / 8) return;
    const explained = new LinkSet();
    for (const [segment, [posting]] of await read(word)) {
      if (segment !== undefined) explained.addSegment(segment, SegmentSet.unpack(posting!.ids));
    }
    doubtful.subtract(explained);
  }
}

/** Reads the doubtful candidates and drops those that do not hold the keyword. */
async function dropMistaken(
  engine: Engine,
  wanted: Wanted,
  candidates: LinkSet,
  doubtful: readonly number[],
): Promise<void> {
  for (let from = 0; from < doubtful.length; from += READ_AT_ONCE) {
    const ids = doubtful.slice(from, from + READ_AT_ONCE);
    const held = new Set(await selectMatchesAmong(engine, [wanted], ids));
    for (const id of ids) if (!held.has(id)) candidates.delete(id);
    await yieldToRequests();
  }
}

async function correctStale(
  engine: Engine,
  builds: readonly ReadyBuild[],
  wanted: readonly Wanted[],
  found: LinkSet,
): Promise<void> {
  for await (const ids of readStale(engine, endOf(builds))) {
    const held = new Set(await selectMatchesAmong(engine, wanted, ids));
    for (const id of ids) {
      if (held.has(id)) found.add(id);
      else found.delete(id);
    }
  }
}

/** Adds the matches from an id on, which no index covers yet. */
async function addBehind(
  engine: Engine,
  end: number,
  wanted: readonly Wanted[],
  found: LinkSet,
): Promise<void> {
  for (let from: number | undefined = end; from !== undefined;) {
    const next = await selectIdBehind(engine, from, READ_AT_ONCE);
    const below = next ?? Number.MAX_SAFE_INTEGER;
    for (const id of await selectMatchesFrom(engine, wanted, from, below)) found.add(id);
    from = next;
    await yieldToRequests();
  }
}
