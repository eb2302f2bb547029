import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Throws when only a part of a moved site is in this database. */
export async function assertMoveFinished(db: Kysely<Schema>): Promise<void> {
  const unfinished = await db
    .selectFrom('move')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (unfinished === undefined) return;
  throw new Error(
    'the database holds only a part of a site: run "brisk move" again until it finishes',
  );
}
