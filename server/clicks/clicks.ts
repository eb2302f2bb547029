import type { Engine } from '../engine/engine.ts';
import type { Click } from './click.ts';
import { drainJournal, tidyJournal } from './drain.ts';
import { Journal } from './journal.ts';
import { PendingClicks } from './pending.ts';
import { openJournalDirectory } from './segments.ts';

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
  #drain: Promise<number> | null = null;

  constructor({ engine, dataDir, onError }: ClicksOptions) {
    this.#engine = engine;
    this.#onError = onError;
    this.#directory = openJournalDirectory(dataDir);
    this.#pending = new PendingClicks(engine, this.#directory);
    this.#journal = new Journal({
      directory: this.#directory,
      onFailure: onError,
      onRecovery: (uncounted) => onError(new Error(`${uncounted} clicks could not be counted`)),
      onFull: () => void this.drain().catch(onError),
    });
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

  /** Adds what the journal holds to the links' counts; returns how many clicks. One at a time. */
  drain(): Promise<number> {
    this.#drain ??= this.#drainOnce().finally(() => {
      this.#drain = null;
    });
    return this.#drain;
  }

  /** Closes the journal and counts what is left; what cannot be counted now stays in it. */
  async close(): Promise<void> {
    // A drain under way may have passed the last clicks by; whoever began it hears of its failure.
    await this.#drain?.catch(() => undefined);
    this.#journal.close();
    await this.drain();
  }

  async #drainOnce(): Promise<number> {
    const active = this.#journal.activeSegment;
    const { clicks, segments } = await drainJournal({
      engine: this.#engine,
      directory: this.#directory,
      onError: this.#onError,
    });
    const finished = segments.filter((name) => name !== active);
    await tidyJournal(this.#engine, this.#directory, finished, Date.now());
    return clicks;
  }
}
