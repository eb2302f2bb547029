import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { sharedPostgres } from '../../../tests/postgres/postgres-server.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { TimedQuery } from './connection.ts';
import { isUnavailable, openPostgresPool, type PostgresPool } from './pool.ts';
import { withSlack } from '../../../tests/support/promised-time.ts';
import { testInAll } from '../../../tests/support/test-run.ts';

const MAX = 3;

let url: string;
beforeAll(async () => {
  url = await (await sharedPostgres()).createDatabase();
}, 300_000);

let pool: PostgresPool;
let errors: PromiseWithResolvers<unknown>;
beforeEach(() => open());
afterEach(() => pool.end());

function open(parameters = ''): void {
  errors = Promise.withResolvers();
  pool = openPostgresPool(parseDatabaseUrl(`${url}?${parameters}`), {
    max: MAX,
    connectTimeoutMs: 3000,
    onError: (error) => errors.resolve(error),
  });
}

async function readPid(on: Pick<PostgresPool, 'query'> = pool): Promise<number> {
  const { rows } = await on.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  );
}

test('bigint and numeric values are numbers', async () => {
  const { rows } = await pool.query(
    'select 9007199254740991 as big, 2.5 as decimal, null::int8 as n',
  );
  expect(rows).toEqual([{ big: 9007199254740991, decimal: 2.5, n: null }]);
});

test('a session has limits, which options of the address override', async () => {
  await pool.end();
  open('options=-c%20lock_timeout%3D7s&application_name=node-1');
  const { rows } = await pool.query<{ name: string; setting: string }>(`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
      'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_user_timeout', 'application_name')`);
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: '30000',
    lock_timeout: '7000',
    idle_in_transaction_session_timeout: '5000',
    tcp_keepalives_idle: '10',
    tcp_user_timeout: '30000',
    application_name: 'node-1',
  });
});

test('the pool respects its maximum, and waiting callers are served in order', async () => {
  const lent = await Promise.all(Array.from({ length: MAX }, () => pool.connect()));
  const pids = await Promise.all(lent.map(readPid));
  expect(new Set(pids).size).toBe(MAX);
  const order: number[] = [];
  const visits = Array.from({ length: 20 }, async (_, visit) => {
    const connection = await pool.connect();
    order.push(visit);
    expect(pids).toContain(await readPid(connection));
    connection.release();
  });
  for (const connection of lent) connection.release();
  await Promise.all(visits);
  expect(order).toEqual(visits.map((_, visit) => visit));
});

test('a connection is released once', async () => {
  const connection = await pool.connect();
  connection.release();
  expect(() => connection.release()).toThrow('already released');
});

test('a connection released during a transaction is not reused', async () => {
  const connection = await pool.connect();
  const pid = await readPid(connection);
  await connection.query('begin');
  connection.release();
  expect(await readPid()).not.toBe(pid);
});

test('a connection released with an error is not reused', async () => {
  const connection = await pool.connect();
  const pid = await readPid(connection);
  connection.release(new Error('doubtful'));
  expect(await readPid()).not.toBe(pid);
});

test('an SQL error is no outage, and the connection stays', async () => {
  const pid = await readPid();
  const wrong = [
    'select nothing',
    'select 1/0',
    `select cast('x' as int)`,
    'select * from nowhere',
  ];
  for (const text of wrong) expect(isUnavailable(await failure(pool.query(text)))).toBe(false);
  expect(await readPid()).toBe(pid);
});

test('a query without an answer is an outage, and its connection is closed', async () => {
  const pid = await readPid();
  const slow: TimedQuery = { text: 'select pg_sleep(20)', query_timeout: 50 };
  expect(isUnavailable(await failure(pool.query(slow)))).toBe(true);
  expect(await readPid()).not.toBe(pid);
});

