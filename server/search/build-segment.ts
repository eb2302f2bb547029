import { sql, type RawBuilder } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { forEachGram, searchFields, collectWords, type SearchField } from './grams.ts';
import { PostingsBuilder, type Postings } from './postings.ts';
import { selectText, selectTextsFrom } from './search.store.ts';
import { SEGMENT_SIZE, SegmentSet } from './segment.ts';

/** Links per step; requests get their turn in between. */
const LINKS_AT_ONCE = 32;
const POSTINGS_AT_ONCE = 250; // in a statement
const POSTINGS_TOGETHER = 4000; // in a transaction
const WORDS_AT_ONCE = 50;
/** Of the texts whose trigrams are in memory together: at most 25 MB. */
const CHARACTERS_AT_ONCE = 2 * 1024 * 1024;
/** A word is indexed when at least this many links of a segment hold it (0.1 %). */
const WORD_LINKS_MIN = 16;

const fields = Object.keys(searchFields) as readonly SearchField[];

export async function buildSegment(engine: Engine, segment: number): Promise<void> {
  const { id } = await engine.write((tx) =>
    tx
      .insertInto('search_build')
      .values({ segment, state: 'growing' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const staleBefore = await selectStaleIn(engine, segment);
  const texts = new Map<number, string>();
  const isStale = new Set(staleBefore);
  for (const field of fields) {
    const source = { engine, field, segment };
    const { words, characters } = await collectHashes(source, (link, text) => {
      if (isStale.has(link)) texts.set(link, `${texts.get(link) ?? ''}\n${text}`);
    });
    await writePostings(engine, id, field, await storeCommonWords(source, words));
    const parts = Math.ceil(characters / CHARACTERS_AT_ONCE);
    for (let part = 0; part < parts; part += 1) {
      await writePostings(engine, id, field, await collectGrams(source, part, parts));
    }
  }
  const isUsed = await activateBuild(engine, { id, segment, staleBefore, texts });
  if (!isUsed) await deleteBuild(engine, id);
}

interface Source {
  readonly engine: Engine;
  readonly field: SearchField;
  readonly segment: number;
}

async function forEachText(
  { engine, field, segment }: Source,
  visit: (position: number, text: string, id: number) => void,
): Promise<void> {
  const start = segment * SEGMENT_SIZE;
  const below = start + SEGMENT_SIZE;
  for (let from = start; ;) {
    const links = await selectTextsFrom(engine, field, { from, below, limit: LINKS_AT_ONCE });
    for (const { id, text } of links) visit(id - start, text, id);
    if (links.length < LINKS_AT_ONCE) break;
    from = links.at(-1)!.id + 1;
    await yieldToRequests();
  }
}

async function collectGrams(source: Source, part: number, parts: number): Promise<Postings> {
  const grams = new PostingsBuilder();
  await forEachText(source, (position, text) =>
    forEachGram(text, (gram) => {
      if (parts === 1 || gram % parts === part) grams.add(gram, position);
    }),
  );
  return grams.finish();
}

/** Random, so that a link cannot be made with a word of the same hash as another word. */
const [SEED_HIGH, SEED_LOW] = crypto.getRandomValues(new Uint32Array(2));

function hashWord(word: string): number {
  const { xxHash32 } = Bun.hash;
  return xxHash32(word, SEED_HIGH) * 2 ** 21 + (xxHash32(word, SEED_LOW) >>> 11);
}

async function collectHashes(source: Source, note: (id: number, text: string) => void) {
  const hashes = new PostingsBuilder();
  let characters = 0;
  await forEachText(source, (position, text, id) => {
    note(id, text);
    characters += text.length;
    for (const word of collectWords(source.field, text)) hashes.add(hashWord(word), position);
  });
  return { words: hashes.finish(WORD_LINKS_MIN), characters };
}

async function listCommonWords(source: Source, hashes: Postings): Promise<Map<string, number>> {
  const first = new Map(hashes.keys().map((hash) => [hash, hashes.get(hash)[0]]));
  const holders = new Set(first.values());
  const words = new Map<string, number>();
  await forEachText(source, (position, text) => {
    if (!holders.has(position)) return;
    for (const word of collectWords(source.field, text)) {
      const hash = hashWord(word);
      if (first.get(hash) === position) words.set(word, hash);
    }
  });
  return words;
}

async function storeCommonWords(source: Source, hashes: Postings): Promise<Postings> {
  const { engine, field } = source;
  const hashOf = await listCommonWords(source, hashes);
  const common = [...hashOf.keys()];
  const numbered = new Map<number, number>();
  for (let from = 0; from < common.length; from += WORDS_AT_ONCE) {
    const rows = common
      .slice(from, from + WORDS_AT_ONCE)
      .map((word) => sql`(${searchFields[field]}, ${word})`);
    const { rows: kept } = await sql<{ id: number; word: string }>`
      insert into search_word (field, word) values ${sql.join(rows)}
      on conflict (field, word) do update set word = excluded.word
      returning id, word`.execute(engine.db);
    for (const { id, word } of kept) numbered.set(-id, hashOf.get(word)!);
    await yieldToRequests();
  }
  return { keys: () => numbered.keys(), get: (term) => hashes.get(numbered.get(term)!) };
}

async function writePostings(
  engine: Engine,
  build: number,
  field: SearchField,
  postings: Postings,
): Promise<void> {
  const sorted = Float64Array.from(postings.keys()).sort();
  for (let from = 0; from < sorted.length; from += POSTINGS_TOGETHER) {
    const together = sorted.subarray(from, from + POSTINGS_TOGETHER);
    await engine.write(async (tx) => {
      for (let at = 0; at < together.length; at += POSTINGS_AT_ONCE) {
        const rows = Array.from(together.subarray(at, at + POSTINGS_AT_ONCE), (gram) => {
          const ids = SegmentSet.pack(postings.get(gram));
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

export async function deleteBuild(engine: Engine, build: number): Promise<void> {
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
