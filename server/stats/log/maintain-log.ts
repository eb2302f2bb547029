import type { Engine } from '../../engine/engine.ts';
import { oneAtATime } from '../../engine/one-at-a-time.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { forgetMissed } from '../missed/forget-missed.ts';
import { dayOf } from '../quarter.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { deleteSalts, selectBatches, type Batch, type BatchState } from './click-batches.store.ts';
import { rewriteDay, type ChangeCounts } from './rewrite-day.ts';

/** How long after its end a day is sealed, in seconds: until then its last clicks are counted. */
const LATE_SECONDS = 30 * 60;
/** How many batches an open day has before they become one. */
const OPEN_BATCHES_MAX = 32;

interface MaintainLogOptions {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'compute'>;
  readonly rules: AgentRules;
  readonly changeCounts: ChangeCounts;
  /** For how many days after its own the clicks of a day are kept one by one. */
  readonly keepDays: number;
  /** Tells Unix seconds. */
  readonly clock: () => number;
  /** Told of each step that could not be done; the others are done all the same. */
  readonly onError: (error: unknown) => void;
}

/** Keeps the log in order: one server of a site at a time should do so. */
export class MaintainLog {
  readonly #options: MaintainLogOptions;

  constructor(options: MaintainLogOptions) {
    this.#options = options;
  }

  /**
   * Seals the days that are over or far ahead, merges the batches of the others, classifies user
   * agents by new rules, reduces the days that are not kept click by click, and forgets what visitors
   * missed then. Does little when there is nothing to do.
   */
  readonly run = oneAtATime(() => this.#run());

  async #run(): Promise<void> {
    const { engine, keepDays, clock, onError } = this.#options;
    const batches = await selectBatches(engine.db);
    for (const ofDay of Map.groupBy(batches, ({ day }) => day).values()) {
      const state = this.#findState(ofDay);
      if (state !== null) await this.#rewrite(ofDay, state).catch(onError);
    }
    const now = clock();
    await deleteSalts(engine, (day) => this.#isOver(day)).catch(onError);
    await forgetMissed(engine, dayOf(now) - keepDays, dayOf(now)).catch(onError);
  }

  /** The state that the batches of a day must be written anew in; null: they may stay. */
  #findState(batches: readonly Batch[]): BatchState | null {
    const { rules, keepDays, clock } = this.#options;
    const { day } = batches[0]!;
    if (!this.#isOver(day)) return batches.length > OPEN_BATCHES_MAX ? 'open' : null;
    if (day < dayOf(clock()) - keepDays) {
      return batches.every(({ state }) => state === 'reduced') ? null : 'reduced';
    }
    const isSealed = batches.every(({ state }) => state === 'sealed');
    return isSealed && batches.every((batch) => batch.rules === rules.version) ? null : 'sealed';
  }

  /** A day far ahead comes of a clock that was wrong: its visitors' hashes must not wait for it. */
  #isOver(day: number): boolean {
    const now = this.#options.clock();
    return day < dayOf(now - LATE_SECONDS) || day > dayOf(now) + 1;
  }

  /** When the log changed meanwhile, the next run does it. */
  async #rewrite(batches: readonly Batch[], state: BatchState): Promise<void> {
    const { engine, warehouse, rules, changeCounts } = this.#options;
    await warehouse.compute((db, folder) =>
      rewriteDay({ engine, db, folder, rules, changeCounts }, batches, state),
    );
  }
}
