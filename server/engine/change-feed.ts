import { sql, type Kysely } from 'kysely';
import { oneAtATime } from './one-at-a-time.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

export type ChangeKind = 'link' | 'all-links' | 'option';
type Listener = (key: string) => void | Promise<void>;

/** A link (by code), every link, or an option (by key), whose state is another now. */
export interface Change {
  readonly kind: ChangeKind;
  readonly key: string;
}

/** How long a row stays: far longer than any process that follows the feed stays behind. */
const RETENTION_SECONDS = 3600;

/**
 * What has changed, row by row, in the transaction that changed it: every process that remembers
 * links or options follows it, from the moment it opened the database.
 */
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

  /**
   * Writes changes down in the transaction that makes them; tells the numbers of their rows, in the
   * order of the changes.
   */
  async append(tx: Kysely<Schema>, changes: readonly Change[], now: number): Promise<number[]> {
    if (changes.length === 0) return [];
    const noted = this.#dialect.rowsOf(
      ['kind', 'key'],
      changes.map(({ kind, key }) => [kind, key]),
    );
    const { rows } = await sql<{ seq: number }>`
      insert into change_feed (kind, key, changed_at)
      select kind, key, cast(${now} as bigint) from ${noted} as noted
      returning seq`.execute(tx);
    return rows.map(({ seq }) => seq);
  }

  /** Tells the listeners of this process what it has itself committed, without a query. */
  async publish(changes: readonly Change[], seqs: readonly number[]): Promise<void> {
    // With changes of others in between, the next pull reads them all: twice told does no harm.
    if (seqs[0] === this.#seen + 1) this.#seen += seqs.length;
    for (const change of changes) await this.#tell(change);
  }

  /**
   * Reads what was committed since the last call, by this process or another, and passes it on;
   * resolves when every listener is done with it.
   */
  readonly pull = oneAtATime(() => this.#pull());

  async #pull(): Promise<void> {
    const seen = this.#seen;
    const rows = await this.#db
      .selectFrom('change_feed')
      .select(['seq', 'kind', 'key'])
      .where('seq', '>', seen)
      .orderBy('seq')
      .execute();
    if (rows.length === 0 && (await readNewest(this.#db)) < seen) await this.#beginAnew();
    if (rows[0] !== undefined && rows[0].seq > this.#seen + 1) await this.#tellAll();
    for (const { seq, kind, key } of rows) {
      await this.#tell({ kind: kind as ChangeKind, key });
      // Only what was told is seen; a change of this process may have been told meanwhile.
      this.#seen = Math.max(this.#seen, seq);
    }
  }

  /** Deletes the rows that every follower has long seen; the newest stays to mark the place. */
  async prune(now: number): Promise<void> {
    await this.#db
      .deleteFrom('change_feed')
      .where('changed_at', '<', now - RETENTION_SECONDS)
      .where('seq', '<', this.#seen)
      .execute();
  }

  /** The database is as it was at an earlier time: a backup, or a standby that was behind. */
  async #beginAnew(): Promise<void> {
    this.#seen = await readNewest(this.#db);
    await this.#tellAll();
  }

  /**
   * Says that everything has changed: between what was seen and the oldest row there are changes
   * that nobody can tell any more, or numbers that were given to none.
   */
  async #tellAll(): Promise<void> {
    await this.#tell({ kind: 'all-links', key: '' });
    const options = await this.#db.selectFrom('option').select('key').execute();
    for (const { key } of options) await this.#tell({ kind: 'option', key });
  }

  async #tell({ kind, key }: Change): Promise<void> {
    for (const listener of this.#listeners[kind] ?? []) await listener(key);
  }
}

/** The number of the newest row; it is never deleted. 0: there is none. */
async function readNewest(db: Kysely<Schema>): Promise<number> {
  const newest = await db
    .selectFrom('change_feed')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return newest?.seq ?? 0;
}
