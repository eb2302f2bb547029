import type { Engine } from '../engine/engine.ts';
import type { ClickCounter } from './click-counter.ts';
import type { Click } from './click.ts';
import { countDamaged, removeOldSegments } from './old-segments.ts';
import type { DrainResult } from './drain.ts';
import { readOffsets } from './read-offsets.ts';
import { RecordFinder } from './find-record.ts';
import { Journal } from './journal.ts';
import { findOldestPending } from './oldest-pending.ts';
import { listCountable, readOrigins } from './origin.ts';
import { PendingClicks } from './pending.ts';
import {
  createOwner,
  listFinished,
  listSegments,
  measureSegment,
  openJournalDirectory,
} from './segments.ts';
import { wipeAddresses, wipeDrained } from './wipe.ts';

interface ClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly counter: Pick<ClickCounter, 'count' | 'stopCounting'> & {
    /** Whether a count would have to start a process. */
    readonly needsStart?: () => boolean;
  };
  readonly quotaBytes?: number;
  readonly onError: (error: unknown) => void;
}

/** The clicks of the process that owns the data directory: their journal and their counting. */
export class Clicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #pending: PendingClicks;
  readonly #quotaBytes: number | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #counter: ClicksOptions['counter'];
  /** Searches in steps, because visitors wait for this thread. */
  readonly #finder = new RecordFinder();
  /** Finished segments whose end was checked, with the byte up to which they are counted. */
  #ended = new Map<string, number>();
  #drained = 0;
  #damagedBytes = 0;
  #isStopped = false;
  /** Processes that may still write to their newest segment. */
  readonly #owners = new Set<string>();
  /** For each running drain: the owners that were active at any time during it. */
  readonly #writers = new Set<Set<string>>();

  constructor({ engine, dataDir, counter, quotaBytes, onError }: ClicksOptions) {
    this.#engine = engine;
    this.#counter = counter;
    this.#quotaBytes = quotaBytes;
    this.#onError = onError;
    this.#directory = openJournalDirectory(dataDir);
    this.#pending = new PendingClicks(engine, this.#directory, this.#finder);
    this.#journal = new Journal({
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

  /** Hands a click to the kernel; never throws. */
  record(click: Click): void {
    this.#journal.append(click);
  }

  /** The journal, for a caller that stages many clicks and commits them together. */
  get journal(): Journal {
    return this.#journal;
  }

  /** How many clicks of each link are in the journal and not yet counted. */
  countPending(linkIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#pending.count(linkIds);
  }

  /** The pending clicks of a link, 0 = of all links; an estimate while very many wait. */
  countPendingOf(linkId: number): Promise<number> {
    return this.#pending.estimate(linkId);
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
    return findOldestPending(this.#engine, this.#directory, this.#finder);
  }

  drain(): Promise<number> {
    return this.#drain(true);
  }

  /** Counts with rests that leave the processor to visitors; returns at once. */
  drainWithRests(): void {
    this.#drain(false).catch(this.#onError);
  }

  /** Wipes addresses that a killed process has counted but not wiped. */
  wipe(): Promise<void> {
    return wipeDrained({
      engine: this.#engine,
      directory: this.#directory,
      onError: this.#onError,
    });
  }

  /** What is not counted after the current step stays in the journal. */
  stopCounting(): void {
    this.#isStopped = true;
    this.#counter.stopCounting();
  }

  async close(): Promise<void> {
    this.#journal.close();
    await this.drain();
  }

  async #drain(isAwaited: boolean): Promise<number> {
    // An owner that dies during the drain may have written to a segment after it was read.
    const writers = new Set(this.#owners);
    this.#writers.add(writers);
    try {
      const { clicks, segments } =
        (await this.#findCounted()) ?? (await this.#counter.count(isAwaited));
      const origins = readOrigins(this.#directory, segments);
      const finished = listFinished(segments, writers, (name) => origins.get(name) ?? name);
      await this.#checkFinished(finished, origins);
      await this.#tidy(finished);
      return clicks;
    } catch (error) {
      // Nothing is lost when the counting process was killed: the journal stays.
      if (this.#isStopped) return 0;
      throw error;
    } finally {
      this.#writers.delete(writers);
    }
  }

  /** All segments when every byte is counted; null when not, or when the counter runs anyway. */
  async #findCounted(): Promise<DrainResult | null> {
    if (this.#counter.needsStart?.() === false) return null;
    const countable = [...listCountable(this.#directory).keys()];
    const offsets = await readOffsets(this.#engine.db, this.#directory, countable);
    const isCounted = (name: string) => {
      const offset = offsets.get(name) ?? 0;
      return measureSegment(this.#directory, name) <= offset || this.#ended.get(name) === offset;
    };
    if (!countable.every(isCounted)) return null;
    return { clicks: 0, segments: listSegments(this.#directory) };
  }

  /** Reports an incomplete record at a segment's end, once, and wipes copies. */
  async #checkFinished(
    finished: readonly string[],
    origins: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (finished.every((name) => this.#ended.has(name))) return;
    const offsets = await readOffsets(this.#engine.db, this.#directory, finished);
    const names = finished.filter((name) => !this.#ended.has(name));
    const countable = listCountable(this.#directory);
    this.#ended = new Map(finished.map((name) => [name, offsets.get(name) ?? 0]));
    for (const name of names) {
      const offset = offsets.get(name) ?? 0;
      const rest = measureSegment(this.#directory, name) - offset;
      if (rest > 0) this.#reportDamagedEnd(name, rest, countable);
      if (origins.get(name) === name) continue;
      await wipeAddresses(this.#directory, name, 0, offset).catch(this.#onError);
    }
  }

  #reportDamagedEnd(name: string, bytes: number, countable: ReadonlyMap<string, string>): void {
    if (!countable.has(name)) {
      this.#onError(
        new Error(`${name}: ${bytes} bytes at its end are not in the segment it copies`),
      );
      return;
    }
    this.#damagedBytes += bytes;
    this.#onError(new Error(`${name}: ${bytes} damaged bytes skipped at its end`));
  }

  #tidy(finished: readonly string[]): Promise<void> {
    const onKept = (file: string): void =>
      this.#onError(new Error(`kept a journal file with damaged parts: ${file}`));
    const now = Date.now();
    return removeOldSegments(this.#directory, finished, now, this.#quotaBytes, onKept);
  }
}
