import { sql, type Selectable } from 'kysely';
import type { Engine, Schema, Write } from '../../engine/engine.ts';

type Row = Readonly<Selectable<Schema['click_batch']>>;
export type BatchState = Row['state'];
export type Batch = Omit<Row, 'body'>;
export type NewBatch = Omit<Row, 'id' | 'bytes' | 'node'> & Partial<Pick<Row, 'node'>>;

/** Below the parameters of a statement. */
const BATCHES_AT_ONCE = 200;

export async function insertBatches(tx: Write, batches: readonly NewBatch[]): Promise<void> {
  // One statement each: together they may exceed the limit of a statement.
  for (const { body, ...batch } of batches) {
    const id = await createId(tx, batch.day);
    await tx
      .insertInto('click_batch')
      .values({ id, ...batch, bytes: body.length, body })
      .execute();
  }
}

/** Greater than all ids of the day, even when clocks differ or go back. */
async function createId(tx: Write, day: number): Promise<string> {
  const { last } = await tx
    .selectFrom('click_batch')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const lastTime = last === null ? 0 : Number.parseInt(last.replaceAll('-', '').slice(0, 12), 16);
  return Bun.randomUUIDv7('hex', Math.max(Date.now(), lastTime + 1));
}

export function selectBatches(db: Engine['db'] | Write): Promise<Batch[]> {
  return queryBatches(db).execute();
}

export function selectDayBatches(db: Engine['db'], day: number): Promise<Batch[]> {
  return queryBatches(db).where('day', '=', day).execute();
}

function queryBatches(db: Engine['db'] | Write) {
  return db
    .selectFrom('click_batch')
    .select(['id', 'day', 'state', 'rules', 'bytes', 'node'])
    .orderBy('day')
    .orderBy('id');
}

export async function selectBodies(
  { db }: Engine,
  ids: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>();
  // One by one: together they may exceed the limit of an answer.
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
 * Replaces all batches of a day and node. False, without a change, when other ones have come or
 * gone.
 */
export async function replaceDay(
  engine: Engine,
  tx: Write,
  former: readonly Batch[],
  next: readonly NewBatch[],
): Promise<boolean> {
  const { day, node } = former[0]!;
  const replaced = { day, node };
  const stored = await tx
    .selectFrom('click_batch')
    .select('id')
    .where((eb) => eb.and(replaced))
    .execute();
  const ids = new Set(stored.map(({ id }) => id));
  if (ids.size !== former.length || !former.every(({ id }) => ids.has(id))) return false;
  await engine.sql.erase(tx, async () => {
    await tx
      .deleteFrom('click_batch')
      .where((eb) => eb.and(replaced))
      .execute();
    if (node === '' && next.every(({ state }) => state !== 'open')) {
      await tx.deleteFrom('visitor_salt').where('day', '=', day).execute();
    }
  });
  await insertBatches(
    tx,
    next.map((batch) => ({ ...batch, node })),
  );
  return true;
}

/** Deletes batches of an import, at most about so many bytes of them. False: there is none. */
export async function deleteNodeBatches(
  tx: Write,
  node: string,
  bytesMax: number,
): Promise<boolean> {
  const batches = await tx
    .selectFrom('click_batch')
    .select(['id', 'bytes'])
    .where('node', '=', node)
    .where('node', '<>', '')
    .orderBy('id')
    .limit(BATCHES_AT_ONCE)
    .execute();
  const ids: string[] = [];
  let bytes = 0;
  for (const batch of batches) {
    if (bytes < bytesMax) ids.push(batch.id);
    bytes += batch.bytes;
  }
  if (ids.length === 0) return false;
  await tx.deleteFrom('click_batch').where('id', 'in', ids).execute();
  return true;
}

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

export interface KnownDays {
  readonly first: number | null;
  readonly last: number | null;
  readonly firstSingle: number | null;
}

export async function selectKnownDays(db: Engine['db']): Promise<KnownDays> {
  const { rows } = await sql<KnownDays>`
    select (select min(day) from click_batch) as first, (select max(day) from click_batch) as last,
      (select max(day) + 1 from click_batch where state = 'reduced') as "firstSingle"`.execute(db);
  return rows[0]!;
}
