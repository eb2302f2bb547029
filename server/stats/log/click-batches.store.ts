import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';

/**
 * Open: a day that is not over, with hashes of visitors. Sealed: sorted by link, without them.
 * Reduced: alike clicks are one row.
 */
export type BatchState = 'open' | 'sealed' | 'reduced';

/** A batch of the log without its rows. */
export interface Batch {
  /** Unique for ever, and in the order of arrival: a UUID of version 7. */
  readonly id: string;
  /** Days since 1970-01-01 UTC: all clicks of a batch are of one. */
  readonly day: number;
  readonly state: BatchState;
  /** The version of the rules by which its user agents are classified. */
  readonly rules: number;
  /** How large its body is. */
  readonly bytes: number;
}

/** A batch to be stored. */
export interface NewBatch extends Omit<Batch, 'id' | 'bytes'> {
  /** A Parquet file with the columns of `batch-columns.ts`. */
  readonly body: Uint8Array;
}

export async function insertBatches(tx: Write, batches: readonly NewBatch[]): Promise<void> {
  // One statement for each: together they may be larger than a statement may be.
  for (const { body, ...batch } of batches) {
    const id = await createId(tx, batch.day);
    await tx
      .insertInto('click_batch')
      .values({ id, ...batch, bytes: body.length, body })
      .execute();
  }
}

/** An id behind all others of a day, also where the clocks of servers differ or go back. */
async function createId(tx: Write, day: number): Promise<string> {
  const { last } = await tx
    .selectFrom('click_batch')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  // The first 48 bits are milliseconds.
  const lastTime = last === null ? 0 : Number.parseInt(last.replaceAll('-', '').slice(0, 12), 16);
  return Bun.randomUUIDv7('hex', Math.max(Date.now(), lastTime + 1));
}

/** All batches, those of a day in the order of arrival. */
export function selectBatches(db: Engine['db'] | Write): Promise<Batch[]> {
  return queryBatches(db).execute();
}

/** The same of one day. */
export function selectDayBatches(db: Engine['db'], day: number): Promise<Batch[]> {
  return queryBatches(db).where('day', '=', day).execute();
}

function queryBatches(db: Engine['db'] | Write) {
  return db
    .selectFrom('click_batch')
    .select(['id', 'day', 'state', 'rules', 'bytes'])
    .orderBy('day')
    .orderBy('id');
}

/** The bodies of batches by id, as far as these are there. */
export async function selectBodies(
  { db }: Engine,
  ids: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>();
  // One at a time: together they may be larger than an answer may be.
  for (const id of ids) {
    const row = await db
      .selectFrom('click_batch')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row !== undefined) bodies.set(id, row.body);
  }
  return bodies;
}

/**
 * Puts batches in the place of all those of a day; false when others have come or gone since these
 * were read, and then nothing is changed.
 */
export async function replaceDay(
  engine: Engine,
  tx: Write,
  former: readonly Batch[],
  next: readonly NewBatch[],
): Promise<boolean> {
  const { day } = former[0]!;
  const there = await tx.selectFrom('click_batch').select('id').where('day', '=', day).execute();
  const ids = new Set(there.map(({ id }) => id));
  if (ids.size !== former.length || !former.every(({ id }) => ids.has(id))) return false;
  await engine.sql.erase(tx, async () => {
    await tx.deleteFrom('click_batch').where('day', '=', day).execute();
    if (next.every(({ state }) => state !== 'open')) {
      await tx.deleteFrom('visitor_salt').where('day', '=', day).execute();
    }
  });
  await insertBatches(tx, next);
  return true;
}

/** Deletes the salts of days that are over and have no open batch. */
export async function deleteSalts(engine: Engine, isOver: (day: number) => boolean): Promise<void> {
  const salts = await engine.db.selectFrom('visitor_salt').select('day').execute();
  const days = salts.map(({ day }) => day).filter(isOver);
  if (days.length === 0) return;
  await engine.write((tx) =>
    engine.sql.erase(tx, () =>
      tx
        .deleteFrom('visitor_salt')
        .where('day', 'in', days)
        .where(
          'day',
          'not in',
          tx.selectFrom('click_batch').select('day').where('state', '=', 'open'),
        )
        .execute(),
    ),
  );
}

/** Which days have clicks; null: none has. */
export interface KnownDays {
  readonly first: number | null;
  readonly last: number | null;
  /** The first day from which on all clicks are kept one by one; null: all are. */
  readonly firstSingle: number | null;
}

export async function selectKnownDays(db: Engine['db']): Promise<KnownDays> {
  const { rows } = await sql<KnownDays>`
    select (select min(day) from click_batch) as first, (select max(day) from click_batch) as last,
      (select max(day) + 1 from click_batch where state = 'reduced') as "firstSingle"`.execute(db);
  return rows[0]!;
}
