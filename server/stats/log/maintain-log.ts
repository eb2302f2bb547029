import type { Engine } from '../../engine/engine.ts';
import { oneAtATime } from '../../engine/one-at-a-time.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { pruneUnknownCodes } from '../unknown-codes/unknown-codes.store.ts';
import { dayOf } from '../quarter.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import {
  deleteSalts,
  selectBatches,
  type Batch,
  type BatchState,
} from '../ingest/click-batches.store.ts';
import { fillLastClicks } from './last-clicks.ts';
import { rewriteDay, type ChangeCounts } from './rewrite-day.ts';

/** A day is sealed this long after its end, when its last clicks are counted. */
const LATE_SECONDS = 30 * 60;
/** An open day with more batches gets them merged, and so does a day of an import. */
const OPEN_BATCHES_MAX = 32;

interface MaintainLogOptions {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'compute' | 'read'>;
  readonly rules: AgentRules;
  readonly changeCounts: ChangeCounts;
  /** Retention of single clicks, in days after their own day. */
  readonly keepDays: number;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

export class MaintainLog {
  readonly #options: MaintainLogOptions;

  constructor(options: MaintainLogOptions) {
    this.#options = options;
  }

  /** Seals, merges, reclassifies and reduces days, fills last clicks, deletes old unknown codes. */
  readonly run = oneAtATime(() => this.#run());

  async #run(): Promise<void> {
    const { engine, warehouse, changeCounts, keepDays, clock, onError } = this.#options;
    const batches = await selectBatches(engine.db);
    for (const ofDay of Map.groupBy(batches, ({ day, node }) => `${day} ${node}`).values()) {
      const state = this.#findState(ofDay);
      if (state !== null) await this.#rewrite(ofDay, state).catch(onError);
    }
    await fillLastClicks({ engine, warehouse, changeCounts }).catch(onError);
    const now = clock();
    await deleteSalts(engine, (day) => this.#isOver(day)).catch(onError);
    await pruneUnknownCodes(engine, dayOf(now) - keepDays, dayOf(now)).catch(onError);
  }

  /** The state to rewrite a day's batches in; null: nothing is due. */
  #findState(batches: readonly Batch[]): BatchState | null {
    const { rules, keepDays, clock } = this.#options;
    const { day, node } = batches[0]!;
    const areMany = batches.length > OPEN_BATCHES_MAX;
    if (!this.#isOver(day)) return areMany && node === '' ? 'open' : null;
    if (day < dayOf(clock()) - keepDays) {
      return batches.every(({ state }) => state === 'reduced') ? null : 'reduced';
    }
    const isSealed = batches.every(
      (batch) => batch.state === 'sealed' && batch.rules === rules.version,
    );
    return isSealed && !(areMany && node !== '') ? null : 'sealed';
  }

  /** A day far ahead comes from a wrong clock; its hashes of visitors must not stay until then. */
  #isOver(day: number): boolean {
    const now = this.#options.clock();
    return day < dayOf(now - LATE_SECONDS) || day > dayOf(now) + 1;
  }

  /** If the log changed meanwhile, the next run repeats it. */
  async #rewrite(batches: readonly Batch[], state: BatchState): Promise<void> {
    const { engine, warehouse, rules, changeCounts } = this.#options;
    await warehouse.compute((db, folder) =>
      rewriteDay({ engine, db, folder, rules, changeCounts }, batches, state),
    );
  }
}
