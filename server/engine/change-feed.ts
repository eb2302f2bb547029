import { sql, type Kysely } from 'kysely';
import { oneAtATime } from './one-at-a-time.ts';
import { selectOptionKeys } from './options.store.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

export type ChangeKind = 'link' | 'all-links' | 'option';
type Listener = (key: string) => unknown;

/** The key is a link's code, an option's key, or '' for `all-links`. */
export interface Change {
  readonly kind: ChangeKind;
  readonly key: string;
}

/** Longer than any follower of the feed falls behind. */
const RETENTION_SECONDS = 3600;

/** Every process that caches links or options follows this feed, row by row. */
export class ChangeFeed {
  readonly #db: Kysely<Schema>;
  readonly #dialect: Dialect;
  readonly #listeners: Record<ChangeKind, Listener[]> = {
    link: [],
    'all-links': [],
    option: [],
  };
  #seen = 0;

  private constructor(db: Kysely<Schema>, dialect: Dialect) {
    this.#db = db;
    this.#dialect = dialect;
  }

  static async open(db: Kysely<Schema>, dialect: Dialect): Promise<ChangeFeed> {
    const feed = new ChangeFeed(db, dialect);
    feed.#seen = await readNewest(db);
    return feed;
  }

  subscribe(kind: ChangeKind, listener: Listener): void {
    this.#listeners[kind].push(listener);
  }

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

  /** Notifies this process's listeners of its own commit, without a query. */
  async publish(changes: readonly Change[], seqs: readonly number[]): Promise<void> {
    // Else the next pull reads all since then, and notifies harmlessly again.
    if (seqs[0] === this.#seen + 1) this.#seen += seqs.length;
    for (const change of changes) await this.#notify(change);
  }

  /** Notifies listeners of all commits since the last call. Resolves when they have finished. */
  readonly pull = oneAtATime(() => this.#pull());

  async #pull(): Promise<void> {
    const seen = this.#seen;
    const rows = await this.#db
      .selectFrom('change_feed')
      .select(['seq', 'kind', 'key'])
      .where('seq', '>', seen)
      .orderBy('seq')
      .execute();
    if (rows.length === 0 && (await readNewest(this.#db)) < seen) await this.#restart();
    if (rows[0] !== undefined && rows[0].seq > this.#seen + 1) await this.#notifyAll();
    for (const { seq, kind, key } of rows) {
      await this.#notify({ kind: kind as ChangeKind, key });
      // A row counts as seen after its listeners succeed. `publish` may have moved on meanwhile.
      this.#seen = Math.max(this.#seen, seq);
    }
  }

  /** Deletes old rows that this process has seen. The newest row stays and marks the place. */
  async prune(now: number): Promise<void> {
    await this.#db
      .deleteFrom('change_feed')
      .where('changed_at', '<', now - RETENTION_SECONDS)
      .where('seq', '<', this.#seen)
      .execute();
  }

  /** The database went back in time: it is a restored backup or a standby that was behind. */
  async #restart(): Promise<void> {
    this.#seen = await readNewest(this.#db);
    await this.#notifyAll();
  }

  /** Reports that everything changed: rows are missing between the last seen one and the oldest. */
  async #notifyAll(): Promise<void> {
    await this.#notify({ kind: 'all-links', key: '' });
    for (const key of await selectOptionKeys(this.#db)) await this.#notify({ kind: 'option', key });
  }

  async #notify({ kind, key }: Change): Promise<void> {
    for (const listener of this.#listeners[kind] ?? []) await listener(key);
  }
}

async function readNewest(db: Kysely<Schema>): Promise<number> {
  const newest = await db
    .selectFrom('change_feed')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return newest?.seq ?? 0;
}
