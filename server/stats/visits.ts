import type { DetailColumns } from './detail.ts';
import type { Fact } from './facts.ts';
import type { Visit } from './visit-reader.ts';
import type { VisitorText } from './visitors.ts';

/** What of a visit a detail says too. */
interface Columns extends DetailColumns {
  readonly linkId: Float64Array;
  readonly day: Int32Array;
  readonly class: Uint8Array;
}

type Column = keyof Columns;

/** A fact that had no id when a visit named it. */
interface NewFact {
  readonly at: number;
  readonly fact: Fact;
}

/**
 * Many visits, by columns: as objects, hundreds of thousands of them would keep the collector busy.
 * What is taken out of one is what was added to it.
 */
export class Visits {
  #length = 0;
  #columns = createColumns(1024);
  readonly #newFacts: NewFact[] = [];
  readonly #addresses: (VisitorText | null)[] = [];
  readonly #userAgents: VisitorText[] = [];

  get length(): number {
    return this.#length;
  }

  add(visit: Readonly<Visit>): void {
    const at = this.#length;
    if (at === this.#columns.linkId.length) this.reserve(2 * at);
    const columns = this.#columns;
    columns.linkId[at] = visit.linkId;
    columns.day[at] = visit.day;
    columns.quarter[at] = visit.quarter;
    columns.class[at] = visit.class;
    columns.scan[at] = visit.isScan ? 1 : 0;
    columns.agent[at] = this.#idOf(visit.agent, at);
    columns.referrer[at] = this.#idOf(visit.referrer, at);
    columns.campaign[at] = this.#idOf(visit.campaign, at);
    columns.place[at] = this.#idOf(visit.place, at);
    columns.language[at] = this.#idOf(visit.language, at);
    this.#addresses[at] = visit.address;
    this.#userAgents[at] = visit.userAgent;
    this.#length += 1;
  }

  /** Begins anew, with the room that there is. */
  clear(): void {
    this.#length = 0;
    this.#newFacts.length = 0;
  }

  /** Makes room for so many. */
  reserve(visits: number): void {
    const length = Math.ceil(visits);
    const former = this.#columns;
    if (length <= former.linkId.length) return;
    this.#columns = createColumns(length);
    for (const name of Object.keys(former) as Column[]) this.#columns[name].set(former[name]);
  }

  /** What a detail says of them, in their order; all facts must be stored by now. */
  listDetails(): DetailColumns {
    for (const { at, fact } of this.#newFacts) this.#columns[fact.kind][at] = fact.id;
    this.#newFacts.length = 0;
    return this.#columns;
  }

  linkId(at: number): number {
    return this.#columns.linkId[at]!;
  }

  day(at: number): number {
    return this.#columns.day[at]!;
  }

  class(at: number): number {
    return this.#columns.class[at]!;
  }

  address(at: number): VisitorText | null {
    return this.#addresses[at]!;
  }

  userAgent(at: number): VisitorText {
    return this.#userAgents[at]!;
  }

  #idOf(fact: Fact, at: number): number {
    // The one that says nothing has the id 0.
    if (fact.id === 0 && fact.text !== '') this.#newFacts.push({ at, fact });
    return fact.id;
  }
}

function createColumns(length: number): Columns {
  return {
    linkId: new Float64Array(length),
    day: new Int32Array(length),
    class: new Uint8Array(length),
    agent: new Uint16Array(length),
    referrer: new Uint16Array(length),
    campaign: new Uint16Array(length),
    place: new Uint16Array(length),
    language: new Uint8Array(length),
    quarter: new Uint8Array(length),
    scan: new Uint8Array(length),
  };
}
