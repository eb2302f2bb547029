import type { Engine } from '../../engine/engine.ts';
import { isPeoplesRow } from '../classes.ts';
import { copyRows, readSettled, type SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { findLink, rowsAt } from '../link-runs.ts';
import { readChunk } from '../open-chunk.ts';
import { SITE_ID } from '../record-visits.ts';
import { Numbering } from '../numbering.ts';
import { OpenRows, type SomeRows } from './open-rows.ts';
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

/** What is known of a link, or of the site, on a day. */
export interface DayDetails {
  /** Of the settled clicks; that of the site is of all. */
  readonly sum: Uint8Array | null;
  /** How many people the clicks are of that are not settled. */
  readonly visitors: number;
  /** The clicks that are not settled. */
  readonly open: OpenRows;
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
    for (const { open } of this.#groups.values()) clicks += open.detail.rows;
    // The first is the one that was not asked for for the longest time.
    for (const [oldest, { open }] of this.#groups) {
      if (clicks <= CLICKS_MAX) break;
      this.#groups.delete(oldest);
      clicks -= open.detail.rows;
    }
  }
}

async function fill(
  group: OpenGroup,
  facts: Facts,
  linkId: number,
  stored: readonly StoredRows[],
): Promise<OpenGroup> {
  const parts: number[] = [];
  const some: SomeRows[] = [];
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
    parts.push(part);
    const rows = body === null ? null : readRows(body, linkId);
    if (rows === null) continue;
    await learnFactsOf(facts, rows.detail);
    some.push(rows);
  }
  group.add(parts, some, facts);
  return group;
}

/** What a chunk has of a link, or of the site; null: nothing. */
function readRows(body: Uint8Array, linkId: number): SomeRows | null {
  const chunk = readChunk(body);
  if (linkId === SITE_ID) return { detail: chunk.detail, runs: chunk };
  const place = findLink(chunk, linkId);
  if (chunk.linkIds[place] !== linkId) return null;
  const { from, to } = rowsAt(chunk, place);
  return { detail: copyRows(chunk.detail, from, to), runs: null };
}

/** What is known of the clicks of a link on a day. */
class OpenGroup implements DayDetails {
  sum: Uint8Array | null = null;
  settled: SettledDetail | null = null;
  readonly open = new OpenRows();
  /** Also those without clicks of this link. */
  readonly #parts = new Set<number>();
  readonly #visitors = new Numbering();
  /** By the number of the visitor: the row of their first click. */
  readonly #firstRow: number[] = [];

  get visitors(): number {
    return this.#visitors.size;
  }

  /** What a part has of a link is never changed; it may come into another part, or be settled. */
  isPartOf(numbers: ReadonlySet<number>): boolean {
    return this.#parts.isSubsetOf(numbers);
  }

  listMissing(numbers: ReadonlySet<number>): number[] {
    return [...numbers.difference(this.#parts)];
  }

  /** Adds what parts have, whose facts are known. */
  add(parts: readonly number[], some: readonly SomeRows[], facts: Facts): void {
    for (const part of parts) this.#parts.add(part);
    const from = this.open.detail.rows;
    this.open.append(some);
    const { detail, isFirst } = this.open;
    const agents = facts.all('agent');
    for (let row = from; row < detail.rows; row += 1) {
      const [low, high] = [detail.visitorLow[row]!, detail.visitorHigh[row]!];
      const isToldApart = low !== 0 || high !== 0;
      if (!isToldApart || !isPeoplesRow(agents, detail, row)) continue;
      const visitor = this.#visitors.numberOf(low, high);
      const first = this.#firstRow[visitor];
      if (first !== undefined) {
        if (detail.quarter[first]! <= detail.quarter[row]!) continue;
        isFirst[first] = 0;
      }
      isFirst[row] = 1;
      this.#firstRow[visitor] = row;
    }
  }
}
