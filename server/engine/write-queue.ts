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
  run(tx: Write): Promise<DoneWrite>;
  reject(error: unknown): void;
}

/** A write that is done or undone in the transaction, and waits for its commit. */
interface DoneWrite {
  readonly changes: readonly Change[];
  /** Settles the promise; `seqs` are the numbers of its changes in the feed. */
  settle(seqs: readonly number[]): void;
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
  readonly #waiting: PendingWrite[] = [];
  #working: Promise<void> | null = null;

  /** `db` speaks to `database`. */
  constructor(database: Database, db: Kysely<Schema>, changes: ChangeFeed) {
    this.#database = database;
    this.#db = db;
    this.#changes = changes;
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
            return {
              changes,
              settle: (seqs) => resolve(this.#changes.publish(changes, seqs).then(() => result)),
            };
          } catch (error) {
            // Some errors, a full disk among them, have already ended the whole transaction.
            if (!this.#database.inTransaction) throw error;
            await tx.executeQuery(ROLL_BACK);
            await tx.executeQuery(RELEASE);
            return { changes: [], settle: () => reject(error) };
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
    let before: number;
    do {
      before = this.#waiting.length;
      await yieldToRequests();
    } while (this.#waiting.length > before && this.#waiting.length < GROUP_MAX);
  }

  async #commitGroup(): Promise<void> {
    const present = this.#waiting.length;
    const begun: PendingWrite[] = [];
    const done: DoneWrite[] = [];
    let seqs: readonly number[] = [];
    try {
      await this.#db.transaction().execute(async (tx) => {
        const end = performance.now() + GROUP_MS;
        do {
          const write = this.#waiting.shift()!;
          begun.push(write);
          done.push(await write.run(tx));
        } while (this.#waiting.length > 0 && begun.length < GROUP_MAX && performance.now() < end);
        const changes = done.flatMap((write) => write.changes);
        seqs = await this.#changes.append(tx, changes, nowSeconds());
      });
    } catch (error) {
      // When no transaction was to be had, they have all waited for it long enough.
      const failed = begun.length > 0 ? begun : this.#waiting.splice(0, present);
      for (const write of failed) write.reject(error);
      return;
    }
    let first = 0;
    for (const { changes, settle } of done) {
      settle(seqs.slice(first, first + changes.length));
      first += changes.length;
    }
  }
}
