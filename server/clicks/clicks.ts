import type { Engine } from '../engine/engine.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import type { Visit } from '../stats/visit.ts';
import { VisitRecorder } from '../stats/visit-recorder.ts';
import type { Click } from './click.ts';
import { drainJournal, tidyJournal } from './drain.ts';
import { Journal } from './journal.ts';
import { findOldestPending } from './oldest-pending.ts';
import { Pace } from './pace.ts';
import { PendingClicks } from './pending.ts';
import { createOwner, listFinished, measureSegments, openJournalDirectory } from './segments.ts';
import { wipeDrained } from './wipe.ts';

/** How much of the journal may be on the disk while counting takes its time, in bytes. */
const BACKLOG_BYTES = 2 * 1024 ** 3;

interface ClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Takes what statistics keep of the clicks; without it nobody knows where visitors are. */
  readonly recorder?: VisitRecorder;
  /** How many bytes the journal may have. */
  readonly quotaBytes?: number;
  /** Told what goes wrong where no caller waits for it. */
  readonly onError: (error: unknown) => void;
}

/** Counting in the process that owns the data directory: its journal, and the way out of it. */
export class Clicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #pending: PendingClicks;
  readonly #quotaBytes: number | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #recorder: VisitRecorder;
  readonly #watchers = new Set<(visits: readonly Visit[]) => void>();
  readonly #pace = new Pace();
  #drained = 0;
  #isOver = false;
  /** Who may still write to the newest of their segments. */
  readonly #owners = new Set<string>();

  constructor({ engine, dataDir, recorder, quotaBytes, onError }: ClicksOptions) {
    this.#engine = engine;
    this.#recorder = recorder ?? new VisitRecorder(engine);
    this.#quotaBytes = quotaBytes;
    this.#onError = onError;
    this.#directory = openJournalDirectory(dataDir);
    this.#pending = new PendingClicks(engine, this.#directory);
    this.#journal = new Journal({
      directory: this.#directory,
      owner: this.addOwner(),
      ...(quotaBytes === undefined ? {} : { quotaBytes }),
      onFailure: onError,
      onRecovery: (uncounted) => onError(new Error(`${uncounted} clicks could not be counted`)),
      onFull: () => this.drainAtLeisure(),
    });
  }

  /** A name for another process that writes a journal in the same directory. */
  addOwner(): string {
    const owner = createOwner();
    this.#owners.add(owner);
    return owner;
  }

  /** The process is dead: all that it has written can be counted. */
  removeOwner(owner: string): void {
    this.#owners.delete(owner);
  }

  /** Hands a click to the kernel; never throws. */
  record(click: Click): void {
    this.#journal.append(click);
  }

  /** The journal, for who stages many clicks and commits them together. */
  get journal(): Journal {
    return this.#journal;
  }

  /** How many clicks of each of these links are journalled and not yet in its count. */
  countPending(linkIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#pending.count(linkIds);
  }

  /** How many clicks this process has added to the counts since its start. */
  get drained(): number {
    return this.#drained;
  }

  /** When the oldest click was made that is not in the counts yet, in milliseconds; null: none. */
  findOldestPending(): Promise<number | null> {
    return findOldestPending(this.#engine, this.#directory);
  }

  /**
   * Adds what the journal holds by now to the links' counts; returns how many clicks. One at a
   * time: while one is under way, which may have passed some by, all others are the next one.
   */
  readonly drain = (): Promise<number> => this.#pace.hurry(this.#drainNext);

  /** The same when nobody waits for it: with rests, which leave the processor to visitors. */
  drainAtLeisure(): void {
    this.#drainNext().catch(this.#onError);
  }

  readonly #drainNext = oneAtATime(() => this.#drainOnce());

  /** Tells of clicks once they are in the counts, until the returned function is called. */
  watch(tell: (visits: readonly Visit[]) => void): () => void {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  }

  /** Wipes the addresses of counted clicks that a process which was killed has left. */
  wipe(): Promise<void> {
    return wipeDrained({
      engine: this.#engine,
      directory: this.#directory,
      onError: this.#onError,
    });
  }

  /** Ends counting soon: what is not counted by then stays in the journal. */
  giveUp(): void {
    this.#isOver = true;
    void this.#pace.hurry(() => Promise.resolve());
  }

  /** Closes the journal and counts what is left; what cannot be counted now stays in it. */
  async close(): Promise<void> {
    this.#journal.close();
    await this.drain();
  }

  /** Where much waits already there is no rest. */
  async #rest(stepMs: number): Promise<void> {
    const most = Math.min(BACKLOG_BYTES, (this.#quotaBytes ?? Number.POSITIVE_INFINITY) / 4);
    if (measureSegments(this.#directory) < most) await this.#pace.rest(stepMs);
  }

  async #drainOnce(): Promise<number> {
    const owners = new Set(this.#owners);
    const { clicks, segments } = await drainJournal({
      engine: this.#engine,
      directory: this.#directory,
      onError: this.#onError,
      isOver: () => this.#isOver,
      recorder: this.#recorder,
      rest: (stepMs) => this.#rest(stepMs),
      onCounted: (visits) => {
        this.#drained += visits.length;
        for (const tell of this.#watchers) tell(visits);
      },
    });
    const finished = listFinished(segments, owners.union(this.#owners));
    await tidyJournal(this.#engine, this.#directory, finished, Date.now(), this.#quotaBytes);
    return clicks;
  }
}
