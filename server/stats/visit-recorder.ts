import { settings } from '../../contracts/site.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { CountOnlyLinks } from './count-only-links.ts';
import { DaySumBuilder } from './day-sum-builder.ts';
import { Facts } from './facts.ts';
import { NOWHERE, type Places } from './places.ts';
import { dayOf } from './quarter.ts';
import { agentRules, type AgentRules } from './read-fact.ts';
import { prepareVisits, type VisitBatch } from './record-visits.ts';
import type { Texts } from './texts.ts';
import {
  VisitReader,
  type KnownAddress,
  type KnownText,
  type RecordedVisit,
  type Visit,
  type VisitRules,
} from './visit-reader.ts';
import type { Visits } from './visits.ts';

type FindPlaces = Pick<Places, 'find' | 'revision'>;

/** Turns the clicks of the journal into what statistics keep of them. */
export class VisitRecorder {
  readonly #engine: Engine;
  readonly #places: FindPlaces;
  readonly #rules: AgentRules;
  #facts: Promise<Facts> | null = null;
  #sum: DaySumBuilder | null = null;
  #reader: { readonly reader: VisitReader; readonly key: string } | null = null;

  constructor(
    engine: Engine,
    places: FindPlaces = { find: () => NOWHERE, revision: () => 0 },
    rules = agentRules,
  ) {
    this.#engine = engine;
    this.#places = places;
    this.#rules = rules;
  }

  /** The facts, read from the database at the first time. */
  openFacts(): Promise<Facts> {
    this.#facts ??= Facts.open(this.#engine, this.#rules).catch((error: unknown) => {
      this.#facts = null;
      throw error;
    });
    return this.#facts;
  }

  /** Begins to read clicks, by the settings as they are now. */
  async open(): Promise<OpenRecorder> {
    const engine = this.#engine;
    const facts = await this.openFacts();
    const rules = await readRules(engine);
    const countOnly = rules.count_only ? null : await CountOnlyLinks.open(engine);
    const reader = this.#openReader(facts);
    const visitRules: VisitRules = {
      isCountOnly: (linkId) => countOnly === null || countOnly.has(linkId),
      heedsDoNotTrack: rules.heeds_do_not_track,
    };
    const { losses } = facts;
    // It has room for all values that there are: to make that anew would take longer than most drains.
    const sum = (this.#sum ??= new DaySumBuilder(facts));
    return {
      readText: reader.texts.read,
      readAddress: reader.addresses.read,
      mayBeGone: (linkId, time) => countOnly?.mayBeGone(linkId, time) ?? false,
      meet: async (linkIds) => countOnly?.meet(linkIds),
      read: (click) => reader.read(click, visitRules),
      async prepare(visits) {
        const batch = await prepareVisits(engine, facts, visits, sum);
        if (facts.losses !== losses) throw new Error('what visits say could not be stored');
        return batch;
      },
    };
  }

  /**
   * Who has met the texts of former clicks. Another one each day, as a day takes only so many that
   * are new, when facts were forgotten, which it would still name, and when places are others.
   */
  #openReader(facts: Facts): VisitReader {
    const key = `${dayOf(nowSeconds())} ${facts.losses} ${this.#places.revision()}`;
    if (this.#reader?.key !== key) {
      this.#reader = { reader: new VisitReader(facts, this.#places), key };
    }
    return this.#reader.reader;
  }
}

/** Reads clicks of which none comes twice. When something of it throws, another must be opened. */
export interface OpenRecorder {
  /** What is known of a text, and of an address, that stand between two places. */
  readonly readText: Texts<KnownText>['read'];
  readonly readAddress: Texts<KnownAddress>['read'];
  /** Whether the link of a click may be gone for good, and must be met; `time` is in milliseconds. */
  mayBeGone(linkId: number, time: number): boolean;
  /** Finds out which links are gone, before any of their clicks is read. */
  meet(linkIds: readonly number[]): Promise<void>;
  /** What a click says, until the next one is read. */
  read(click: RecordedVisit<KnownText, KnownAddress>): Readonly<Visit>;
  prepare(visits: Visits): Promise<VisitBatch>;
}

async function readRules({ db }: Engine) {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', 'statistics')
    .executeTakeFirst();
  return settings.statistics.parse(row === undefined ? undefined : JSON.parse(row.value));
}
