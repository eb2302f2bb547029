import { settings } from '../../../contracts/site.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectOption } from '../../engine/options.store.ts';
import { AGENT_RULES, type AgentRules } from '../classify/agents/agent.ts';
import { NOWHERE, type Places } from '../classify/places.ts';
import { dayOf } from '../quarter.ts';
import { insertBatches, type NewBatch } from './click-batches.store.ts';
import { openCountOnlyLinks, type CountOnlyLinks } from './count-only-links.ts';
import type { CachedAddress, CachedText } from './dimension-values.ts';
import { encodeBatch } from './encode-batch.ts';
import type { TextCache } from './text-cache.ts';
import { VisitReader, type RecordedVisit, type Visit, type VisitRules } from './visit-reader.ts';
import { openDayVisitors } from './visitors.ts';
import { countByLink, type LinkCounts, type Visits } from './visits.ts';

type FindPlaces = Pick<Places, 'find' | 'revision'>;

export interface VisitBatch {
  readonly counts: LinkCounts;
  /** Adds the visits to the log, in the transaction that counts them. */
  store(tx: Write): Promise<void>;
}

export interface OpenRecorder {
  readonly readText: TextCache<CachedText>['read'];
  readonly readAddress: TextCache<CachedAddress>['read'];
  /** Whether a click's link may be purged and must be resolved; `time` is in milliseconds. */
  mayBePurged(linkId: number, time: number): boolean;
  /** Finds out which links are purged; call it before reading their clicks. */
  resolvePurged(linkIds: readonly number[]): Promise<void>;
  /** The result is valid until the next call. */
  read(click: RecordedVisit<CachedText, CachedAddress>): Readonly<Visit>;
  prepare(visits: Visits): Promise<VisitBatch>;
}

export class VisitRecorder {
  readonly #engine: Engine;
  readonly #places: FindPlaces;
  readonly #rules: AgentRules;
  #reader: { readonly reader: VisitReader; readonly key: string } | null = null;

  constructor(
    engine: Engine,
    places: FindPlaces = { find: () => NOWHERE, revision: () => 0 },
    rules = AGENT_RULES,
  ) {
    this.#engine = engine;
    this.#places = places;
    this.#rules = rules;
  }

  async open(): Promise<OpenRecorder> {
    const engine = this.#engine;
    const { countOnly, ...visitRules } = await openVisitRules(engine);
    const reader = this.#openReader();
    return {
      readText: reader.texts.read,
      readAddress: reader.addresses.read,
      mayBePurged: (linkId, time) => countOnly?.mayBePurged(linkId, time) ?? false,
      resolvePurged: async (linkIds) => countOnly?.resolvePurged(linkIds),
      read: (click) => reader.read(click, visitRules),
      prepare: (visits) => prepareBatch(engine, visits, this.#rules.version),
    };
  }

  /** A new reader each day, because of its limits, and whenever places may have changed. */
  #openReader(): VisitReader {
    const key = `${dayOf(nowSeconds())} ${this.#places.revision()}`;
    if (this.#reader?.key !== key) {
      this.#reader = { reader: new VisitReader(this.#places, this.#rules), key };
    }
    return this.#reader.reader;
  }
}

/** Null `countOnly`: every link is only counted. */
export async function openVisitRules(
  engine: Engine,
): Promise<VisitRules & { readonly countOnly: CountOnlyLinks | null }> {
  const { count_only: countsOnly, heeds_do_not_track: respectsDoNotTrack } =
    await readSettings(engine);
  const countOnly = countsOnly ? null : await openCountOnlyLinks(engine);
  const isCountOnly = (linkId: number): boolean => countOnly === null || countOnly.has(linkId);
  return { isCountOnly, respectsDoNotTrack, countOnly };
}

async function prepareBatch(engine: Engine, visits: Visits, rules: number): Promise<VisitBatch> {
  const batches: NewBatch[] = [];
  for (const [day, places] of visits.groupByDay()) {
    const visitors = await openDayVisitors(engine, day);
    const body = encodeBatch(visits, places, visitors);
    batches.push({ day, state: 'open', rules, body });
  }
  return { counts: countByLink(visits), store: (tx) => insertBatches(tx, batches) };
}

async function readSettings({ db }: Engine) {
  return settings.statistics.parse(await selectOption(db, 'statistics'));
}
