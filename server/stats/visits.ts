import type { Fact } from './facts.ts';
import type { Visit } from './visit-reader.ts';
import type { VisitorText } from './visitors.ts';

/**
 * Many visits, by columns: as objects, hundreds of thousands of them would keep the collector busy.
 * What is taken out of one is what was added to it.
 */
export class Visits {
  #length = 0;
  #linkIds = new Float64Array(1024);
  #days = new Int32Array(1024);
  /** The quarter of the day, times eight, plus the class, times two, plus 1 for a scan. */
  #times = new Uint16Array(1024);
  readonly #agents: Fact[] = [];
  readonly #referrers: Fact[] = [];
  readonly #campaigns: Fact[] = [];
  readonly #places: Fact[] = [];
  readonly #languages: Fact[] = [];
  readonly #addresses: (VisitorText | null)[] = [];
  readonly #userAgents: VisitorText[] = [];

  get length(): number {
    return this.#length;
  }

  add(visit: Visit): void {
    const at = this.#length;
    if (at === this.#linkIds.length) this.#grow();
    this.#linkIds[at] = visit.linkId;
    this.#days[at] = visit.day;
    this.#times[at] = visit.quarter * 8 + visit.class * 2 + (visit.isScan ? 1 : 0);
    this.#agents[at] = visit.agent;
    this.#referrers[at] = visit.referrer;
    this.#campaigns[at] = visit.campaign;
    this.#places[at] = visit.place;
    this.#languages[at] = visit.language;
    this.#addresses[at] = visit.address;
    this.#userAgents[at] = visit.userAgent;
    this.#length += 1;
  }

  /** Begins anew, with the room that there is. */
  clear(): void {
    this.#length = 0;
  }

  linkId(at: number): number {
    return this.#linkIds[at]!;
  }

  day(at: number): number {
    return this.#days[at]!;
  }

  quarter(at: number): number {
    return this.#times[at]! >>> 3;
  }

  class(at: number): number {
    return (this.#times[at]! >>> 1) & 3;
  }

  isScan(at: number): boolean {
    return (this.#times[at]! & 1) === 1;
  }

  agent(at: number): Fact {
    return this.#agents[at]!;
  }

  referrer(at: number): Fact {
    return this.#referrers[at]!;
  }

  campaign(at: number): Fact {
    return this.#campaigns[at]!;
  }

  place(at: number): Fact {
    return this.#places[at]!;
  }

  language(at: number): Fact {
    return this.#languages[at]!;
  }

  address(at: number): VisitorText | null {
    return this.#addresses[at]!;
  }

  userAgent(at: number): VisitorText {
    return this.#userAgents[at]!;
  }

  #grow(): void {
    const length = 2 * this.#length;
    const linkIds = new Float64Array(length);
    const days = new Int32Array(length);
    const times = new Uint16Array(length);
    linkIds.set(this.#linkIds);
    days.set(this.#days);
    times.set(this.#times);
    this.#linkIds = linkIds;
    this.#days = days;
    this.#times = times;
  }
}
