import type { Engine } from '../../engine/engine.ts';
import { isPeoplesRow } from '../classes.ts';
import { copyRows, readSettled, type OpenDetail, type SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { findLink, rowsAt, type LinkRuns } from '../link-runs.ts';
import { readChunk } from '../open-chunk.ts';
import { SITE_ID } from '../record-visits.ts';
import { Numbering } from '../numbering.ts';
import {
  selectAllRows,
  selectChunks,
  selectPartNumbers,
  SETTLED,
  SUM,
  type StoredRows,
} from './reports.store.ts';

/** How many clicks are remembered at most, of all links and days together. */
const CLICKS_MAX = 500_000;

/** Some of the clicks of a part. */
export interface OpenRows {
  readonly detail: OpenDetail;
  /** Row → 1 when it is the first click of its visitor on this day, by the quarter. */
  readonly isFirst: Uint8Array;
  /** Of the site whose rows these are. */
  readonly runs: LinkRuns | null;
}

/** What is known of a link, or of the site, on a day. */
export interface DayDetails {
  /** Of the settled clicks; that of the site is of all. */
  readonly sum: Uint8Array | null;
  /** How many people the clicks are of that are not settled. */
  readonly visitors: number;
  /** The clicks that are not settled. */
  readonly parts: Iterable<OpenRows>;
  readonly settled: SettledDetail | null;
}

/**
 * Reads the clicks of days that are not settled, and remembers them: somebody who looks at today
 * asks again and again, and each time there are but a few more.
 */
export class OpenDetails {
  readonly #groups = new Map<string, OpenGroup>();
  /** The last reading of each that is under way: the next one begins behind it. */
  readonly #readings = new Map<string, Promise<unknown>>();

  /** All clicks of a link on a day. Who comes while they are read has little left to read. */
  async read(engine: Engine, facts: Facts, linkId: number, day: number): Promise<DayDetails> {
    const key = `${day} ${linkId}`;
    const before = this.#readings.get(key) ?? Promise.resolve();
    const reading = before
      .catch(() => undefined)
      .then(() => this.#readNew(key, engine, facts, linkId, day));
    this.#readings.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    }
  }

  async #readNew(
    key: string,
    engine: Engine,
    facts: Facts,
    linkId: number,
    day: number,
  ): Promise<DayDetails> {
    const stored = await selectPartNumbers(engine, linkId, day);
    const known = stored.filter(({ part }) => part <= SETTLED);
    const numbers = new Set(stored.map(({ part }) => part).filter((part) => part > SETTLED));
    const remembered = this.#groups.get(key);
    // One that is filled by half must not stay.
    this.#groups.delete(key);
    const group = remembered?.isPartOf(numbers) === true ? remembered : new OpenGroup();
    const missing = group.listMissing(numbers);
    const chunks = missing.length === 0 ? [] : await selectChunks(engine, linkId, day, missing);
    if (new Set(chunks.map(({ part }) => part)).size < missing.length) {
      // The day is being settled just now, or parts are put together: all at one instant.
      return fill(new OpenGroup(), facts, linkId, await selectAllRows(engine, linkId, day));
    }
    group.sum = group.settled = null;
    await fill(group, facts, linkId, [...known, ...chunks]);
    this.#remember(key, group);
    return group;
  }

  #remember(key: string, group: OpenGroup): void {
    this.#groups.set(key, group);
    let clicks = 0;
    for (const { clicks: own } of this.#groups.values()) clicks += own;
    // The first is the one that was not asked for for the longest time.
    for (const [oldest, { clicks: own }] of this.#groups) {
      if (clicks <= CLICKS_MAX) break;
      this.#groups.delete(oldest);
      clicks -= own;
    }
  }
}

async function fill(
  group: OpenGroup,
  facts: Facts,
  linkId: number,
  stored: readonly StoredRows[],
): Promise<OpenGroup> {
  for (const { part, body } of stored) {
    if (part === SUM) {
      group.sum = body;
      continue;
    }
    if (part === SETTLED) {
      group.settled = readSettled(body!);
      await learnFactsOf(facts, group.settled);
      continue;
    }
    const rows = body === null ? null : readRows(body, linkId);
    if (rows !== null) await learnFactsOf(facts, rows.detail);
    group.add(part, rows, facts);
  }
  return group;
}

/** What a chunk has of a link, or of the site; null: nothing. */
function readRows(body: Uint8Array, linkId: number): Omit<OpenRows, 'isFirst'> | null {
  const chunk = readChunk(body);
  if (linkId === SITE_ID) return { detail: chunk.detail, runs: chunk };
  const place = findLink(chunk, linkId);
  if (chunk.linkIds[place] !== linkId) return null;
  const { from, to } = rowsAt(chunk, place);
  // The others are not to stay in memory.
  return { detail: copyRows(chunk.detail, from, to), runs: null };
}

/** What is known of the clicks of a link on a day. */
class OpenGroup implements DayDetails {
  sum: Uint8Array | null = null;
  settled: SettledDetail | null = null;
  /** How many are not settled. */
  clicks = 0;
  /** Of parts without clicks of this link, nothing. */
  readonly #parts = new Map<number, OpenRows[]>();
  readonly #visitors = new Numbering();
  /** By the number of the visitor: their first click, and of which rows it is. */
  readonly #firstRow: number[] = [];
  readonly #firstOf: OpenRows[] = [];

  get visitors(): number {
    return this.#visitors.size;
  }

  get parts(): Iterable<OpenRows> {
    return this.#parts.values().flatMap((rows) => rows);
  }

  /** What a part has of a link is never changed; it may come into another part, or be settled. */
  isPartOf(numbers: ReadonlySet<number>): boolean {
    return this.#parts.keys().every((part) => numbers.has(part));
  }

  listMissing(numbers: ReadonlySet<number>): number[] {
    return [...numbers].filter((part) => !this.#parts.has(part));
  }

  /** Adds what a part has, or some of it, whose facts are known. */
  add(part: number, some: Omit<OpenRows, 'isFirst'> | null, facts: Facts): void {
    const known = this.#parts.get(part) ?? [];
    this.#parts.set(part, known);
    if (some === null) return;
    const { detail } = some;
    const rows: OpenRows = { ...some, isFirst: new Uint8Array(detail.rows) };
    known.push(rows);
    this.clicks += detail.rows;
    const agents = facts.all('agent');
    for (let row = 0; row < detail.rows; row += 1) {
      const [low, high] = [detail.visitorLow[row]!, detail.visitorHigh[row]!];
      const isToldApart = low !== 0 || high !== 0;
      if (!isToldApart || !isPeoplesRow(agents, detail, row)) continue;
      const visitor = this.#visitors.numberOf(low, high);
      if (visitor < this.#firstOf.length) {
        const first = this.#firstOf[visitor]!;
        const firstRow = this.#firstRow[visitor]!;
        if (first.detail.quarter[firstRow]! <= detail.quarter[row]!) continue;
        first.isFirst[firstRow] = 0;
      }
      rows.isFirst[row] = 1;
      this.#firstOf[visitor] = rows;
      this.#firstRow[visitor] = row;
    }
  }
}
