import { sql, type Kysely } from 'kysely';
import { oneAtATime } from './one-at-a-time.ts';
import { selectOptionKeys } from './options.store.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

export type ChangeKind = 'link' | 'all-links' | 'option';

/** The key is a link's code, an option's key, or '' for `all-links`. */
export interface Change {
  readonly kind: ChangeKind;
  readonly key: string;
}

interface Subscription {
  readonly kind: ChangeKind;
  readonly listener: (key: string) => unknown;
}

/** Longer than any process falls behind. */
const RETENTION_SECONDS = 3600;

/**
 * The feed has a row for each change of a link or option, numbered in the order of the commits. A
 * process that caches them tells its listeners of each row, and remembers the last one.
 */
export class ChangeFeed {
  readonly #db: Kysely<Schema>;
  readonly #dialect: Dialect;
  readonly #subscriptions: Subscription[] = [];
  #lastSeen: number;

  private constructor(db: Kysely<Schema>, dialect: Dialect, newest: number) {
    this.#db = db;
    this.#dialect = dialect;
    this.#lastSeen = newest;
  }

  static async open(db: Kysely<Schema>, dialect: Dialect): Promise<ChangeFeed> {
    return new ChangeFeed(db, dialect, await selectNewest(db));
  }

  subscribe(kind: ChangeKind, listener: Subscription['listener']): void {
    this.#subscriptions.push({ kind, listener });
  }

  /** Adds rows in the transaction that makes the changes. Returns their numbers. */
  async append(tx: Kysely<Schema>, changes: readonly Change[], now: number): Promise<number[]> {
    if (changes.length === 0) return [];
    const added = this.#dialect.rowsOf(
      ['kind', 'key'],
      changes.map(({ kind, key }) => [kind, key]),
    );
    const { rows } = await sql<{ seq: number }>`
      insert into change_feed (kind, key, changed_at)
      select kind, key, cast(${now} as bigint) from ${added} as added
      returning seq`.execute(tx);
    return rows.map(({ seq }) => seq);
  }

  async publish(changes: readonly Change[], seqs: readonly number[]): Promise<void> {
    // Behind unseen rows of other processes, the next pull repeats these: that does no harm.
    if (seqs[0] === this.#lastSeen + 1) this.#lastSeen += seqs.length;
    for (const change of changes) await this.#notify(change);
  }

  /** Tells the listeners of all commits since the last call. Resolves when they have finished. */
  readonly pull = oneAtATime(() => this.#pull());

  async #pull(): Promise<void> {
    const from = this.#lastSeen;
    const rows = await this.#db
      .selectFrom('change_feed')
      .select(['seq', 'kind', 'key'])
      .where('seq', '>', from)
      .orderBy('seq')
      .execute();
    const [first] = rows;
    if (first === undefined) return this.#restartIfBehind(from);
    const hasGap = first.seq > this.#lastSeen + 1;
    if (hasGap) await this.#notifyOfAll();
    for (const { seq, kind, key } of rows) {
      await this.#notify({ kind: kind as ChangeKind, key });
      // A row whose listener fails is read again. `publish` may be ahead.
      this.#lastSeen = Math.max(this.#lastSeen, seq);
    }
  }

  /** A restored backup, or a standby that was behind, lacks rows that this process has seen. */
  async #restartIfBehind(seen: number): Promise<void> {
    const newest = await selectNewest(this.#db);
    if (newest >= seen) return;
    this.#lastSeen = newest;
    await this.#notifyOfAll();
  }

  async #notifyOfAll(): Promise<void> {
    await this.#notify({ kind: 'all-links', key: '' });
    for (const key of await selectOptionKeys(this.#db)) await this.#notify({ kind: 'option', key });
  }

  async #notify({ kind, key }: Change): Promise<void> {
    for (const subscription of this.#subscriptions) {
      if (subscription.kind === kind) await subscription.listener(key);
    }
  }

  /** Deletes old rows that this process has seen. The newest row stays and marks the place. */
  async prune(now: number): Promise<void> {
    await this.#db
      .deleteFrom('change_feed')
      .where('changed_at', '<', now - RETENTION_SECONDS)
      .where('seq', '<', this.#lastSeen)
      .execute();
  }
}

async function selectNewest(db: Kysely<Schema>): Promise<number> {
  const newest = await db
    .selectFrom('change_feed')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return newest?.seq ?? 0;
}
