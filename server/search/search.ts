import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { foldKeyword, gramRange, keywordGrams, type SearchField } from './grams.ts';
import { LinkSet } from './link-set.ts';
import {
  endOfIndex,
  readStale,
  selectIdAfter,
  selectMatchesAmong,
  selectMatchesFrom,
  selectPostingRange,
  selectPostings,
  selectReadyBuilds,
  selectWords,
  type ReadyBuild,
  type FieldKeyword,
} from './search.store.ts';
import { SegmentSet } from './segment.ts';

/** Texts per read; requests get their turn in between. */
const READ_AT_ONCE = 1024;
/** Reading this many adjacent links takes as long as one lookup by id. */
const DENSE_FACTOR = 8;
/** Words of the first lookup, and of the largest. */
const WORDS_FIRST = 8;
const WORDS_AT_ONCE = 512;
/** Reading this many texts takes as long as one word's lookup in one segment. */
const READS_FOR_WORD = 8;
/** Segments per read of a range of trigrams. */
const RANGES_AT_ONCE = 32;

/**
 * Finds links with a keyword in a field, compared by `foldText`; no character is special. The index
 * yields links with all trigrams of the keyword. Indexed words confirm most of them; the others are
 * read. Links that changed after their build, and links behind the last segment, are read directly.
 */
export async function findMatches(
  engine: Engine,
  fields: readonly SearchField[],
  keyword: string,
): Promise<LinkSet> {
  const wanted = fields
    .map((field) => ({ field, folded: foldKeyword(field, keyword) }))
    // A keyword of invisible characters folds to nothing in this field.
    .filter(({ folded }) => folded !== '');
  const matches = new LinkSet();
  if (wanted.length === 0) return matches;
  const builds = await selectReadyBuilds(engine);
  for (const wantedField of wanted) {
    const find = wantedField.folded.length === 2 ? findByRange : findByGrams;
    matches.unite(await find(engine, builds, wantedField, matches));
  }
  await recheckStale(engine, builds, wanted, matches);
  await addUnindexed(engine, endOfIndex(builds), wanted, matches);
  return matches;
}

async function findByRange(
  engine: Engine,
  builds: readonly ReadyBuild[],
  { field, folded }: FieldKeyword,
): Promise<LinkSet> {
  const matches = new LinkSet();
  const range = gramRange(folded);
  for (let from = 0; from < builds.length; from += RANGES_AT_ONCE) {
    const some = builds.slice(from, from + RANGES_AT_ONCE);
    const segments = new Map(some.map(({ id, segment }) => [id, segment]));
    for (const { build, ids } of await selectPostingRange(engine, field, some, range)) {
      matches.addSegment(segments.get(build)!, SegmentSet.unpack(ids));
    }
    await yieldToRequests();
  }
  return matches;
}

/** Skips links that have `matched` already. */
async function findByGrams(
  engine: Engine,
  builds: readonly ReadyBuild[],
  wanted: FieldKeyword,
  matched: LinkSet,
): Promise<LinkSet> {
  const { field, folded } = wanted;
  const segments = new Map(builds.map(({ id, segment }) => [id, segment]));
  const grams = keywordGrams(folded);
  const read = await selectPostings(engine, field, grams);
  const candidates = new LinkSet();
  for (const [segment, postings] of Map.groupBy(read, ({ build }) => segments.get(build))) {
    if (segment === undefined || postings.length < grams.length) continue;
    const set = SegmentSet.unpack(postings[0]!.ids);
    for (const { ids } of postings.slice(1)) set.intersect(SegmentSet.unpack(ids));
    candidates.addSegment(segment, set);
  }
  if (folded.length > 3) {
    const doubtful = candidates.copy();
    doubtful.subtract(matched);
    await confirmByWords(engine, builds, wanted, doubtful);
    await dropFalseMatches(engine, wanted, candidates, doubtful.ids);
  }
  return candidates;
}

/** Removes links with an indexed word that contains the keyword. */
async function confirmByWords(
  engine: Engine,
  builds: readonly ReadyBuild[],
  { field, folded }: FieldKeyword,
  doubtful: LinkSet,
): Promise<void> {
  const words = await selectWords(engine, field, folded);
  const segments = new Map(builds.map(({ id, segment }) => [id, segment]));
  // Short words first: most links hold them.
  for (let from = 0, size = WORDS_FIRST; from < words.length;) {
    const some = words.slice(from, from + size);
    if (doubtful.size <= some.length * builds.length * READS_FOR_WORD) return;
    const ids = some.map((word) => -word);
    for (const posting of await selectPostings(engine, field, ids)) {
      const segment = segments.get(posting.build);
      if (segment !== undefined) {
        doubtful.subtractSegment(segment, SegmentSet.unpack(posting.ids));
      }
    }
    from += size;
    size = Math.min(size * 4, WORDS_AT_ONCE);
    await yieldToRequests();
  }
}

async function dropFalseMatches(
  engine: Engine,
  wanted: FieldKeyword,
  candidates: LinkSet,
  doubtful: readonly number[],
): Promise<void> {
  for (let from = 0; from < doubtful.length; from += READ_AT_ONCE) {
    const ids = doubtful.slice(from, from + READ_AT_ONCE);
    const [first, last] = [ids[0]!, ids.at(-1)!];
    const isDense = last - first < ids.length * DENSE_FACTOR;
    const held = new Set(
      isDense
        ? await selectMatchesFrom(engine, [wanted], first, last + 1)
        : await selectMatchesAmong(engine, [wanted], ids),
    );
    for (const id of ids) if (!held.has(id)) candidates.delete(id);
    await yieldToRequests();
  }
}

async function recheckStale(
  engine: Engine,
  builds: readonly ReadyBuild[],
  wanted: readonly FieldKeyword[],
  matches: LinkSet,
): Promise<void> {
  for await (const ids of readStale(engine, endOfIndex(builds))) {
    const held = new Set(await selectMatchesAmong(engine, wanted, ids));
    for (const id of ids) {
      if (held.has(id)) matches.add(id);
      else matches.delete(id);
    }
  }
}

async function addUnindexed(
  engine: Engine,
  end: number,
  wanted: readonly FieldKeyword[],
  matches: LinkSet,
): Promise<void> {
  for (let from: number | undefined = end; from !== undefined;) {
    const next = await selectIdAfter(engine, from, READ_AT_ONCE);
    const below = next ?? Number.MAX_SAFE_INTEGER;
    for (const id of await selectMatchesFrom(engine, wanted, from, below)) matches.add(id);
    from = next;
    await yieldToRequests();
  }
}
