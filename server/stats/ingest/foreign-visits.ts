import type { Engine } from '../../engine/engine.ts';
import { AGENT_RULES, type Agent, type AgentRules } from '../classify/agents/agent.ts';
import { BOT, isPeople, PERSON } from '../classify/classes.ts';
import { openPlaces, type Places } from '../classify/places.ts';
import { readVisible } from '../classify/visible-text.ts';
import {
  forgottenDimensions,
  tableDimensions,
  type DimensionRow,
  type LoggedTable,
} from '../dimension-tables.ts';
import { dayOf } from '../quarter.ts';
import type { NewBatch } from './click-batches.store.ts';
import { CachedAddress, CachedText } from './dimension-values.ts';
import { encodeBatch } from './encode-batch.ts';
import { VisitReader, type Visit, type VisitRules } from './visit-reader.ts';
import { openVisitRules } from './visit-recorder.ts';
import { VisitorText } from './visitors.ts';
import { Visits } from './visits.ts';

/** What another program knows about a visit, or about several alike. */
export interface ForeignVisit {
  readonly linkId: number;
  /** Unix seconds. */
  readonly time: number;
  readonly count: number;
  /** The host of the link; '' = the main domain. */
  readonly domain: string;
  readonly referrer?: string;
  readonly userAgent?: string;
  readonly country?: string;
  readonly city?: string;
  readonly language?: string;
  /** These three are for visits without a user agent. */
  readonly isBot?: boolean;
  readonly browser?: string;
  readonly system?: string;
}

const HEADER_MAX = 1024; // bytes
const CITY_MAX = 100;
const TEXTS_MAX = 2 ** 14;
const AGENTS_MAX = 2 ** 14;

const NO_TEXT = new CachedText('');
const forgotten: ReadonlySet<string> = new Set(forgottenDimensions);
const byCode = openPlaces({ geoipFile: null, trustsHeader: true, onError: () => undefined });
/** The source names the places. */
const places: Pick<Places, 'find'> = {
  find: (city, country) => ({
    country: byCode.find('', country).country,
    city: readVisible(city, CITY_MAX),
  }),
};

/** Collects visits of another program as batches. They have no visitors: no address is kept. */
export class ForeignVisits {
  readonly #visits = new Visits();
  readonly #visitRules: VisitRules;
  readonly #reducedBefore: number;
  readonly #rules: AgentRules;
  #day: DayTexts;
  #dayNumber = Number.NaN;
  #days = 0;
  /** Equal visits of days that are kept in sums. */
  readonly #sums = new Map<string, number>();

  private constructor(visitRules: VisitRules, reducedBefore: number) {
    this.#visitRules = visitRules;
    this.#reducedBefore = reducedBefore;
    this.#rules = rememberAgents(AGENT_RULES);
    this.#day = new DayTexts(this.#rules);
  }

  /** Single clicks are kept for `keepDays` after their own day. */
  static async open(engine: Engine, now: number, keepDays: number): Promise<ForeignVisits> {
    return new ForeignVisits(await openVisitRules(engine), dayOf(now) - keepDays);
  }

  get length(): number {
    return this.#visits.length;
  }

  get days(): number {
    return this.#days;
  }

  isOfSameDay(time: number): boolean {
    return dayOf(time) === this.#dayNumber;
  }

