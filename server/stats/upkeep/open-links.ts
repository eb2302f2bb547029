import type { Engine } from '../../engine/engine.ts';
import type { DetailRows } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { findLink, rowsAt } from '../link-runs.ts';
import { readChunk, type OpenChunk } from '../open-chunk.ts';
import type { OpenPart } from '../open-parts.store.ts';
import { SITE_ID } from '../record-visits.ts';
import { selectNextChunk } from './open-chunks.store.ts';

/** The clicks of a link, or of the site, that are not settled. */
export interface OpenLink {
  readonly linkId: number;
  readonly rows: readonly DetailRows[];
  /** Of the clicks, those that were people's when they were counted. */
  readonly people: number;
}

/** All clicks of parts of a day of which the site's are not settled. */
export async function readOpenSite(
  engine: Engine,
  facts: Facts,
  day: number,
  parts: readonly OpenPart[],
): Promise<OpenLink> {
  const rows: DetailRows[] = [];
  let people = 0;
  for (const { part, settledTo } of parts) {
    if (settledTo >= SITE_ID) continue;
    const reader = new PartReader(engine, facts, day, part);
    while (await reader.read(reader.last)) {
      const { detail, people: own } = reader.chunk!;
      rows.push({ detail, from: 0, to: detail.rows, runs: reader.chunk! });
      for (const some of own) people += some;
    }
  }
  return { linkId: SITE_ID, rows, people };
}

/** The links behind `after` that have clicks in parts of a day that are not settled, in order. */
export async function* readOpenLinks(
  engine: Engine,
  facts: Facts,
  day: number,
  parts: readonly OpenPart[],
  after: number,
): AsyncGenerator<OpenLink> {
  const readers: PartReader[] = [];
  for (const { part, settledTo } of parts) {
    const reader = new PartReader(engine, facts, day, part);
    if (await reader.read(Math.max(after, settledTo))) readers.push(reader);
  }
  while (readers.length > 0) {
    const linkId = readers.reduce((least, reader) => Math.min(least, reader.linkId), Infinity);
    const rows: DetailRows[] = [];
    let people = 0;
    const ended: PartReader[] = [];
    for (const reader of readers) {
      if (reader.linkId !== linkId) continue;
      rows.push(reader.rows);
      people += reader.people;
      if (!reader.step() && !(await reader.read(reader.last))) ended.push(reader);
    }
    for (const reader of ended) readers.splice(readers.indexOf(reader), 1);
    yield { linkId, rows, people };
  }
}

/** Goes through a part link by link, with one chunk in memory. */
class PartReader {
  readonly #engine: Engine;
  readonly #facts: Facts;
  readonly #day: number;
  readonly #part: number;
  #place = 0;
  chunk: OpenChunk | null = null;

  constructor(engine: Engine, facts: Facts, day: number, part: number) {
    this.#engine = engine;
    this.#facts = facts;
    this.#day = day;
    this.#part = part;
  }

  get linkId(): number {
    return this.chunk!.linkIds[this.#place]!;
  }

  get rows(): DetailRows {
    return { detail: this.chunk!.detail, ...rowsAt(this.chunk!, this.#place) };
  }

  get people(): number {
    return this.chunk!.people[this.#place]!;
  }

  /** The last link of the chunk; before the first, and when there is none, that of the site. */
  get last(): number {
    return this.chunk?.linkIds.at(-1) ?? SITE_ID;
  }

  /** Goes to the first link behind one; false: there is none. */
  async read(after: number): Promise<boolean> {
    const body = await selectNextChunk(this.#engine, this.#day, this.#part, after);
    if (body === null) return false;
    this.chunk = readChunk(body);
    await learnFactsOf(this.#facts, this.chunk.detail);
    this.#place = findLink(this.chunk, after + 1);
    return true;
  }

  /** Goes to the next link of the chunk; false: that was the last. */
  step(): boolean {
    this.#place += 1;
    return this.#place < this.chunk!.linkIds.length;
  }
}