test('after a query without an answer, no other query waits on its connection', async () => {
  const connection = await pool.connect();
  const slow: TimedQuery = { text: 'select pg_sleep(20)', query_timeout: 50 };
  await failure(connection.query(slow));
  const begun = performance.now();
  expect(isUnavailable(await failure(connection.query('rollback')))).toBe(true);
  expect(performance.now() - begun).toBeLessThan(withSlack(1000));
  connection.release();
});

test('a statement that exceeds its time limit is an outage, and the connection stays', async () => {
  await pool.end();
  open('options=-c%20statement_timeout%3D50');
  const pid = await readPid();
  expect(isUnavailable(await failure(pool.query('select pg_sleep(20)')))).toBe(true);
  expect(await readPid()).toBe(pid);
});

test('an idle transaction loses its connection, and its next query reports that', async () => {
  await pool.end();
  open('options=-c%20idle_in_transaction_session_timeout%3D50');
  const connection = await pool.connect();
  const gone = new Promise((resolve) => void connection.once('end', () => resolve(null)));
  await connection.query('begin');
  await gone;
  const error = await failure(connection.query('commit'));
  expect(isUnavailable(error)).toBe(true);
  expect(String(error)).toContain('idle-in-transaction');
  connection.release();
  await readPid();
});

test('an idle connection that the server closes is reported and replaced', async () => {
  const idle = await Promise.all([pool.connect(), pool.connect()]);
  const pids = await Promise.all(idle.map(readPid));
  for (const connection of idle) connection.release();
  const killer = await sharedPostgres();
  await killer.query('postgres', 'select pg_terminate_backend($1)', [pids[0]]);
  expect(isUnavailable(await errors.promise)).toBe(true);
  // The idle connections are replaced too.
  expect(pids).not.toContain(await readPid());
});

testInAll('a caller that waits too long for a connection gets an error', async () => {
  await pool.end();
  pool = openPostgresPool(parseDatabaseUrl(url), {
    max: 1,
    connectTimeoutMs: 500,
    onError: (error) => errors.reject(error),
  });
  const connection = await pool.connect();
  expect(isUnavailable(await failure(pool.query('select 1')))).toBe(true);
  connection.release();
  await readPid();
});

test('closing the pool waits for running queries and refuses new ones', async () => {
  const working = await pool.connect();
  const ended = pool.end();
  const error = await failure(pool.query('select 1'));
  expect(isUnavailable(error)).toBe(false);
  expect(String(error)).toContain('is closed');
  await readPid(working);
  working.release();
  await ended;
});

test('closing the pool cuts long queries and connections that are just opening', async () => {
  const working = await pool.connect();
  const answer = failure(working.query('select pg_sleep(20)'));
  const opening = failure(pool.connect());
  await pool.end();
  expect(isUnavailable(await answer)).toBe(true);
  expect(String(await opening)).toContain('is closed');
  working.release();
});

test('Kysely accepts the pool', async () => {
  const db = new Kysely<{ thing: { id: number; name: string } }>({
    dialect: new PostgresDialect({ pool }),
  });
  await sql`create table thing (id bigint primary key, name text not null)`.execute(db);
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('thing').values({ id: 1, name: 'one' }).execute();
  });
  const abandoned = db.transaction().execute(async (tx) => {
    await tx.insertInto('thing').values({ id: 2, name: 'two' }).execute();
    await tx.insertInto('thing').values({ id: 1, name: 'again' }).execute();
  });
  expect(await failure(abandoned)).toMatchObject({ code: '23505' });
  expect(await db.selectFrom('thing').selectAll().execute()).toEqual([{ id: 1, name: 'one' }]);
});

test('rate-limiter-flexible accepts the pool', async () => {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const limiter = new RateLimiterPostgres(
    { storeClient: pool, storeType: 'pool', tableName: 'limits', points: 2, duration: 60 },
    (error) => (error ? reject(error) : resolve()),
  );
  await ready;
  expect(await limiter.consume('visitor')).toMatchObject({ consumedPoints: 1, remainingPoints: 1 });
  await limiter.consume('visitor');
  expect(await failure(limiter.consume('visitor'))).toMatchObject({ consumedPoints: 3 });
});
