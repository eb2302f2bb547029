import type { Engine } from '../engine/engine.ts';
import { selectTagsOf } from '../tags/tags.store.ts';
import type { LinkFacts } from './link-row.ts';
import { selectRefusedPasswords } from './refused-passwords.store.ts';

/** Clicks that are not counted yet, by link id. */
export type CountPending = (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** What rows show beside the columns of their link. */
export async function selectFacts(
  engine: Engine,
  countPending: CountPending,
  ids: readonly number[],
  now: number,
): Promise<LinkFacts> {
  const [pending, tags, refused] = await Promise.all([
    countPending(ids),
    selectTagsOf(engine.db, engine.sql, ids),
    selectRefusedPasswords(engine, ids, now),
  ]);
  return { pending, tags, refused };
}
