import type { Engine } from '../engine/engine.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import type { VisitRecorder } from '../stats/ingest/visit-recorder.ts';
import type { Visits } from '../stats/ingest/visits.ts';
import { drainJournal, type DrainResult } from './drain.ts';
import { RecordFinder } from './journal/find-record.ts';
import { measureSegments, openJournalDirectory } from './journal/segments.ts';

const REST_TIMES = 19;
const REST_MAX_MS = 5000;
const REPORTS_MAX_MS = 10_000;

export class Pace {
  #waiting = 0;
  #wake: (() => void) | null = null;
  #endWait: (() => void) | null = null;

  /** Runs work for a waiting caller: it ends the current rest and takes no other. */
  async runWithoutRests<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.#wake?.();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
    }
  }

  stop(): void {
    this.#wake?.();
    this.#endWait?.();
  }

  async waitFor(reports: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endWait = resolve;
    using _ = setTimeout(resolve, REPORTS_MAX_MS);
    await Promise.race([reports, promise]);
    this.#endWait = null;
  }

  /** Rests after a step of `stepMs` milliseconds, until a caller waits. */
  async rest(stepMs: number): Promise<void> {
    if (this.#waiting > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    using _ = setTimeout(resolve, Math.min(REST_TIMES * stepMs, REST_MAX_MS));
    await promise;
    this.#wake = null;
  }
}

/** Above this many bytes of journal, counting takes no rests. */
const BACKLOG_BYTES = 2 * 1024 ** 3;

interface ClickCounterOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly recorder?: VisitRecorder;
  readonly quotaBytes?: number;
  readonly onCounted?: (visits: Visits, damagedBytes: number) => void;
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

  async #rest(stepMs: number): Promise<void> {
    const { quotaBytes = Number.POSITIVE_INFINITY, whenReported } = this.#options;
    await yieldToRequests();
    if (this.#isStopped) return;
    if (whenReported !== undefined) await this.#pace.waitFor(whenReported());
    const most = Math.min(BACKLOG_BYTES, quotaBytes / 4);
    if (!this.#isStopped && measureSegments(this.#directory) < most) await this.#pace.rest(stepMs);
  }
}
