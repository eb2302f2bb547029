import { Kysely, PostgresDialect, sql } from 'kysely';
import { parseDatabaseUrl } from '../postgres/database-url.ts';
import { formatInstant, nowSeconds } from '../now.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgresPool } from '../postgres/pool.ts';
import { LOCK_NOT_AVAILABLE, LOCK_WRITES, readVersion, TOKEN_SEAL } from '../postgres/postgres.ts';
import type { Write } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { errorCode } from '../sqlite/dialect.ts';

/** The key of the advisory lock: "brisk" in ASCII. */
const MOVE_LOCK = 0x62_72_69_73_6b;

/** Runs `work` on one connection. Throws when another move is running. */
export async function withMoveTarget<Result>(
  databaseUrl: string,
  work: (target: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const address = parseDatabaseUrl(databaseUrl);
  const pool = openPostgresPool(address, { max: 1, onError: () => undefined });
  await using db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await readVersion(db);
  await migratePostgres(address, () => undefined);
  return await db.connection().execute(async (target) => {
    await lockMoves(target);
    return work(target);
  });
}

/** The lock lasts as long as the connection. After a killed move, that may be a moment longer. */
async function lockMoves(target: Kysely<Schema>): Promise<void> {
  try {
    await sql`select pg_advisory_lock(${MOVE_LOCK})`.execute(target);
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error('another "brisk move" is running there', { cause: error });
  }
}

/** No server starts on it from here. Throws when it holds another site, or this one already. */
export function beginMove(
  target: Kysely<Schema>,
  secretKey: Buffer,
): Promise<'begun' | 'begun before'> {
  return target.transaction().execute(async (tx) => {
    await tx.executeQuery(LOCK_WRITES);
    const secret = await tx
      .selectFrom('secret')
      .select('value')
      .where('name', '=', TOKEN_SEAL)
      .executeTakeFirst();
    const isSame = secret !== undefined && secretKey.equals(secret.value);
    const move = await tx.selectFrom('move').select('finished_at').executeTakeFirst();
    if (move !== undefined) {
      if (!isSame)
        throw new Error('another site was already moved there: choose an empty database');
      if (move.finished_at === null) return 'begun before';
      throw new Error(`this site was already moved there at ${formatInstant(move.finished_at)}`);
    }
    await assertNoSite(tx);
    await assertNoServerRuns(tx);
    const value = { value: secretKey };
    await tx
      .insertInto('secret')
      .values({ name: TOKEN_SEAL, ...value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(value))
      .execute();
    await tx.insertInto('move').values({ id: 1, started_at: nowSeconds() }).execute();
    return 'begun';
  });
}

const columnTypes = {
  number: sql`bigint[]`,
  real: sql`double precision[]`,
  text: sql`text[]`,
  bytes: sql`bytea[]`,
} as const;
export type ColumnType = keyof typeof columnTypes;
export type Cell = number | string | Uint8Array | null;
export type MovedRow = Readonly<Record<string, Cell>>;

/** Both databases sort a table alike by its key. */
export interface TableShape {
  readonly key: readonly string[];
  readonly columns: ReadonlyMap<string, ColumnType>;
}

export async function insertMoved(
  target: Kysely<Schema>,
  table: keyof Schema,
  columns: ReadonlyMap<string, ColumnType>,
  rows: readonly MovedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join([...columns.keys()].map((column) => sql.ref(column)));
  const lists = [...columns].map(
    ([column, type]) => sql`${rows.map((row) => row[column]!)}::${columnTypes[type]}`,
  );
  await sql`
    insert into ${sql.table(table)} (${names})
    select * from unnest(${sql.join(lists)})`.execute(target);
}

export async function emptyTarget(target: Kysely<Schema>): Promise<void> {
  await sql`
    truncate account, api_token, factor, identity, one_time_link, session, spent_step, sso_provider, saved_view, keyed_call, known_address, option, journal_segment, deleted_link, retired_code, link, click_count,
      unsorted_block, tag, link_tag, link_change, bulk_edit, click_batch, visitor_salt,
      missed_code, alert, alert_delivery, audit, last_click_fill,
      search_build, search_posting, search_word, search_stale`.execute(target);
}

export async function finishMove(
  target: Kysely<Schema>,
  lastIds: ReadonlyMap<string, number>,
  recordMove: (tx: Write) => Promise<unknown>,
): Promise<void> {
  // Until the planner has statistics, the lists of a large site are slow.
  await sql`
    analyze link, click_count, deleted_link, retired_code, tag, link_tag, link_change, bulk_edit, click_batch, visitor_salt,
      missed_code, alert, audit`.execute(target);
  await target.transaction().execute(async (tx) => {
    await tx.executeQuery(LOCK_WRITES);
    await assertNoServerRuns(tx);
    for (const [table, lastId] of lastIds) {
      await sql`
        select setval(ids.name, greatest(${lastId}, 1, pg_sequence_last_value(ids.name)))
        from (select pg_get_serial_sequence(${table}, 'id')::regclass as name) as ids`.execute(tx);
    }
    await recordMove(tx);
    await tx.updateTable('move').set({ finished_at: nowSeconds() }).execute();
  });
}

async function assertNoSite(db: Kysely<Schema>): Promise<void> {
  for (const table of ['account', 'link', 'deleted_link'] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (row !== undefined) throw new Error('the database already has a site: choose an empty one');
  }
}

/** A running site has a leader. Its lease lasts some seconds longer than the server. */
async function assertNoServerRuns(db: Kysely<Schema>): Promise<void> {
  const lease = await db
    .selectFrom('lease')
    .select('name')
    .where('ends_at', '>', sql<number>`extract(epoch from clock_timestamp())::double precision`)
    .executeTakeFirst();
  if (lease === undefined) return;
  throw new Error(
    'a Brisk server uses the database, or did until a moment ago: stop it, wait 15 seconds and try again',
  );
}
