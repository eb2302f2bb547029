import type { Database } from 'bun:sqlite';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Change, ChangeFeed } from './change-feed.ts';
import type { NoteChange, Write } from './engine.ts';
import { nowSeconds } from './now.ts';
import type { Schema } from './schema.ts';
import { yieldToRequests } from './yield-to-requests.ts';

/** How many writes share a transaction at most: redirects wait while it is made. */
const GROUP_MAX = 64;
/** How old a transaction may be when another write still joins it, in milliseconds. */
const GROUP_MS = 5;

const SAVEPOINT = CompiledQuery.raw('savepoint one_write');
const RELEASE = CompiledQuery.raw('release one_write');
const ROLL_BACK = CompiledQuery.raw('rollback to one_write');

/** A write whose promise is not settled yet. */
interface PendingWrite {
  readonly run: (tx: Write) => Promise<DoneWrite>;
  readonly reject: (error: unknown) => void;
}

/** A write that is done or undone in the transaction, and waits for its commit. */
interface DoneWrite {
  readonly changes: readonly Change[];
  /** Settles the promise, when its changes are told. */
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does the writes of one connection in their order, and those that wait at the same time in one
 * transaction: what takes longest, to make it durable, is done once for all of them.
 *
 * Each has a savepoint, so one that fails undoes nothing of the others. As each may rest on what
 * those before it have done, none hears how it went before the commit, and all of them fail when
 * that does.
 */
export class WriteQueue {
  readonly #database: Database;
  readonly #db: Kysely<Schema>;
  readonly #changes: ChangeFeed;
  readonly #clock: () => number;
  readonly #waiting: PendingWrite[] = [];
  #working: Promise<void> | null = null;

  /** `db` speaks to `database`; `clock` tells milliseconds. */
  constructor(database: Database, db: Kysely<Schema>, changes: ChangeFeed, clock: () => number) {
    this.#database = database;
    this.#db = db;
    this.#changes = changes;
    this.#clock = clock;
  }

  /** Does `work` as `Engine.write` says. */
  add<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        reject,
        run: async (tx) => {
          const changes: Change[] = [];
          await tx.executeQuery(SAVEPOINT);
          try {
            const result = await work(tx, (kind, key) => changes.push({ kind, key }));
            await tx.executeQuery(RELEASE);
            return { changes, settle: () => resolve(result), reject };
          } catch (error) {
            // Some errors, a full disk among them, have already ended the whole transaction.
            if (!this.#database.inTransaction) throw error;
            await tx.executeQuery(ROLL_BACK);
            await tx.executeQuery(RELEASE);
            return { changes: [], settle: () => reject(error), reject };
          }
        },
      });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when no write waits any more. */
  async close(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commitGroup();
    }
    this.#working = null;
  }

  /** Lets requests have their turn, and again as long as they bring more writes for the group. */
  async #gather(): Promise<void> {
    for (let before = 0; before < this.#waiting.length && before < GROUP_MAX;) {
      before = this.#waiting.length;
      // A call that is there takes two turns of the event loop: to the front, and on to the API.
      await yieldToRequests();
      await yieldToRequests();
    }
  }

  async #commitGroup(): Promise<void> {
    const present = this.#waiting.length;
    const begun: PendingWrite[] = [];
    const done: DoneWrite[] = [];
    let seqs: readonly number[] = [];
    try {
      await this.#db.transaction().execute(async (tx) => {
        const end = this.#clock() + GROUP_MS;
        do {
          const write = this.#waiting.shift()!;
          begun.push(write);
          done.push(await write.run(tx));
        } while (this.#waiting.length > 0 && begun.length < GROUP_MAX && this.#clock() < end);
        const changes = done.flatMap((write) => write.changes);
        seqs = await this.#changes.append(tx, changes, nowSeconds());
      });
    } catch (error) {
      // When no transaction was to be had, they have all waited for it long enough.
      const failed = begun.length > 0 ? begun : this.#waiting.splice(0, present);
      for (const write of failed) write.reject(error);
      return;
    }
    // Who is told may take time; the next group need not wait for it.
    void this.#tell(done, seqs);
  }

  async #tell(writes: readonly DoneWrite[], seqs: readonly number[]): Promise<void> {
    let first = 0;
    for (const { changes, settle, reject } of writes) {
      const end = first + changes.length;
      await this.#changes.publish(changes, seqs.slice(first, end)).then(settle, reject);
      first = end;
    }
  }
}
