import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { PostgresServer } from '../../../tests/postgres/postgres-server.ts';
import { TcpProxy } from '../../../tests/postgres/tcp-proxy.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { TimedQuery } from './connection.ts';
import { isUnavailable, openPostgresPool, type PostgresPool } from './pool.ts';
import { withSlack } from '../../../tests/support/promised-time.ts';
import { testInAll } from '../../../tests/support/test-run.ts';

const CONNECT_MS = 1000;
const WHERE = 'select inet_server_port() as port';
/** Brisk stops within 5 s; closing the database may take 2 of them. */
const END_MS = 2000;

let server: PostgresServer;
let pools: PostgresPool[];
let errors: unknown[];
beforeAll(async () => {
  server = await PostgresServer.start();
}, 300_000);
afterAll(() => server.stop());
beforeEach(() => {
  pools = [];
  errors = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  // Errors without a caller must be outages too.
  expect(errors.filter((error) => !isUnavailable(error))).toEqual([]);
});

function open(url: string, max = 4): PostgresPool {
  const pool = openPostgresPool(parseDatabaseUrl(url), {
    max,
    connectTimeoutMs: CONNECT_MS,
    onError: (error) => errors.push(error),
  });
  pools.push(pool);
  return pool;
}

function urlOf(...servers: readonly { readonly port: number }[]): string {
  return `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
}

async function expectOutage(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  );
  if (!isUnavailable(error)) throw error;
}

/** Repeats during an outage: a cut connection may be noticed late. */
async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await work().then(
      () => true,
      (error: unknown) => {
        if (!isUnavailable(error)) throw error;
        return false;
      },
    );
  }
}

async function newDatabase(): Promise<string> {
  return new URL(await server.createDatabase()).pathname.slice(1);
}

async function readPid(pool: PostgresPool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function readPort(pool: PostgresPool): Promise<number> {
  return (await pool.query<{ port: number }>(WHERE)).rows[0]!.port;
}

test('a database killed during queries is found again after its restart', async () => {
  const pool = open(urlOf(server));
  const working = await Promise.all([pool.connect(), pool.connect()]);
  await working[0].query('begin');
  const answer = expectOutage(working[1].query('select pg_sleep(60)'));
  await server.kill();
  await answer;
  await expectOutage(working[0].query('commit'));
  for (const connection of working) connection.release();
  await expectOutage(pool.query(WHERE));
  await server.startAgain();
  expect(await readPort(pool)).toBe(server.port);
  await server.restart();
  expect(await readPort(pool)).toBe(server.port);
}, 300_000);

test('a hanging database blocks no caller, and works again afterwards', async () => {
  const pool = open(urlOf(server));
  await pool.query(WHERE);
  server.freeze();
  const query: TimedQuery = { text: WHERE, query_timeout: 200 };
  // The first query has a connection and gets no answer. The others get no connection.
  await Promise.all(Array.from({ length: 10 }, () => expectOutage(pool.query(query))));
  server.thaw();
  expect(await readPort(pool)).toBe(server.port);
}, 300_000);

test('closing does not wait for a hanging database', async () => {
  const busy = open(urlOf(server));
  const lent = await Promise.all([busy.connect(), busy.connect()]);
  lent[0].release();
  server.freeze();
  const answer = expectOutage(lent[1].query('select 1'));
  const opening = open(urlOf(server));
  const refusal = opening.connect().then(
    () => expect.unreachable('it was opened'),
    (error: unknown) => error,
  );
  const begun = performance.now();
  await Promise.all([busy.end(), opening.end()]);
  expect(performance.now() - begun).toBeLessThan(withSlack(END_MS));
  server.thaw();
  await answer;
  lent[1].release();
  expect(String(await refusal)).toContain('is closed');
}, 300_000);

test('a network that drops everything blocks no caller', async () => {
  using proxy = await TcpProxy.start(server);
  const pool = open(proxy.url('postgres'));
  await pool.query(WHERE);
  proxy.blackHole();
  const query: TimedQuery = { text: WHERE, query_timeout: 200 };
  await expectOutage(pool.query(query));
  await expectOutage(pool.query(query));
  proxy.passOn();
  expect(await readPort(pool)).toBe(server.port);
}, 300_000);

test('a network that refuses or cuts connections is a temporary outage', async () => {
  using proxy = await TcpProxy.start(server);
  const pool = open(proxy.url('postgres'));
  const connection = await pool.connect();
  const answer = expectOutage(connection.query('select pg_sleep(60)'));
  proxy.refuse();
  proxy.cutAll();
  await answer;
  connection.release();
  await expectOutage(pool.query(WHERE));
  await proxy.accept();
  expect(await readPort(pool)).toBe(server.port);
}, 300_000);

test('a caller does not get the failure of an earlier connection attempt', async () => {
  using proxy = await TcpProxy.start(server);
  const pool = open(proxy.url('postgres'), 2);
  const connection = await pool.connect();
  proxy.blackHole();
  const earlier = pool.connect();
  connection.release();
  const lent = await earlier;
  // The attempt for the earlier caller continues and serves the next one unless it fails.
  const later = readPort(pool);
  await proxy.connected(2);
  proxy.cutAll();
  proxy.passOn();
  expect(await later).toBe(server.port);
  lent.release();
  expect(errors).not.toEqual([]);
}, 300_000);

test('a commit whose answer is lost reports an outage, and its changes exist', async () => {
  using proxy = await TcpProxy.start(server);
  const pool = open(proxy.url(await newDatabase()));
  await pool.query('create table kept (n int)');
  const commits = ['commit', { text: 'commit', name: 'commit' }, '; end transaction'];
  for (const [index, commit] of commits.entries()) {
    const dropped = proxy.dropNextCommitAnswer();
    const connection = await pool.connect();
    await connection.query('begin');
    await connection.query('insert into kept values ($1)', [index]);
    await expectOutage(connection.query(commit));
    connection.release();
    await dropped;
    const { rows } = await pool.query('select n from kept order by n');
    expect(rows.map(({ n }) => n)).toEqual(commits.slice(0, index + 1).map((_, n) => n));
  }
}, 300_000);

testInAll(
  'a standby is skipped until it is promoted',
  async () => {
    await using primary = await PostgresServer.start();
    await using standby = await PostgresServer.start({ standbyOf: primary, synchronous: true });
    const pool = open(urlOf(standby, primary));
    expect(await readPort(pool)).toBe(primary.port);
    await pool.query('create table kept (n int)');
    await pool.query('insert into kept values (1)');
    await primary.kill();
    // Only the read-only standby is left.
    await expectOutage(pool.query(WHERE));
    await standby.promote();
    expect(await readPort(pool)).toBe(standby.port);
    const { rows } = await pool.query('insert into kept select n + 1 from kept returning n');
    expect(rows).toEqual([{ n: 2 }]);
  },
  300_000,
);

test('the host that worked last is tried first', async () => {
  using other = await TcpProxy.start(server);
  const pool = open(`${urlOf(other, server)}?target_session_attrs=any`);
  await pool.query(WHERE);
  expect(other.connections).toBe(1);
  other.refuse();
  other.cutAll();
  await retry(() => pool.query(WHERE));
  await other.accept();
  const lent = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  expect(other.connections).toBe(0);
  for (const connection of lent) connection.release();
}, 300_000);

test('a read-only server is an outage for writes, or at once with read-write', async () => {
  const database = await newDatabase();
  await server.query(database, 'create table kept (n int)');
  await server.query(
    database,
    `alter database "${database}" set default_transaction_read_only = on`,
  );
  const strict = open(`${server.url(database)}?target_session_attrs=read-write`);
  await expectOutage(strict.query(WHERE));
  const pool = open(server.url(database));
  const pid = await readPid(pool);
  await expectOutage(pool.query('insert into kept values (1)'));
  expect(await readPid(pool)).not.toBe(pid);
}, 300_000);

test('a Unix socket works too', async () => {
  const pool = open(
    `postgres://postgres@/postgres?host=${server.socketDirectory}&port=${server.port}`,
  );
  const { rows } = await pool.query('select inet_server_port() as port');
  expect(rows).toEqual([{ port: null }]);
  await server.kill();
  await expectOutage(pool.query(WHERE));
  await expectOutage(pool.query(WHERE));
  await server.startAgain();
  await retry(() => pool.query(WHERE));
}, 300_000);
