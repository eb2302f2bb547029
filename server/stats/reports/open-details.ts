import type { Engine } from '../../engine/engine.ts';
import { giveWay } from '../../engine/give-way.ts';
import { classOf, isPeople } from '../classes.ts';
import { readDetail, type Detail, type OpenDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { selectDetails, selectPartNumbers, type StoredPart } from './reports.store.ts';

/** How many clicks are remembered at most, of all links and days together. */
const CLICKS_MAX = 500_000;

type SettledDetail = Extract<Detail, { form: 'settled' }>;

/** Clicks that came in one transaction. */
export interface OpenPart {
  readonly detail: OpenDetail;
  /** Row → 1 when it is the first click of its visitor on this day, by the quarter. */
  readonly isFirst: Uint8Array;
}

/** The clicks of a link, or of the site, on a day. */
export interface DayDetails {
  /** How many people the clicks are of that are not settled. */
  readonly visitors: number;
  /** The clicks that are not settled. */
  readonly parts: Iterable<OpenPart>;
  readonly settled: SettledDetail | null;
}

/**
 * Reads the clicks of days that are not settled, and remembers them: somebody who looks at today
 * asks again and again, and each time there are but a few more.
 */
export class OpenDetails {
  readonly #groups = new Map<string, OpenGroup>();

  /** All clicks of a link on a day. */
  async read(engine: Engine, facts: Facts, linkId: number, day: number): Promise<DayDetails> {
    const key = `${day} ${linkId}`;
    const numbers = new Set(await selectPartNumbers(engine, linkId, day));
    const remembered = this.#groups.get(key);
    // Nobody else adds to it meanwhile.
    this.#groups.delete(key);
    const group = remembered?.isPartOf(numbers) === true ? remembered : new OpenGroup();
    const missing = group.listMissing(numbers);
    const parts = missing.length === 0 ? [] : await selectDetails(engine, linkId, day, missing);
    if (parts.length < missing.length) {
      // The day is being settled just now: all parts at one instant.
      return fill(new OpenGroup(), facts, await selectDetails(engine, linkId, day));
    }
    await fill(group, facts, parts);
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
  parts: readonly StoredPart[],
): Promise<OpenGroup> {
  const details = parts.map(({ part, body }) => ({ part, detail: readDetail(body) }));
  await learnFactsOf(facts, details);
  for (const { part, detail } of details) {
    giveWay();
    if (detail.form === 'open') group.add(part, detail, facts);
    else group.settled = detail;
  }
  return group;
}

/** What is known of the clicks of a link on a day. */
class OpenGroup implements DayDetails {
  settled: SettledDetail | null = null;
  /** How many are not settled. */
  clicks = 0;
  readonly #parts = new Map<number, OpenPart>();
  /** Visitor → their first click. */
  readonly #firsts = new Map<number, { part: OpenPart; row: number }>();

  get visitors(): number {
    return this.#firsts.size;
  }

  get parts(): Iterable<OpenPart> {
    return this.#parts.values();
  }

  /** A part is never changed, but all of them become one when the day is settled. */
  isPartOf(numbers: ReadonlySet<number>): boolean {
    return this.#parts.keys().every((part) => numbers.has(part));
  }

  listMissing(numbers: ReadonlySet<number>): number[] {
    return [...numbers].filter((part) => !this.#parts.has(part));
  }

  /** Adds a part whose facts are known. */
  add(number: number, detail: OpenDetail, facts: Facts): void {
    const part: OpenPart = { detail, isFirst: new Uint8Array(detail.rows) };
    this.#parts.set(number, part);
    this.clicks += detail.rows;
    const agents = facts.all('agent');
    for (let row = 0; row < detail.rows; row += 1) {
      const visitor = detail.visitorHigh[row]! * 2 ** 32 + detail.visitorLow[row]!;
      if (visitor === 0) continue;
      if (!isPeople(classOf(agents[detail.agent[row]!]!.class, detail.scan[row] === 1))) continue;
      const first = this.#firsts.get(visitor);
      if (first !== undefined) {
        if (first.part.detail.quarter[first.row]! <= detail.quarter[row]!) continue;
        first.part.isFirst[first.row] = 0;
      }
      part.isFirst[row] = 1;
      this.#firsts.set(visitor, { part, row });
    }
  }
}
