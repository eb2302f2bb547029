import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { foldKeyword, gramRange, keywordGrams, type SearchField } from './grams.ts';
import { Matches } from './matches.ts';
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
import { SEGMENT_SIZE, SegmentSet } from './segment.ts';

/** How many texts are read at once; requests are answered in between. */
const READ_AT_ONCE = 1024;
/** Of how many segments all trigrams that begin with two characters are read at once. */
const RANGES_AT_ONCE = 32;

/** By segment, the links that may match. */
type Candidates = Map<number, SegmentSet>;

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
): Promise<Matches> {
  const folded = foldKeyword(field, keyword);
  // Nothing of it can be seen.
  if (folded === '') return new Matches(new Map(), []);
  const builds = await selectReadyBuilds(engine);
  const found =
    folded.length < 3
      ? await findByRange(engine, field, builds, folded)
      : await findByGrams(engine, field, builds, folded);
  await correctStale(engine, field, found, builds, folded);
  return new Matches(found, await findBehind(engine, field, endOf(builds), folded));
}

async function findByRange(
  engine: Engine,
  field: SearchField,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<Candidates> {
  const found: Candidates = new Map();
  // Many trigrams begin with any one character.
  const atOnce = folded.length === 1 ? 1 : RANGES_AT_ONCE;
  for (let from = 0; from < builds.length; from += atOnce) {
    const some = builds.slice(from, from + atOnce);
    const sets = new Map(some.map(({ id, segment }) => [id, { segment, set: new SegmentSet() }]));
    const read = await selectPostingRange(engine, field, [...sets.keys()], gramRange(folded));
    for (const { build, ids } of read) sets.get(build)!.set.unite(SegmentSet.unpack(ids));
    for (const { segment, set } of sets.values()) found.set(segment, set);
    await yieldToRequests();
  }
  return found;
}

async function findByGrams(
  engine: Engine,
  field: SearchField,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<Candidates> {
  const segments = new Map(builds.map(({ id, segment }) => [id, segment]));
  const read = async (grams: readonly number[]) =>
    Map.groupBy(await selectPostings(engine, field, grams), ({ build }) => segments.get(build));
  const grams = keywordGrams(folded);
  const candidates: Candidates = new Map();
  for (const [segment, postings] of await read(grams)) {
    if (segment === undefined || postings.length < grams.length) continue;
    const set = SegmentSet.unpack(postings[0]!.ids);
    for (const { ids } of postings.slice(1)) set.intersect(SegmentSet.unpack(ids));
    candidates.set(segment, set);
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
  candidates: Candidates,
  words: readonly number[],
  read: (word: number) => Promise<Map<number | undefined, { ids: Uint8Array }[]>>,
): Promise<number[]> {
  const doubtful = new Map([...candidates].map(([segment, set]) => [segment, set.copy()]));
  let left = sizeOf(doubtful);
  // The shortest words come first: most links hold them, and then the others explain nothing more.
  for (const word of words) {
    if (left <= READ_AT_ONCE / 8) break;
    for (const [segment, [posting]] of await read(word)) {
      if (segment !== undefined) {
        doubtful.get(segment)?.subtract(SegmentSet.unpack(posting!.ids));
      }
    }
    left = sizeOf(doubtful);
  }
  return [...doubtful].flatMap(([segment, set]) =>
    set.places.map((place) => segment * SEGMENT_SIZE + place),
  );
}

function sizeOf(candidates: Candidates): number {
  return [...candidates.values()].reduce((sum, set) => sum + set.size, 0);
}

/** Reads the doubtful candidates and drops those that do not hold the keyword. */
async function dropMistaken(
  engine: Engine,
  field: SearchField,
  candidates: Candidates,
  doubtful: readonly number[],
  folded: string,
): Promise<void> {
  for (let from = 0; from < doubtful.length; from += READ_AT_ONCE) {
    const ids = doubtful.slice(from, from + READ_AT_ONCE);
    const held = new Set(await selectMatchesAmong(engine, field, folded, ids));
    for (const id of ids) if (!held.has(id)) setMatch(candidates, id, false);
    await yieldToRequests();
  }
}

async function correctStale(
  engine: Engine,
  field: SearchField,
  found: Candidates,
  builds: readonly ReadyBuild[],
  folded: string,
): Promise<void> {
  for await (const ids of readStale(engine, endOf(builds))) {
    const held = new Set(await selectMatchesAmong(engine, field, folded, ids));
    for (const id of ids) setMatch(found, id, held.has(id));
  }
}

function setMatch(found: Candidates, id: number, matches: boolean): void {
  const segment = Math.floor(id / SEGMENT_SIZE);
  const set = found.get(segment);
  if (matches) {
    if (set === undefined) found.set(segment, new SegmentSet().add(id % SEGMENT_SIZE));
    else set.add(id % SEGMENT_SIZE);
  } else set?.delete(id % SEGMENT_SIZE);
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
