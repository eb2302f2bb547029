import { isPeople } from '../classify/classes.ts';
import type { DimensionRow, LoggedTable } from '../dimension-tables.ts';
import { dayOf } from '../quarter.ts';
import type { VisitAgent } from './dimension-values.ts';
import type { Visit } from './visit-reader.ts';
import type { VisitorText } from './visitors.ts';

interface Numbers {
  readonly linkId: Float64Array;
  readonly time: Float64Array;
  readonly clickedAt: Float64Array;
  readonly clicks: Float64Array;
  readonly class: Uint8Array;
  readonly isScan: Uint8Array;
  readonly isPaid: Uint8Array;
}

/** Visits in columns: an object per visit would keep the garbage collector busy. */
export class Visits {
  #length = 0;
  #numbers = createNumbers(1024);
  readonly #agents: VisitAgent[] = [];
  readonly #rows = {
    referrer: [] as DimensionRow[],
    campaign: [] as DimensionRow[],
    place: [] as DimensionRow[],
    language: [] as DimensionRow[],
    route: [] as DimensionRow[],
  };
  readonly #addresses: (VisitorText | null)[] = [];
  readonly #userAgents: VisitorText[] = [];

  get length(): number {
    return this.#length;
  }

  /** `clicks` = how many the visit stands for. */
  add(visit: Readonly<Visit>, clicks = 1): void {
    const at = this.#length;
    if (at === this.#numbers.linkId.length) this.reserve(2 * at);
    this.#numbers.linkId[at] = visit.linkId;
    this.#numbers.time[at] = visit.time;
    this.#numbers.clickedAt[at] = visit.clickedAt;
    this.#numbers.clicks[at] = clicks;
    this.#numbers.class[at] = visit.class;
    this.#numbers.isScan[at] = visit.isScan ? 1 : 0;
    this.#numbers.isPaid[at] = visit.isPaid ? 1 : 0;
    this.#agents[at] = visit.agent;
    this.#rows.referrer[at] = visit.referrer;
    this.#rows.campaign[at] = visit.campaign;
    this.#rows.place[at] = visit.place;
    this.#rows.language[at] = visit.language;
    this.#rows.route[at] = visit.route;
    this.#addresses[at] = visit.address;
    this.#userAgents[at] = visit.userAgent;
    this.#length += 1;
  }

  addClicks(at: number, clicks: number): void {
    this.#numbers.clicks[at]! += clicks;
  }

  clear(): void {
    this.#length = 0;
  }

  reserve(visits: number): void {
    const length = Math.ceil(visits);
    const former = this.#numbers;
    if (length <= former.linkId.length) return;
    this.#numbers = createNumbers(length);
    for (const name of Object.keys(former) as (keyof Numbers)[]) {
      this.#numbers[name].set(former[name]);
    }
  }

  groupByDay(): Map<number, number[]> {
    const days = new Map<number, number[]>();
    for (let at = 0; at < this.#length; at += 1) {
      const day = dayOf(this.time(at));
      days.getOrInsertComputed(day, () => []).push(at);
    }
    return days;
  }

  linkId(at: number): number {
    return this.#numbers.linkId[at]!;
  }

  time(at: number): number {
    return this.#numbers.time[at]!;
  }

  clickedAt(at: number): number {
    return this.#numbers.clickedAt[at]!;
  }

  clicks(at: number): number {
    return this.#numbers.clicks[at]!;
  }

  class(at: number): number {
    return this.#numbers.class[at]!;
  }

  isScan(at: number): boolean {
    return this.#numbers.isScan[at] === 1;
  }

  isPaid(at: number): boolean {
    return this.#numbers.isPaid[at] === 1;
  }

  agent(at: number): VisitAgent {
    return this.#agents[at]!;
  }

  row(table: Exclude<LoggedTable, 'agent'>, at: number): DimensionRow {
    return this.#rows[table][at]!;
  }

  address(at: number): VisitorText | null {
    return this.#addresses[at]!;
  }

  userAgent(at: number): VisitorText {
    return this.#userAgents[at]!;
  }
}

function createNumbers(length: number): Numbers {
  return {
    linkId: new Float64Array(length),
    time: new Float64Array(length),
    clickedAt: new Float64Array(length),
    clicks: new Float64Array(length),
    class: new Uint8Array(length),
    isScan: new Uint8Array(length),
    isPaid: new Uint8Array(length),
  };
}

export interface LinkCounts {
  readonly linkIds: Float64Array;
  readonly clicks: Float64Array;
  readonly nonHuman: Float64Array;
  /** Of people, in Unix seconds; 0 = none. */
  readonly lastClicks: Float64Array;
}

export function countByLink(
  visits: Pick<Visits, 'length' | 'linkId' | 'class' | 'clickedAt'>,
): LinkCounts {
  const clicks = new Map<number, number>();
  const nonHuman = new Map<number, number>();
  const lastClicks = new Map<number, number>();
  for (let at = 0; at < visits.length; at += 1) {
    const linkId = visits.linkId(at);
    clicks.set(linkId, (clicks.get(linkId) ?? 0) + 1);
    if (isPeople(visits.class(at))) {
      const clickedAt = visits.clickedAt(at);
      if (clickedAt > (lastClicks.get(linkId) ?? 0)) lastClicks.set(linkId, clickedAt);
    } else {
      nonHuman.set(linkId, (nonHuman.get(linkId) ?? 0) + 1);
    }
  }
  const linkIds = Float64Array.from(clicks.keys()).sort();
  return {
    linkIds,
    clicks: linkIds.map((id) => clicks.get(id)!),
    nonHuman: linkIds.map((id) => nonHuman.get(id) ?? 0),
    lastClicks: linkIds.map((id) => lastClicks.get(id) ?? 0),
  };
}
