import type { Engine } from '../../engine/engine.ts';
import { oneAtATime } from '../../engine/one-at-a-time.ts';
import { forgetMissed } from '../missed/forget-missed.ts';
import { dayOf } from '../quarter.ts';
import { compact } from './compact.ts';
import { deleteDay } from './settled-details.store.ts';
import { reclassify } from './reclassify.ts';
import { settleDay } from './settle.ts';
import { isSettled, selectNextDay, selectUnsettledDays } from './upkeep.store.ts';
import type { VisitRecorder } from '../visit-recorder.ts';

/** How long after its end a day is settled: until then its last clicks are counted, in seconds. */
const LATE_SECONDS = 30 * 60;

/** How many small parts a day may have when nothing is said of it. */
const PARTS_MAX = 32;

interface UpkeepOptions {
  readonly engine: Engine;
  readonly recorder: Pick<VisitRecorder, 'openFacts'>;
  /** For how many days after its own the clicks of a day are known one by one. */
  readonly keepDays: number;
  /** How many small parts a day may have. */
  readonly partsMax?: number;
  /** Tells Unix seconds. */
  readonly clock: () => number;
  /** Told of each step that could not be done; the others are done all the same. */
  readonly onError: (error: unknown) => void;
}

/** Keeps up what is stored of clicks. One server of a site at a time should do so. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  #isClosed = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /**
   * Makes sums anew that rest on former rules, settles the days that are over or far
   * ahead, puts small parts of the others together, and forgets the clicks of those that are not kept,
   * and the codes that visitors missed then.
   * Does little when there is nothing to do.
   */
  readonly run = oneAtATime(() => this.#run());

  /** Stops after the step under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.run().catch(() => undefined);
  }

  async #run(): Promise<void> {
    if (this.#isClosed) return;
    const { engine, recorder, keepDays, clock, partsMax = PARTS_MAX } = this.#options;
    const facts = await recorder.openFacts();
    const options = { engine, facts, isOver: () => this.#isClosed };
    const now = clock();
    const firstKept = dayOf(now) - keepDays;
    await this.#try(() => reclassify(options, firstKept));
    const [firstOpen, lastOpen] = [dayOf(now - LATE_SECONDS), dayOf(now) + 1];
    // Days far ahead come of a clock that was wrong: what tells visitors apart must not wait for them.
    for (const day of await selectUnsettledDays(engine, firstOpen, lastOpen)) {
      await this.#try(() => settleDay(options, day));
    }
    await this.#try(() => compact({ ...options, partsMax }));
    await this.#try(() => this.#forget(firstKept));
    await this.#try(() => forgetMissed(engine, firstKept, dayOf(now)));
  }

  /** Forgets the clicks of the days before one, as far as they are settled. */
  async #forget(firstKept: number): Promise<void> {
    const { engine } = this.#options;
    let day = await selectNextDay(engine, -1);
    for (; day !== null && day < firstKept; day = await selectNextDay(engine, day)) {
      const settled = day;
      const mayDelete = (tx: Parameters<typeof isSettled>[0]) =>
        this.#isClosed ? Promise.resolve(false) : isSettled(tx, settled);
      await deleteDay(engine, day, mayDelete);
    }
  }

  async #try(step: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    await step().catch(this.#options.onError);
  }
}
