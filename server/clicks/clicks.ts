import type { Engine } from '../engine/engine.ts';
import type { ClickCounter } from './click-counter.ts';
import type { Click } from './journal/click.ts';
import { countDamaged, removeOldSegments } from './journal/old-segments.ts';
import type { DrainResult } from './drain.ts';
import { readOffsets } from './counts.store.ts';
import { RecordFinder } from './journal/find-record.ts';
import { Journal } from './journal/journal.ts';
import { findOldestPending, PendingClicks } from './pending.ts';
import { listCountable, readOrigins } from './journal/origin.ts';
import {
  createOwner,
  listFinished,
  listSegments,
  measureSegment,
  openJournalDirectory,
} from './journal/segments.ts';
import { wipeAddresses, wipeDrained } from './wipe.ts';

interface ClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly counter: Pick<ClickCounter, 'count' | 'stopCounting'> & {
    readonly needsStart?: () => boolean;
  };
  readonly quotaBytes?: number;
  readonly onError: (error: unknown) => void;
}

/** The clicks of the process that owns the data directory: their journal and their counting. */
export class Clicks {
  readonly #options: ClicksOptions;
  readonly #directory: string;
  readonly #pending: PendingClicks;
  readonly #finder = new RecordFinder();
  readonly journal: Journal;
  #checkedEnds = new Map<string, number>();
  #drained = 0;
  #damagedBytes = 0;
  #isStopped = false;
  /** Processes that may still write to their newest segment. */
  readonly #owners = new Set<string>();
  /** For each running drain: the owners that were active at any time during it. */
  readonly #writers = new Set<Set<string>>();

  constructor(options: ClicksOptions) {
    const { engine, dataDir, quotaBytes, onError } = options;
    this.#options = options;
    this.#directory = openJournalDirectory(dataDir);
    this.#pending = new PendingClicks(engine, this.#directory, this.#finder);
    this.journal = new Journal({
      directory: this.#directory,
      owner: this.addOwner(),
      ...(quotaBytes === undefined ? {} : { quotaBytes }),
      onFailure: onError,
      onRecovery: (uncounted) => onError(new Error(`${uncounted} clicks could not be counted`)),
      onFull: () => this.drainWithRests(),
    });
  }

  /** Adds the owner of another process, which writes a journal in the same directory. */
  addOwner(): string {
    const owner = createOwner();
    this.#owners.add(owner);
    for (const writers of this.#writers) writers.add(owner);
    return owner;
  }

  /** Call it when the process is dead: all of its segments are finished then. */
  removeOwner(owner: string): void {
    this.#owners.delete(owner);
  }

  record(click: Click): void {
    this.journal.append(click);
  }

  countPending(linkIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#pending.count(linkIds);
  }

  countPendingOf(linkId: number): Promise<number> {
    return this.#pending.estimate(linkId);
  }

  /** Of all links that have any. */
  listPending(): Promise<ReadonlyMap<number, number>> {
    return this.#pending.list();
  }

  /** As `countPending`, and sees every click that was recorded before this call. */
  countAllPending(linkIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#pending.countAll(linkIds);
  }

  get drained(): number {
    return this.#drained;
  }

  addDrained(clicks: number, damagedBytes: number): void {
    this.#drained += clicks;
    this.#damagedBytes += damagedBytes;
  }

  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  countDamagedSegments(): number {
    return countDamaged(this.#directory);
  }

  /** The time of the oldest click that is not counted, in milliseconds; null without one. */
  findOldestPending(): Promise<number | null> {
    return findOldestPending(this.#options.engine, this.#directory, this.#finder);
  }

  async drain(isAwaited = true): Promise<number> {
    // An owner that dies during the drain may have written to a segment after it was read.
    const writers = new Set(this.#owners);
    this.#writers.add(writers);
    try {
      const { counter } = this.#options;
      const { clicks, segments } = (await this.#listCounted()) ?? (await counter.count(isAwaited));
      await this.#finishSegments(segments, writers);
      return clicks;
    } catch (error) {
      // Nothing is lost when the counting process was killed: the journal stays.
      if (this.#isStopped) return 0;
      throw error;
    } finally {
      this.#writers.delete(writers);
    }
  }

  /** Counts with rests that leave the processor to visitors; returns at once. */
  drainWithRests(): void {
    this.drain(false).catch(this.#options.onError);
  }

  wipe(): Promise<void> {
    const { engine, onError } = this.#options;
    return wipeDrained(engine, this.#directory, onError);
  }

  stopCounting(): void {
    this.#isStopped = true;
    this.#options.counter.stopCounting();
  }

  async close(): Promise<void> {
    this.journal.close();
    await this.drain();
  }

  /** The result of a drain that has nothing to count; null when it has, or the counter runs anyway. */
  async #listCounted(): Promise<DrainResult | null> {
    const { engine, counter } = this.#options;
    if (counter.needsStart?.() === false) return null;
    const names = [...listCountable(this.#directory).keys()];
    const offsets = await readOffsets(engine.db, this.#directory, names);
    for (const name of names) {
      const counted = offsets.get(name) ?? 0;
      const isCounted =
        measureSegment(this.#directory, name) <= counted || this.#checkedEnds.get(name) === counted;
      if (!isCounted) return null;
    }
    return { clicks: 0, segments: listSegments(this.#directory) };
  }

  async #finishSegments(drained: readonly string[], writers: ReadonlySet<string>): Promise<void> {
    const { quotaBytes, onError } = this.#options;
    const origins = readOrigins(this.#directory, drained);
    const finished = listFinished(drained, writers, (name) => origins.get(name) ?? name);
    const unchecked = finished.filter((name) => !this.#checkedEnds.has(name));
    if (unchecked.length > 0) {
      const { db } = this.#options.engine;
      const counted = await readOffsets(db, this.#directory, finished);
      const countable = listCountable(this.#directory);
      this.#checkedEnds = new Map(finished.map((name) => [name, counted.get(name) ?? 0]));
      for (const name of unchecked) {
        const end = counted.get(name) ?? 0;
        this.#checkEnd(name, end, countable.has(name));
        if (origins.get(name) === name) continue;
        await wipeAddresses(this.#directory, name, { start: 0, end }).catch(onError);
      }
    }
    await removeOldSegments(this.#directory, finished, { now: Date.now(), quotaBytes }, (file) =>
      onError(new Error(`kept a journal file with damaged parts: ${file}`)),
    );
  }

  /** Reports what is left behind the counted bytes of a segment: an incomplete record. */
  #checkEnd(name: string, end: number, isCountable: boolean): void {
    const bytes = measureSegment(this.#directory, name) - end;
    if (bytes <= 0) return;
    if (isCountable) this.#damagedBytes += bytes;
    const what = isCountable
      ? `${bytes} damaged bytes skipped at its end`
      : `${bytes} bytes at its end are not in the segment it copies`;
    this.#options.onError(new Error(`${name}: ${what}`));
  }
}
