import type { Engine } from '../engine/engine.ts';
import type { Click } from './click.ts';
import { drainJournal, tidyJournal } from './drain.ts';
import { Journal } from './journal.ts';
import { findOldestPending } from './oldest-pending.ts';
import { PendingClicks } from './pending.ts';
import { createOwner, listFinished, openJournalDirectory } from './segments.ts';

interface ClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Told what goes wrong where no caller waits for it. */
  readonly onError: (error: unknown) => void;
}

/** Counting in the process that owns the data directory: its journal, and the way out of it. */
export class Clicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #pending: PendingClicks;
  readonly #onError: (error: unknown) => void;
  /** The end of all drains that were asked for. */
  #lastDrain: Promise<unknown> = Promise.resolve();
  /** The one that has not begun. */
  #nextDrain: Promise<number> | null = null;
  #drained = 0;
  /** Who may still write to the newest of their segments. */
  readonly #owners = new Set<string>();

  constructor({ engine, dataDir, onError }: ClicksOptions) {
    this.#engine = engine;
    this.#onError = onError;
    this.#directory = openJournalDirectory(dataDir);
    this.#pending = new PendingClicks(engine, this.#directory);
    this.#journal = new Journal({
      directory: this.#directory,
      owner: this.addOwner(),
      onFailure: onError,
      onRecovery: (uncounted) => onError(new Error(`${uncounted} clicks could not be counted`)),
      onFull: () => void this.drain().catch(onError),
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
  drain(): Promise<number> {
    this.#nextDrain ??= this.#lastDrain.then(() => {
      this.#nextDrain = null;
      return this.#drainOnce();
    });
    this.#lastDrain = this.#nextDrain.catch(() => undefined);
    return this.#nextDrain;
  }

  /** Closes the journal and counts what is left; what cannot be counted now stays in it. */
  async close(): Promise<void> {
    this.#journal.close();
    await this.drain();
  }

  async #drainOnce(): Promise<number> {
    const owners = new Set(this.#owners);
    const { clicks, segments } = await drainJournal({
      engine: this.#engine,
      directory: this.#directory,
      onError: this.#onError,
      onCounted: (counted) => {
        this.#drained += counted;
      },
    });
    const finished = listFinished(segments, owners.union(this.#owners));
    await tidyJournal(this.#engine, this.#directory, finished, Date.now());
    return clicks;
  }
}
