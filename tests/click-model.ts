import { dayOf, quarterOf } from '../server/stats/quarter.ts';

/** A visit as the model has it. */
export interface ModelVisit {
  readonly linkId: number;
  /** Unix seconds. */
  readonly time: number;
  /** Which of the user agents it names; a set of rules is a number with a bit for each that is a bot. */
  readonly agent: number;
  readonly address: string;
  readonly isScan: boolean;
  /** Whether nothing is kept of it but its class. */
  readonly isNameless: boolean;
}

interface CountedVisit {
  readonly visit: ModelVisit;
  /** Whether it was told apart from others when it was counted. */
  readonly isToldApart: boolean;
  isBot: boolean;
}

export function isBot(rules: number, agent: number): boolean {
  return ((rules >> agent) & 1) === 1;
}

/** The clicks of a link, or of the site as link 0, on a day. */
export class ModelGroup {
  readonly all: CountedVisit[] = [];
  /** Those whose details are not settled. */
  open: CountedVisit[] = [];
  /** Of how many the details are forgotten. */
  forgotten = 0;
  visitors = 0;
  readonly #isSite: boolean;
  /** Of the visitors, how many came with which user agent, as far as details tell. */
  readonly #visitorsOf = new Map<number, number>();

  constructor(linkId: number) {
    this.#isSite = linkId === 0;
  }

  add(visit: ModelVisit, rules: number): void {
    const bot = isBot(rules, visit.agent);
    const counted = { visit, isBot: bot, isToldApart: !bot && !visit.isNameless };
    this.all.push(counted);
    this.open.push(counted);
  }

  settle(rules: number): void {
    // The sums of links are made now, those of the site were when the clicks came.
    if (!this.#isSite) classify(this.open, rules);
    const seen = new Set<string>();
    for (const { visit, isToldApart } of this.open) {
      const key = `${visit.agent} ${visit.address}`;
      if (!isToldApart || isBot(rules, visit.agent) || seen.has(key)) continue;
      seen.add(key);
      this.#visitorsOf.set(visit.agent, (this.#visitorsOf.get(visit.agent) ?? 0) + 1);
    }
    this.visitors += seen.size;
    this.open = [];
  }

  reclassify(rules: number): void {
    if (this.forgotten > 0) {
      // Clicks that came late are known, but not all that are in the sum.
      if (!this.#isSite) classify(this.open, rules);
      return;
    }
    classify(this.all, rules);
    const people = [...this.#visitorsOf].filter(([agent]) => !isBot(rules, agent));
    this.visitors = people.reduce((sum, [, visitors]) => sum + visitors, 0);
  }

  forget(): void {
    this.forgotten = this.all.length;
    this.#visitorsOf.clear();
  }

  /** Those that are not open. */
  get settled(): CountedVisit[] {
    return this.all.filter((counted) => !this.open.includes(counted));
  }

  /** Whether some were ever settled. */
  get isSummed(): boolean {
    return this.all.length > this.open.length;
  }
}

export function countPeople(visits: readonly CountedVisit[]): number {
  return visits.filter((counted) => !counted.isBot).length;
}

function classify(visits: readonly CountedVisit[], rules: number): void {
  for (const counted of visits) {
    if (!counted.visit.isNameless) counted.isBot = isBot(rules, counted.visit.agent);
  }
}

/** What a site with these visits must know, by the plainest means. */
export class ClickModel {
  /** Day → link → its clicks. */
  readonly days = new Map<number, Map<number, ModelGroup>>();
  readonly settled = new Set<number>();
  /** Of the rules that were last used on all clicks. */
  #version = Number.NaN;

  count(visits: readonly ModelVisit[], rules: number): void {
    for (const visit of visits) {
      const day = dayOf(visit.time);
      this.settled.delete(day);
      const groups = this.days.get(day) ?? new Map<number, ModelGroup>();
      this.days.set(day, groups);
      for (const linkId of [0, visit.linkId]) {
        const group = groups.get(linkId) ?? new ModelGroup(linkId);
        groups.set(linkId, group);
        group.add(visit, rules);
      }
    }
  }

  keepUp(now: number, keepDays: number, rules: number, version: number): void {
    const firstKept = dayOf(now) - keepDays;
    for (const [day, groups] of this.days) {
      if (this.#version === version || day < firstKept) continue;
      for (const group of groups.values()) group.reclassify(rules);
    }
    this.#version = version;
    for (const [day, groups] of this.days) {
      if (day >= dayOf(now - 1800) && day <= dayOf(now) + 1) continue;
      this.settled.add(day);
      for (const group of groups.values()) {
        group.settle(rules);
        if (day < firstKept) group.forget();
      }
    }
  }
}

/** The quarter of a visit and the number of its class, as sums have them. */
export function timeOf({ visit, isBot: bot }: CountedVisit): number {
  return quarterOf(visit.time) * 4 + (bot ? 3 : visit.isScan ? 1 : 0);
}
