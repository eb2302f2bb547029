import type { Engine, Write } from '../engine/engine.ts';

type Database = Engine['db'] | Write;

/*
 * Keyed by a segment's name at its creation. Rows (about 100 bytes) stay when the segment is gone:
 * a copy that returns, here or on another node, is not counted twice.
 */

export async function selectOffset(db: Database, name: string): Promise<number> {
  return (await selectOffsets(db, [name])).get(name) ?? 0;
}

/** Segments at 0 are left out. */
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

/** Call it in the transaction of the counts. */
export async function upsertOffset(tx: Write, name: string, bytes: number): Promise<void> {
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: bytes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: bytes }))
    .execute();
}
