import type { Engine, Write } from '../engine/engine.ts';

/** The database, or a transaction of it. */
type Database = Engine['db'] | Write;

/*
 * By the name that a segment was begun under. What is known stays when the segment is removed, some
 * hundred bytes for each: a copy of it, here or on another node, is not counted a second time.
 */

/** Up to which byte a segment is counted. */
export async function selectOffset(db: Database, name: string): Promise<number> {
  return (await selectOffsets(db, [name])).get(name) ?? 0;
}

/** The same of several; of those that are not in the map nothing is counted. */
export async function selectOffsets(
  db: Database,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('journal_segment')
    .selectAll()
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.name, row.drained_bytes]));
}

/** Notes, with the counts in one transaction, up to where a segment is counted. */
export async function upsertOffset(tx: Write, name: string, bytes: number): Promise<void> {
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: bytes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: bytes }))
    .execute();
}
