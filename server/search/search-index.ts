import { sql, type RawBuilder } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import type { Feature } from '../feature.ts';
import { forEachGram, searchFields, collectWords, type SearchField } from './grams.ts';
import { countSegments, readStale, selectText, selectTextsFrom } from './search.store.ts';
import { SEGMENT_SIZE, SegmentSet } from './segment.ts';

/** Links per step; requests get their turn in between. */
const LINKS_AT_ONCE = 32;
const POSTINGS_AT_ONCE = 250; // in a statement
const POSTINGS_TOGETHER = 4000; // in a transaction
const WORDS_AT_ONCE = 50;
/** A word is indexed when at least this many links of a segment hold it (0.1 %). */
const WORD_LINKS_MIN = 16;
/** A segment with this many stale links is built again. */
const STALE_MAX = 256;

const fields = Object.keys(searchFields) as readonly SearchField[];

/** Trigram or word → the positions of its links in the segment. */
type Postings<Term> = Map<Term, number[]>;

/** A build grows beside the one in use and replaces it at once; a killed build is discarded. */
export class SearchIndex {
  readonly #engine: Engine;
  #updating: Promise<void> | null = null;
  #isClosed = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Builds full segments, and rebuilds segments with many changed links. */
  update(): Promise<void> {
    this.#updating ??= this.#update().finally(() => {
      this.#updating = null;
    });
    return this.#updating;
  }

  /** Ends after the current segment. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#updating?.catch(() => undefined);
  }

  async #update(): Promise<void> {
    await deleteBuilds(this.#engine, 'growing');
    for await (const segment of segmentsToBuild(this.#engine)) {
      if (this.#isClosed) return;
      await buildSegment(this.#engine, segment);
    }
    await deleteBuilds(this.#engine, 'dead');
  }
}

export function openSearch(engine: Engine): Feature {
  const index = new SearchIndex(engine);
  return {
    jobs: [{ name: 'index links', everySeconds: 10, isForLeader: true, run: () => index.update() }],
    close: () => index.close(),
  };
}

async function* segmentsToBuild(engine: Engine): AsyncGenerator<number> {
  for (let segment = await countSegments(engine); await isFull(engine, segment); segment += 1) {
    yield segment;
  }
  const stale = new Map<number, number>();
  for await (const ids of readStale(engine, Number.MAX_SAFE_INTEGER)) {
    for (const id of ids) {
      const segment = Math.floor(id / SEGMENT_SIZE);
      stale.set(segment, (stale.get(segment) ?? 0) + 1);
    }
  }
  for (const [segment, links] of stale) if (links >= STALE_MAX) yield segment;
}

async function isFull(engine: Engine, segment: number): Promise<boolean> {
  const last = await engine.db
    .selectFrom('link')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return (last.id ?? 0) >= (segment + 1) * SEGMENT_SIZE;
}

async function buildSegment(engine: Engine, segment: number): Promise<void> {
  // From here on, changes in the segment are recorded.
  const { id } = await engine.write((tx) =>
    tx
      .insertInto('search_build')
      .values({ segment, state: 'growing' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const staleBefore = await selectStaleIn(engine, segment);
  const texts = new Map<number, string>();
  for (const field of fields) {
    const { grams, words } = await collectTerms(engine, field, segment, (link, text) =>
      texts.set(link, `${texts.get(link) ?? ''}\n${text}`),
    );
    await writePostings(engine, id, field, grams);
    await writePostings(engine, id, field, await storeCommonWords(engine, field, words));
  }
  const isUsed = await activateBuild(engine, { id, segment, staleBefore, texts });
  if (!isUsed) await deleteBuild(engine, id);
}

async function collectTerms(
  engine: Engine,
  field: SearchField,
  segment: number,
  note: (id: number, text: string) => void,
) {
  const grams: Postings<number> = new Map();
  const words: Postings<string> = new Map();
  const start = segment * SEGMENT_SIZE;
  const below = start + SEGMENT_SIZE;
  for (let from = start; ;) {
    const links = await selectTextsFrom(engine, field, { from, below, limit: LINKS_AT_ONCE });
    for (const { id, text } of links) {
      note(id, text);
      const position = id - start;
      forEachGram(text, (gram) => addPosition(grams, gram, position));
      for (const word of collectWords(field, text)) addPosition(words, word, position);
    }
    if (links.length < LINKS_AT_ONCE) break;
    from = links.at(-1)!.id + 1;
    await yieldToRequests();
  }
  return { grams, words };
}

function addPosition<Term>(postings: Postings<Term>, term: Term, position: number): void {
  const positions = postings.get(term);
  if (positions === undefined) postings.set(term, [position]);
  else if (positions.at(-1) !== position) positions.push(position);
}

async function storeCommonWords(
  engine: Engine,
  field: SearchField,
  words: Postings<string>,
): Promise<Postings<number>> {
  // Most words are rare: a list of all would take as long as the rest of the build.
  const common: string[] = [];
  for (const [word, positions] of words) if (positions.length >= WORD_LINKS_MIN) common.push(word);
  const numbered: Postings<number> = new Map();
  for (let from = 0; from < common.length; from += WORDS_AT_ONCE) {
    const rows = common
      .slice(from, from + WORDS_AT_ONCE)
      .map((word) => sql`(${searchFields[field]}, ${word})`);
    const { rows: kept } = await sql<{ id: number; word: string }>`
      insert into search_word (field, word) values ${sql.join(rows)}
      on conflict (field, word) do update set word = excluded.word
      returning id, word`.execute(engine.db);
    for (const { id, word } of kept) numbered.set(-id, words.get(word)!);
    await yieldToRequests();
  }
  return numbered;
}

/** Writes in the order of the key, which is the order on disk. */
async function writePostings(
  engine: Engine,
  build: number,
  field: SearchField,
  postings: Postings<number>,
): Promise<void> {
  const sorted = Float64Array.from(postings.keys()).sort();
  for (let from = 0; from < sorted.length; from += POSTINGS_TOGETHER) {
    const together = sorted.subarray(from, from + POSTINGS_TOGETHER);
    await engine.write(async (tx) => {
      for (let at = 0; at < together.length; at += POSTINGS_AT_ONCE) {
        const rows = Array.from(together.subarray(at, at + POSTINGS_AT_ONCE), (gram) => {
          const ids = SegmentSet.pack(postings.get(gram)!);
          return sql`(${build}, ${searchFields[field]}, ${gram}, ${ids})`;
        });
        await sql`insert into search_posting (build, field, gram, ids)
          values ${sql.join(rows)}`.execute(tx);
        await yieldToRequests();
      }
    });
  }
}

