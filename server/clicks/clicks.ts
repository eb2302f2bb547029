import type { Engine } from '../engine/engine.ts';
import type { ClickCounter } from './click-counter.ts';
import type { Click } from './click.ts';
import { countDamaged, removeOldSegments } from './damaged.ts';
import type { Drained } from './drain.ts';
import { readDrained } from './drained.ts';
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
  /** Counts the journal of the data directory, wherever it does so. */
  readonly counter: Pick<ClickCounter, 'count' | 'giveUp'> & {
    /** Whether it would have to be started: not for nothing, then. */
    readonly mustStart?: () => boolean;
  };
  /** How many bytes the journal may have. */
  readonly quotaBytes?: number;
  /** Told what goes wrong where no caller waits for it. */
  readonly onError: (error: unknown) => void;
}

/** Clicks in the process that owns the data directory: its journal, and the way out of it. */
export class Clicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #pending: PendingClicks;
  readonly #quotaBytes: number | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #counter: ClicksOptions['counter'];
  /** Looks for records behind damage in steps, since visitors wait for this thread. */
  readonly #finder = new RecordFinder();
  /** Finished segments whose end was looked at, and up to which byte they are counted. */
  #ended = new Map<string, number>();
  #drained = 0;
  #damagedBytes = 0;
  #isOver = false;
  /** Who may still write to the newest of their segments. */
  readonly #owners = new Set<string>();
  /** For each drain under way, who has been so since it began. */
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
      onFull: () => this.drainAtLeisure(),
    });
  }

  /** A name for another process that writes a journal in the same directory. */
  addOwner(): string {
    const owner = createOwner();
    this.#owners.add(owner);
    for (const writers of this.#writers) writers.add(owner);
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

  /** How many clicks were added to the counts since the start. */
  get drained(): number {
    return this.#drained;
  }

  /** Adds clicks that are in the counts now, and the damaged bytes between them. */
  noteDrained(clicks: number, damagedBytes: number): void {
    this.#drained += clicks;
    this.#damagedBytes += damagedBytes;
  }

  /** How many damaged bytes of the journal were passed over since the start of this process. */
  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  /** Counts the segments that are kept because of damage. */
  countDamagedSegments(): number {
    return countDamaged(this.#directory);
  }

  /** When the oldest click was made that is not in the counts yet, in milliseconds; null: none. */
  findOldestPending(): Promise<number | null> {
    return findOldestPending(this.#engine, this.#directory, this.#finder);
  }

  /** Adds what the journal holds by now to the links' counts; returns how many clicks. */
  drain(): Promise<number> {
    return this.#drain(true);
  }

  /** The same when nobody waits for it: with rests, which leave the processor to visitors. */
  drainAtLeisure(): void {
    this.#drain(false).catch(this.#onError);
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
    this.#counter.giveUp();
  }

  /** Closes the journal and counts what is left; what cannot be counted now stays in it. */
  async close(): Promise<void> {
    this.#journal.close();
    await this.drain();
  }

  async #drain(isAwaited: boolean): Promise<number> {
    // Who dies meanwhile may have written to a segment after it was read.
    const writers = new Set(this.#owners);
    this.#writers.add(writers);
    try {
      const { clicks, segments } =
        (await this.#findCounted()) ?? (await this.#counter.count(isAwaited));
      const origins = readOrigins(this.#directory, segments);
      const finished = listFinished(segments, writers, (name) => origins.get(name) ?? name);
      await this.#lookAtFinished(finished, origins);
      await this.#tidy(finished);
      return clicks;
    } catch (error) {
      // The process that counts may have been killed: nothing is lost.
      if (this.#isOver) return 0;
      throw error;
    } finally {
      this.#writers.delete(writers);
    }
  }

  /** All segments when everything in them is counted; null when it is not, or the counter can tell. */
  async #findCounted(): Promise<Drained | null> {
    if (this.#counter.mustStart?.() === false) return null;
    const countable = [...listCountable(this.#directory).keys()];
    const offsets = await readDrained(this.#engine.db, this.#directory, countable);
    const isCounted = (name: string) => {
      const offset = offsets.get(name) ?? 0;
      return measureSegment(this.#directory, name) <= offset || this.#ended.get(name) === offset;
    };
    if (!countable.every(isCounted)) return null;
    return { clicks: 0, segments: listSegments(this.#directory) };
  }

  /**
   * Looks once at each finished segment: tells of an end that is no whole record, since nothing will
   * follow it, and wipes copies, which are counted with their segment.
   */
  async #lookAtFinished(
    finished: readonly string[],
    origins: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (finished.every((name) => this.#ended.has(name))) return;
    const offsets = await readDrained(this.#engine.db, this.#directory, finished);
    const names = finished.filter((name) => !this.#ended.has(name));
    const countable = listCountable(this.#directory);
    this.#ended = new Map(finished.map((name) => [name, offsets.get(name) ?? 0]));
    for (const name of names) {
      const offset = offsets.get(name) ?? 0;
      const rest = measureSegment(this.#directory, name) - offset;
      if (rest > 0) this.#tellRest(name, rest, countable);
      if (origins.get(name) === name) continue;
      await wipeAddresses(this.#directory, name, 0, offset).catch(this.#onError);
    }
  }

  #tellRest(name: string, bytes: number, countable: ReadonlyMap<string, string>): void {
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