  /** When people clicked, in Unix seconds; 0 = another class. */
  add(foreign: ForeignVisit): number {
    const day = dayOf(foreign.time);
    if (day !== this.#dayNumber) {
      this.#day = new DayTexts(this.#rules);
      this.#days += 1;
    }
    this.#dayNumber = day;
    const visit = this.#day.read(foreign, this.#visitRules);
    if (day < this.#reducedBefore) this.#addReduced(visit, foreign.count);
    else this.#visits.add(visit, foreign.count);
    return isPeople(visit.class) ? visit.clickedAt : 0;
  }

  takeBatches(node: string): NewBatch[] {
    const visits = this.#visits;
    const batches: NewBatch[] = [];
    for (const [day, places] of visits.groupByDay()) {
      places.sort((a, b) => visits.linkId(a) - visits.linkId(b) || visits.time(a) - visits.time(b));
      const state = day < this.#reducedBefore ? 'reduced' : 'sealed';
      const body = encodeBatch(visits, places, null);
      batches.push({ day, state, rules: this.#rules.version, node, body });
    }
    visits.clear();
    this.#sums.clear();
    this.#days = 0;
    return batches;
  }

  #addReduced(visit: Readonly<Visit>, count: number): void {
    const agent = { ...visit.agent, text: '' };
    const referrer = forget('referrer', visit.referrer);
    const place = forget('place', visit.place);
    const key = JSON.stringify([
      visit.linkId,
      visit.time,
      agent.class,
      visit.class,
      agent.row,
      referrer,
      place,
      visit.language,
    ]);
    const former = this.#sums.get(key);
    if (former === undefined) {
      this.#sums.set(key, this.#visits.length);
      this.#visits.add({ ...visit, agent, referrer, place }, count);
    } else this.#visits.addClicks(former, count);
  }
}

function forget(table: LoggedTable, row: DimensionRow): DimensionRow {
  return row.map((value, at) => (forgotten.has(tableDimensions[table][at]!) ? '' : value));
}

function rememberAgents(rules: AgentRules): AgentRules {
  const agents = new Map<string, Agent>();
  return {
    version: rules.version,
    read(userAgent) {
      if (agents.size > AGENTS_MAX) agents.clear();
      return agents.getOrInsertComputed(userAgent, () => rules.read(userAgent));
    },
  };
}

/** One serves one day, because of its limits. */
class DayTexts {
  readonly #reader: VisitReader;
  readonly #texts = new Map<string, CachedText>();
  readonly #agents = new Map<string, CachedText>();
  readonly #cities = new Map<string, CachedAddress>();

  constructor(rules: AgentRules) {
    this.#reader = new VisitReader(places, rules);
  }

  read(visit: ForeignVisit, rules: VisitRules): Readonly<Visit> {
    const { linkId, time, domain, referrer = '', userAgent = '', language = '' } = visit;
    const { country = '', city = '' } = visit;
    return this.#reader.read(
      {
        linkId,
        time: time * 1000,
        asksNotToBeTracked: false,
        address: this.#placeOf(country, city),
        referrer: this.#textOf(referrer),
        userAgent: userAgent === '' ? this.#agentOf(visit) : this.#textOf(userAgent),
        language: this.#textOf(language),
        query: NO_TEXT,
        country: this.#textOf(country),
        target: NO_TEXT,
        domain: this.#textOf(domain),
      },
      rules,
    );
  }

  #textOf(text: string): CachedText {
    if (this.#texts.size > TEXTS_MAX) this.#texts.clear();
    return this.#texts.getOrInsertComputed(text, () => new CachedText(toHeader(text)));
  }

  #placeOf(country: string, city: string): CachedAddress {
    if (this.#cities.size > TEXTS_MAX) this.#cities.clear();
    const key = `${country} ${city}`;
    return this.#cities.getOrInsertComputed(key, () => new CachedAddress(city));
  }

  /** Without a user agent, the source says what the visitor was. */
  #agentOf({ isBot, browser = '', system = '' }: ForeignVisit): CachedText {
    if (isBot === undefined) return this.#textOf('');
    const key = JSON.stringify([isBot, browser, system]);
    return this.#agents.getOrInsertComputed(key, () => {
      const text = new CachedText('');
      const agent = {
        text: '',
        class: isBot ? BOT : PERSON,
        row: [browser, system, ''],
      };
      text.agent = { agent, embedding: agent, visitorText: new VisitorText('') };
      text.agentClass = agent.class;
      return text;
    });
  }
}

function toHeader(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.slice(0, HEADER_MAX);
  return Buffer.from(text).subarray(0, HEADER_MAX).toString('latin1');
}
