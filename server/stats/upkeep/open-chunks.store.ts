import { sql, type RawBuilder } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { createPart, selectParts, type OpenPart } from '../open-parts.store.ts';

/** The first chunk of a part that has links behind one; null: there is none. */
export async function selectNextChunk(
  { db }: Engine,
  day: number,
  part: number,
  after: number,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('open_chunk')
    .select('body')
    .where('day', '=', day)
    .where('part', '=', part)
    .where('last_link_id', '>', after)
    .orderBy('last_link_id')
    .limit(1)
    .executeTakeFirst();
  return row?.body ?? null;
}

/**
 * Tells whether parts that were read are there and settled up to where they were, or to `settledTo`
 * if that is further. What is in a part never changes.
 */
export async function haveParts(
  tx: Write,
  day: number,
  read: readonly OpenPart[],
  settledTo: number,
): Promise<boolean> {
  const stored = new Map((await selectParts(tx, day)).map((part) => [part.part, part.settledTo]));
  return read.every((part) => stored.get(part.part) === Math.max(part.settledTo, settledTo));
}

/** Notes that these parts are settled up to a link; what is settled in them goes. */
export async function settleParts(
  engine: Engine,
  tx: Write,
  day: number,
  parts: readonly OpenPart[],
  settledTo: number,
): Promise<void> {
  const those = sql`day = ${day}
    and part in (select id from ${engine.sql.idsOf(parts.map(({ part }) => part))} as wanted)`;
  await eraseChunks(engine, tx, sql`${those} and last_link_id <= ${settledTo}`);
  await sql`
    update open_part set settled_to = ${settledTo}
    where ${those} and settled_to < ${settledTo}`.execute(tx);
  await sql`
    delete from open_part where ${those} and not exists (
      select 1 from open_chunk
      where open_chunk.day = open_part.day and open_chunk.part = open_part.part
    )`.execute(tx);
}

/** Puts bodies in the place of some of a part, by their last links; it is another part then. */
export async function replaceChunks(
  engine: Engine,
  tx: Write,
  day: number,
  part: number,
  bodies: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  const other = createPart();
  await engine.sql.erase(tx, async () => {
    for (const [lastLinkId, body] of bodies) {
      await tx
        .updateTable('open_chunk')
        .set({ body })
        .where('day', '=', day)
        .where('part', '=', part)
        .where('last_link_id', '=', lastLinkId)
        .execute();
    }
    // A number of another length moves the row.
    for (const table of ['open_part', 'open_chunk'] as const) {
      await tx
        .updateTable(table)
        .set({ part: other })
        .where('day', '=', day)
        .where('part', '=', part)
        .execute();
    }
  });
}

/** Deletes parts of which nothing is settled. */
export async function deleteParts(
  engine: Engine,
  tx: Write,
  day: number,
  parts: readonly OpenPart[],
): Promise<void> {
  const those = sql`day = ${day}
    and part in (select id from ${engine.sql.idsOf(parts.map(({ part }) => part))} as wanted)`;
  await eraseChunks(engine, tx, those);
  await sql`delete from open_part where ${those}`.execute(tx);
}

/** Deletes chunks so that nobody finds in the file what tells their visitors apart. */
function eraseChunks(engine: Engine, tx: Write, those: RawBuilder<unknown>): Promise<void> {
  return engine.sql.erase(tx, () => sql`delete from open_chunk where ${those}`.execute(tx));
}
