import { CompiledQuery, type Kysely } from 'kysely';
import type { Change, ChangeFeed } from '../change-feed.ts';
import type { NoteChange, Write } from '../engine.ts';
import { nowSeconds } from '../now.ts';
import type { Schema } from '../schema.ts';
import { currentMark } from '../write-marks.ts';
import { nextTurn } from '../yield-to-requests.ts';

/** The most writes in a transaction: redirects wait meanwhile. */
const GROUP_MAX = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint one_write');
const RELEASE = CompiledQuery.raw('release one_write');
const ROLL_BACK = CompiledQuery.raw('rollback to one_write');

export interface WriteQueueOptions {
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  /** Whether the transaction is still open; omitted = always. */
  readonly isTransactionOpen?: () => boolean;
  readonly firstStatement?: CompiledQuery;
  /** Makes commits durable; omitted = they already are. */
  readonly sync?: () => Promise<void>;
  readonly groupMs: number;
  readonly clock: () => number;
}

interface PendingWrite {
  readonly run: (tx: Write) => Promise<DoneWrite>;
  readonly reject: (error: unknown) => void;
}

interface DoneWrite {
  readonly changes: readonly Change[];
  readonly finish: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waiting writes share a transaction and its costly sync; a savepoint for each limits its failure
 * to itself. None is answered before the group is durable; if the commit fails, all fail.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: PendingWrite[] = [];
  #running: Promise<void> | null = null;
  #finished = Promise.resolve();

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  add<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result> {
    const mark = currentMark();
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        reject,
        run: async (tx) => {
          const changes: Change[] = [];
          await tx.executeQuery(SAVEPOINT);
          try {
            const result = await work(tx, (kind, key) => changes.push({ kind, key }));
            if (changes.length > 0) await mark?.(tx, changes);
            await tx.executeQuery(RELEASE);
            return { changes, finish: () => resolve(result), reject };
          } catch (error) {
            // Some errors, such as a full disk, have already ended the whole transaction.
            if (this.#options.isTransactionOpen?.() === false) throw error;
            await tx.executeQuery(ROLL_BACK);
            await tx.executeQuery(RELEASE);
            return { changes: [], finish: () => reject(error), reject };
          }
        },
      });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#finished;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#waitForMoreWrites();
      await this.#commitGroup();
    }
    this.#running = null;
  }

  async #waitForMoreWrites(): Promise<void> {
    for (let before = 0; before < this.#waiting.length && before < GROUP_MAX;) {
      before = this.#waiting.length;
      // A request reaches the API in two turns: through the front, then the HTTP server.
      await nextTurn();
      await nextTurn();
    }
  }

  async #commitGroup(): Promise<void> {
    const { db, changes: feed, firstStatement, groupMs, clock } = this.#options;
    const present = this.#waiting.length;
    const begun: PendingWrite[] = [];
    const done: DoneWrite[] = [];
    let seqs: readonly number[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        if (firstStatement !== undefined) await tx.executeQuery(firstStatement);
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
      // Without a transaction, every write that was present has waited long enough.
      const failed = begun.length > 0 ? begun : this.#waiting.splice(0, present);
      for (const write of failed) write.reject(error);
      return;
    }
    // The next group does not wait for the sync or the listeners.
    this.#finished = this.#finishGroup(done, seqs, this.#finished);
  }

  async #finishGroup(
    writes: readonly DoneWrite[],
    seqs: readonly number[],
    before: Promise<void>,
  ): Promise<void> {
    const durable = this.#options.sync?.() ?? Promise.resolve();
    // After a failed sync readers still see the change, so listeners must run.
    await durable.catch(() => undefined);
    await before;
    let first = 0;
    for (const { changes, finish, reject } of writes) {
      const end = first + changes.length;
      await this.#options.changes
        .publish(changes, seqs.slice(first, end))
        .then(() => durable)
        .then(finish, reject);
      first = end;
    }
  }
}