interface Build {
  readonly id: number;
  readonly segment: number;
  readonly staleBefore: readonly number[];
  readonly texts: ReadonlyMap<number, string>;
}

async function activateBuild(
  engine: Engine,
  { id: build, segment, staleBefore, texts }: Build,
): Promise<boolean> {
  return engine.write(async (tx) => {
    await tx
      .updateTable('search_build')
      .set({ state: 'dead' })
      .where('segment', '=', segment)
      .where('state', '=', 'ready')
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable('search_build')
      .set({ state: 'ready' })
      .where('id', '=', build)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    for (const id of staleBefore) {
      // The link may have changed again during the build.
      const present = await selectAllTexts(tx, id);
      if (present !== texts.get(id)) continue;
      await tx.deleteFrom('search_stale').where('link_id', '=', id).execute();
    }
    return true;
  });
}

async function selectAllTexts(tx: Write, id: number): Promise<string | undefined> {
  let all = '';
  for (const field of fields) {
    const text = await selectText(tx, field, id);
    if (text === undefined) return undefined;
    all += `\n${text}`;
  }
  return all;
}

async function selectStaleIn(engine: Engine, segment: number): Promise<number[]> {
  const rows = await engine.db
    .selectFrom('search_stale')
    .select('link_id')
    .where('link_id', '>=', segment * SEGMENT_SIZE)
    .where('link_id', '<', (segment + 1) * SEGMENT_SIZE)
    .execute();
  return rows.map((row) => row.link_id);
}

async function deleteBuilds(engine: Engine, state: 'growing' | 'dead'): Promise<void> {
  const builds = await engine.db
    .selectFrom('search_build')
    .select('id')
    .where('state', '=', state)
    .execute();
  for (const { id } of builds) await deleteBuild(engine, id);
}

async function deleteBuild(engine: Engine, build: number): Promise<void> {
  for (const field of Object.values(searchFields)) await deletePostings(engine, build, field);
  await engine.db.deleteFrom('search_build').where('id', '=', build).execute();
}

/** Deletes in small steps by key, so that no request waits long. */
async function deletePostings(engine: Engine, build: number, field: number): Promise<void> {
  let from: number | undefined = Number.MIN_SAFE_INTEGER;
  while (from !== undefined) {
    // Trap: PostgreSQL keeps deleted rows for a while, so each step starts behind the last one.
    const rest: RawBuilder<unknown> = sql`
      search_posting where build = ${build} and field = ${field} and gram >= ${from}`;
    const { rows } = await sql<{ gram: number }>`
      select gram from ${rest} order by gram limit 1 offset ${POSTINGS_TOGETHER}`.execute(
      engine.db,
    );
    from = rows[0]?.gram;
    const some = from === undefined ? sql`` : sql` and gram < ${from}`;
    await sql`delete from ${rest}${some}`.execute(engine.db);
    await yieldToRequests();
  }
}
