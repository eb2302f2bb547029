import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type ChangeKind = 'link' | 'option';
type Listener = (key: string) => void | Promise<void>;

/** How long a row stays: far longer than any process that follows the feed stays behind. */
const RETENTION_SECONDS = 3600;

/**
 * Notes in the transaction that changes them which links (by code) or options (by key) change,
 * so that every process which remembers their old state learns of it.
 */
export async function recordChanges(
  tx: Transaction<Schema>,
  kind: ChangeKind,
  keys: readonly string[],
  now: number,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ kind, key, changed_at: now }));
  await tx.insertInto('change_feed').values(rows).execute();
}

/** Follows the change feed from the moment it was opened and tells the listeners of each kind. */
export class ChangeFeed {
  readonly #db: Kysely<Schema>;
  readonly #listeners: Record<ChangeKind, Listener[]> = { link: [], option: [] };
  #seen = 0;

  private constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  static async open(db: Kysely<Schema>): Promise<ChangeFeed> {
    const feed = new ChangeFeed(db);
    const last = await db
      .selectFrom('change_feed')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst();
    feed.#seen = last?.seq ?? 0;
    return feed;
  }

  subscribe(kind: ChangeKind, listener: Listener): void {
    this.#listeners[kind].push(listener);
  }

  /**
   * Reads what was committed since the last call, by this process or another, and passes it on;
   * resolves when every listener is done with it.
   */
  async pull(): Promise<void> {
    const changes = await this.#db
      .selectFrom('change_feed')
      .select(['seq', 'kind', 'key'])
      .where('seq', '>', this.#seen)
      .orderBy('seq')
      .execute();
    for (const { seq, kind, key } of changes) {
      // Two pulls may overlap: being told twice does no harm, going back would.
      this.#seen = Math.max(this.#seen, seq);
      for (const listener of this.#listeners[kind as ChangeKind] ?? []) await listener(key);
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
}
