import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Of which links nothing but the number of clicks is kept: of those that say so, also when they are
 * deleted, and of those that are gone for good, as nobody knows any more what they said.
 */
export class CountOnlyLinks {
  readonly #engine: Engine;
  readonly #ids: Set<number>;
  readonly #met = new Set<number>();

  private constructor(engine: Engine, ids: readonly number[]) {
    this.#engine = engine;
    this.#ids = new Set(ids);
  }

  static async open(engine: Engine): Promise<CountOnlyLinks> {
    const links = engine.db.selectFrom('link').select('id').where('is_count_only', '=', 1);
    const deleted = engine.db
      .selectFrom('deleted_link')
      .select('id')
      .where('is_count_only', '=', 1);
    // In one query: a link may be deleted, or brought back, between two.
    const rows = await links.unionAll(deleted).execute();
    return new CountOnlyLinks(
      engine,
      rows.map(({ id }) => id),
    );
  }

  /** Finds out which of these links are gone. When it throws, another must be opened. */
  async meet(linkIds: readonly number[]): Promise<void> {
    const strangers: number[] = [];
    for (const id of linkIds) {
      if (this.#met.has(id)) continue;
      this.#met.add(id);
      strangers.push(id);
    }
    if (strangers.length === 0) return;
    // By `click_count`, of which far more rows lie on a page than of `link`.
    const { rows } = await sql<{ id: number }>`
      select id from ${this.#engine.sql.idsOf(strangers)} as wanted
      where not exists (select 1 from click_count where link_id = wanted.id)
      and not exists (select 1 from deleted_link where deleted_link.id = wanted.id)`.execute(
      this.#engine.db,
    );
    for (const { id } of rows) this.#ids.add(id);
  }

  /** Tells whether a link that was met is one of them. */
  has(linkId: number): boolean {
    return this.#ids.has(linkId);
  }
}
