import { CompiledQuery, type Kysely } from 'kysely';
import type { Change, ChangeFeed } from './change-feed.ts';
import type { NoteChange, Write } from './engine.ts';
import { nowSeconds } from './now.ts';
import type { Schema } from './schema.ts';
import { nextTurn } from './yield-to-requests.ts';

/** How many writes share a transaction at most: redirects wait while it is made. */
const GROUP_MAX = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint one_write');
const RELEASE = CompiledQuery.raw('release one_write');
const ROLL_BACK = CompiledQuery.raw('rollback to one_write');

export interface WriteQueueOptions {
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  /** Tells whether the transaction is still open after an error in it; else it always is. */
  readonly isOpen?: () => boolean;
  /** What each transaction begins with. */
  readonly first?: CompiledQuery;
  /** Makes durable what is committed by now; else each commit is durable by itself. */
  readonly sync?: () => Promise<void>;
  /** How old a transaction may be when another write still joins it, in milliseconds. */
  readonly groupMs: number;
  /** Tells milliseconds. */
  readonly clock: () => number;
}

/** A write whose promise is not settled yet. */
interface PendingWrite {
  readonly run: (tx: Write) => Promise<DoneWrite>;
  readonly reject: (error: unknown) => void;
}

/** A write that is done or undone in the transaction, and waits until that is durable. */
interface DoneWrite {
  readonly changes: readonly Change[];
  /** Settles the promise, when its changes are told. */
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does the writes of one process in their order, and those that wait at the same time in one
 * transaction: what takes longest, to make it durable, is done once for all of them.
 *
 * Each has a savepoint, so one that fails undoes nothing of the others. As each may rest on what
 * those before it have done, none hears how it went before the commit is durable, and all of them
 * fail when it cannot be. The next transaction may be made meanwhile.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: PendingWrite[] = [];
  #working: Promise<void> | null = null;
  /** Resolves when all who have a part in a commit are told. */
  #told = Promise.resolve();

  constructor(options: WriteQueueOptions) {
    this.#options = options;
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
            if (this.#options.isOpen?.() === false) throw error;
            await tx.executeQuery(ROLL_BACK);
            await tx.executeQuery(RELEASE);
            return { changes: [], settle: () => reject(error), reject };
          }
        },
      });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when no write waits any more, and all are told. */
  async close(): Promise<void> {
    await this.#working;
    await this.#told;
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
      await nextTurn();
      await nextTurn();
    }
  }

  async #commitGroup(): Promise<void> {
    const { db, changes: feed, first, groupMs, clock } = this.#options;
    const present = this.#waiting.length;
    const begun: PendingWrite[] = [];
    const done: DoneWrite[] = [];
    let seqs: readonly number[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        if (first !== undefined) await tx.executeQuery(first);
        const end = clock() + groupMs;
        do {
          const write = this.#waiting.shift()!;
          begun.push(write);
          done.push(await write.run(tx));
        } while (this.#waiting.length > 0 && begun.length < GROUP_MAX && clock() < end);
        const changes = done.flatMap((write) => write.changes);
        seqs = await feed.append(tx, changes, nowSeconds());
      });
    } catch (error) {
      // When no transaction was to be had, they have all waited for it long enough.
      const failed = begun.length > 0 ? begun : this.#waiting.splice(0, present);
      for (const write of failed) write.reject(error);
      return;
    }
    // To be durable, and who is told, may take time; the next group need not wait for it.
    this.#told = this.#tell(done, seqs, this.#told);
  }

  /** Tells who has a part in a commit, when it is durable and those `before` it are told. */
  async #tell(
    writes: readonly DoneWrite[],
    seqs: readonly number[],
    before: Promise<void>,
  ): Promise<void> {
    const durable = this.#options.sync?.() ?? Promise.resolve();
    // What cannot be made durable is there for whoever reads: listeners are told all the same.
    await durable.catch(() => undefined);
    await before;
    let first = 0;
    for (const { changes, settle, reject } of writes) {
      const end = first + changes.length;
      await this.#options.changes
        .publish(changes, seqs.slice(first, end))
        .then(() => durable)
        .then(settle, reject);
      first = end;
    }
  }
}
