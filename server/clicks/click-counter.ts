import type { Engine } from '../engine/engine.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import type { VisitRecorder } from '../stats/ingest/visit-recorder.ts';
import type { Visits } from '../stats/ingest/visits.ts';
import { drainJournal, type Drained } from './drain.ts';
import { RecordFinder } from './find-record.ts';
import { Pace } from './pace.ts';
import { measureSegments, openJournalDirectory } from './segments.ts';

/** How much of the journal may be on the disk while counting takes its time, in bytes. */
const BACKLOG_BYTES = 2 * 1024 ** 3;

interface ClickCounterOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Takes what statistics keep of the clicks; without it nobody knows where visitors are. */
  readonly recorder?: VisitRecorder;
  /** How many bytes the journal may have. */
  readonly quotaBytes?: number;
  /** Given the clicks that each step adds to the counts, and the damaged bytes between them. */
  readonly onCounted?: (visits: Visits, damagedBytes: number) => void;
  /** Told of what is passed over. */
  readonly onError: (error: unknown) => void;
}

/** Adds what the journal of a data directory holds to the links' counts. */
export class ClickCounter {
  readonly #options: ClickCounterOptions;
  readonly #directory: string;
  readonly #pace = new Pace();
  readonly #finder = new RecordFinder();
  #isOver = false;

  constructor(options: ClickCounterOptions) {
    this.#options = options;
    this.#directory = openJournalDirectory(options.dataDir);
  }

  /**
   * Counts what the journal holds by now; where nobody waits for it, with rests, which leave the
   * processor to others. One at a time: while one is under way, which may have passed some by, all
   * others are the next one, and when somebody waits for that, neither rests.
   */
  count(isAwaited: boolean): Promise<Drained> {
    return isAwaited ? this.#pace.hurry(this.#next) : this.#next();
  }

  /** Ends counting after the step under way: what is not counted by then stays in the journal. */
  giveUp(): void {
    this.#isOver = true;
    this.#pace.wake();
  }

  readonly #next = oneAtATime(() => {
    const { onCounted, ...options } = this.#options;
    return drainJournal({
      ...options,
      directory: this.#directory,
      finder: this.#finder,
      isOver: () => this.#isOver,
      rest: (stepMs) => this.#rest(stepMs),
      ...(onCounted === undefined ? {} : { onCounted }),
    });
  });

  /** Where much waits already there is no rest. */
  async #rest(stepMs: number): Promise<void> {
    const { quotaBytes = Number.POSITIVE_INFINITY } = this.#options;
    const most = Math.min(BACKLOG_BYTES, quotaBytes / 4);
    if (!this.#isOver && measureSegments(this.#directory) < most) await this.#pace.rest(stepMs);
  }
}
