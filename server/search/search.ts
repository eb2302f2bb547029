import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { foldKeyword, gramRange, keywordGrams, type SearchField } from './grams.ts';
import { LinkSet } from './link-set.ts';
import {
  countSegments,
  readStale,
  selectIdAfter,
  selectMatchesAmong,
  selectMatchesFrom,
  selectPostingRange,
  selectPostings,
  selectWords,
  type FieldKeyword,
} from './search.store.ts';
import { SEGMENT_SIZE, SegmentSet } from './segment.ts';

/** Texts per read; requests get their turn in between. */
const READ_AT_ONCE = 1024;
/** Reading this many adjacent links takes as long as one lookup by id. */
const DENSE_FACTOR = 8;
/** Words of the first lookup, and of the largest. */
const WORDS_FIRST = 8;
const WORDS_AT_ONCE = 512;
/** Reading this many texts takes as long as one word's lookup in one segment. */
const READS_FOR_WORD = 8;
const RANGES_AT_ONCE = 32;

/**
 * Finds links with a keyword in one of the fields, compared by `foldText`; no character is special.
 * The index knows the first segments of ids as they were when it was built. Links that changed since
 * then, and links in later segments, are read.
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
  const segments = await countSegments(engine);
  for (const one of wanted) {
    const find = one.folded.length === 2 ? findByRange : findByTrigrams;
    matches.unite(await find(engine, segments, one, matches));
  }
  const end = segments * SEGMENT_SIZE;
  await recheckStale(engine, end, wanted, matches);
  await addUnindexed(engine, end, wanted, matches);
  return matches;
}

/** Two characters are the beginning of many trigrams. Each link with one of these matches. */
async function findByRange(
  engine: Engine,
  segments: number,
  { field, folded }: FieldKeyword,
): Promise<LinkSet> {
  const found = new LinkSet();
  for (let from = 0; from < segments; from += RANGES_AT_ONCE) {
    const below = Math.min(from + RANGES_AT_ONCE, segments);
    const range = { from, below, grams: gramRange(folded) };
    for (const { segment, ids } of await selectPostingRange(engine, field, range)) {
      found.addSegment(segment, SegmentSet.unpack(ids));
    }
    await yieldToRequests();
  }
  return found;
}

/** A text may have all trigrams but not the keyword, so it is read, unless its link is in `known`. */
async function findByTrigrams(
  engine: Engine,
  segments: number,
  wanted: FieldKeyword,
  known: LinkSet,
): Promise<LinkSet> {
  const { field, folded } = wanted;
  const grams = keywordGrams(folded);
  const found = new LinkSet();
  const postings = await selectPostings(engine, field, segments, grams);
  for (const [segment, ofSegment] of Map.groupBy(postings, ({ segment }) => segment)) {
    if (ofSegment.length < grams.length) continue;
    const [set, ...others] = ofSegment.map(({ ids }) => SegmentSet.unpack(ids));
    for (const other of others) set!.intersect(other);
    found.addSegment(segment, set!);
  }
  if (folded.length <= 3) return found;
  const doubtful = found.copy();
  doubtful.subtract(known);
  await confirmByWords(engine, segments, wanted, doubtful);
  for (const id of await findFalseMatches(engine, wanted, doubtful.ids)) found.delete(id);
  return found;
}

/** Removes links with an indexed word that contains the keyword, while that is faster than reading. */
async function confirmByWords(
  engine: Engine,
  segments: number,
  { field, folded }: FieldKeyword,
  doubtful: LinkSet,
): Promise<void> {
  // Short words first: most links hold them.
  const words = await selectWords(engine, field, folded);
  for (let from = 0, size = WORDS_FIRST; from < words.length;) {
    const some = words.slice(from, from + size);
    if (doubtful.size <= some.length * segments * READS_FOR_WORD) return;
    const grams = some.map((word) => -word);
    for (const { segment, ids } of await selectPostings(engine, field, segments, grams)) {
      doubtful.subtractSegment(segment, SegmentSet.unpack(ids));
    }
    from += size;
    size = Math.min(size * 4, WORDS_AT_ONCE);
    await yieldToRequests();
  }
}

async function findFalseMatches(
  engine: Engine,
  wanted: FieldKeyword,
  ids: readonly number[],
): Promise<number[]> {
  const unmatched: number[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const some = ids.slice(from, from + READ_AT_ONCE);
    const [first, last] = [some[0]!, some.at(-1)!];
    const isDense = last - first < some.length * DENSE_FACTOR;
    const matching = new Set(
      isDense
        ? await selectMatchesFrom(engine, [wanted], first, last + 1)
        : await selectMatchesAmong(engine, [wanted], some),
    );
    unmatched.push(...some.filter((id) => !matching.has(id)));
    await yieldToRequests();
  }
  return unmatched;
}

async function recheckStale(
  engine: Engine,
  end: number,
  wanted: readonly FieldKeyword[],
  matches: LinkSet,
): Promise<void> {
  for await (const ids of readStale(engine, end)) {
    const matching = new Set(await selectMatchesAmong(engine, wanted, ids));
    for (const id of ids) {
      if (matching.has(id)) matches.add(id);
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
