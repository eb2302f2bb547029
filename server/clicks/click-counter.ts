import type { Engine } from '../engine/engine.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import type { VisitRecorder } from '../stats/ingest/visit-recorder.ts';
import type { Visits } from '../stats/ingest/visits.ts';
import { drainJournal, type DrainResult } from './drain.ts';
import { RecordFinder } from './find-record.ts';
import { Pace } from './pace.ts';
import { measureSegments, openJournalDirectory } from './segments.ts';

/** Above this many bytes of journal, counting takes no rests. */
const BACKLOG_BYTES = 2 * 1024 ** 3;

interface ClickCounterOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Takes the clicks' statistics; without it, visitors' places stay unknown. */
  readonly recorder?: VisitRecorder;
  /** The bound of the journal, in bytes. */
  readonly quotaBytes?: number;
  readonly onCounted?: (visits: Visits, damagedBytes: number) => void;
  /** Resolves when the present reports are ready: people come before pending clicks. */
  readonly whenReported?: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class ClickCounter {
  readonly #options: ClickCounterOptions;
  readonly #directory: string;
  readonly #pace = new Pace();
  readonly #finder = new RecordFinder();
  #isStopped = false;

  constructor(options: ClickCounterOptions) {
    this.#options = options;
    this.#directory = openJournalDirectory(options.dataDir);
  }

  /** Rests between steps unless `isAwaited`. Callers during a run share the next run. */
  count(isAwaited: boolean): Promise<DrainResult> {
    return isAwaited ? this.#pace.runWithoutRests(this.#next) : this.#next();
  }

  /** Ends counting after the current step; the rest stays in the journal. */
  stopCounting(): void {
    this.#isStopped = true;
    this.#pace.stop();
  }

  readonly #next = oneAtATime(() => {
    const { onCounted, ...options } = this.#options;
    return drainJournal({
      ...options,
      directory: this.#directory,
      finder: this.#finder,
      isStopped: () => this.#isStopped,
      rest: (stepMs) => this.#rest(stepMs),
      ...(onCounted === undefined ? {} : { onCounted }),
    });
  });

  /** A large backlog is counted without rests. */
  async #rest(stepMs: number): Promise<void> {
    const { quotaBytes = Number.POSITIVE_INFINITY, whenReported } = this.#options;
    // Calls that came during the step begin.
    await yieldToRequests();
    if (this.#isStopped) return;
    if (whenReported !== undefined) await this.#pace.waitFor(whenReported());
    const most = Math.min(BACKLOG_BYTES, quotaBytes / 4);
    if (!this.#isStopped && measureSegments(this.#directory) < most) await this.#pace.rest(stepMs);
  }
}
