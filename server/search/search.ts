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
} from './search.store.ts';
import { SegmentSet } from './segment.ts';

/** How many texts are read at once; requests are answered in between. */
const READ_AT_ONCE = 1024;
/** Of how many segments all trigrams that begin with two characters are read at once. */
const RANGES_AT_ONCE = 32;

/**
 * Finds every link whose title or long URL holds a keyword, as `foldText` compares them. Nothing in
 * the keyword has a meaning of its own.
 *
 * The index tells which links hold all trigrams of the keyword. Most of them do hold the keyword:
 * of a common one that is known from the words that links share, and only what these do not
 * explain is read. Links that changed since their segment was built, and those behind the last
 * segment, are looked at themselves.
 */
export async function findMatches(
  engine: Engine,
  field: SearchField,
  keyword: string,
): Promise<LinkSet> {
  const folded = foldKeyword(field, keyword);
  // Nothing of it can be seen.
  if (folded === '') return new LinkSet();
  const builds = await selectReadyBuilds(engine);
  const found =
    folded.length < 3
      ? await findByRange(engine, field, builds, folded)
      : await findByGrams(engine, field, builds, folded);
  await correctStale(engine, field, found, builds, folded);
  for (const id of await findBehind(engine, field, endOf(builds), folded)) found.add(id);
  return found;
}

async function findByRange(
  engine: Engine,
  field: SearchField,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<LinkSet> {
  const found = new LinkSet();
  // Many trigrams begin with any one character.
  const atOnce = folded.length === 1 ? 1 : RANGES_AT_ONCE;
  for (let from = 0; from < builds.length; from += atOnce) {
    const some = builds.slice(from, from + atOnce);
    const sets = new Map(some.map(({ id, segment }) => [id, { segment, set: new SegmentSet() }]));
    const read = await selectPostingRange(engine, field, [...sets.keys()], gramRange(folded));
    for (const { build, ids } of read) sets.get(build)!.set.unite(SegmentSet.unpack(ids));
    for (const { segment, set } of sets.values()) found.addSegment(segment, set);
    await yieldToRequests();
  }
  return found;
}

async function findByGrams(
  engine: Engine,
  field: SearchField,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<LinkSet> {
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
    const words = await selectWords(engine, field, folded);
    const doubtful = await explainByWords(candidates, words, async (word) => read([-word]));
    await dropMistaken(engine, field, candidates, doubtful, folded);
  }
  return candidates;
}

/** The candidates that hold no kept word in which the keyword stands. */
async function explainByWords(
  candidates: LinkSet,
  words: readonly number[],
  read: (word: number) => Promise<Map<number | undefined, { ids: Uint8Array }[]>>,
): Promise<number[]> {
  const doubtful = candidates.copy();
  // The shortest words come first: most links hold them, and then the others explain nothing more.
  for (const word of words) {
    if (doubtful.size <= READ_AT_ONCE / 8) break;
    const explained = new LinkSet();
    for (const [segment, [posting]] of await read(word)) {
      if (segment !== undefined) explained.addSegment(segment, SegmentSet.unpack(posting!.ids));
    }
    doubtful.subtract(explained);
  }
  return doubtful.ids;
}

/** Reads the doubtful candidates and drops those that do not hold the keyword. */
async function dropMistaken(
  engine: Engine,
  field: SearchField,
  candidates: LinkSet,
  doubtful: readonly number[],
  folded: string,
): Promise<void> {
  for (let from = 0; from < doubtful.length; from += READ_AT_ONCE) {
    const ids = doubtful.slice(from, from + READ_AT_ONCE);
    const held = new Set(await selectMatchesAmong(engine, field, folded, ids));
    for (const id of ids) if (!held.has(id)) candidates.delete(id);
    await yieldToRequests();
  }
}

async function correctStale(
  engine: Engine,
  field: SearchField,
  found: LinkSet,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<void> {
  for await (const ids of readStale(engine, endOf(builds))) {
    const held = new Set(await selectMatchesAmong(engine, field, folded, ids));
    for (const id of ids) {
      if (held.has(id)) found.add(id);
      else found.delete(id);
    }
  }
}

/** The matches from an id on, which no index covers yet. */
async function findBehind(
  engine: Engine,
  field: SearchField,
  end: number,
  folded: string,
): Promise<number[]> {
  const found: number[] = [];
  for (let from = end; ;) {
    const next = await selectIdBehind(engine, from, READ_AT_ONCE);
    const below = next ?? Number.MAX_SAFE_INTEGER;
    found.push(...(await selectMatchesFrom(engine, field, folded, from, below)));
    if (next === undefined) return found;
    from = next;
    await yieldToRequests();
  }
}
