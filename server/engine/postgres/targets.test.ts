import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PostgresServer } from '../../../tests/postgres/postgres-server.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { openPostgres } from './postgres.ts';
import { isUnavailable, openPostgresPool, type PostgresPool } from './pool.ts';
import { PostgresTargets } from './targets.ts';

const LINKS = 1000;

let server: PostgresServer;
let databaseUrl: string;
beforeAll(async () => {
  server = await PostgresServer.start();
  databaseUrl = await server.createDatabase();
  const engine = await openPostgres({ databaseUrl, onError: ignore });
  const links = Array.from({ length: LINKS }, (_, index) => ({ short_url: `l${index}` }));
  await seedLinks(engine, links);
  await engine.close();
});
afterAll(() => server.stop());

function ignore(): void {}

function open() {
  const pool = openPostgresPool(parseDatabaseUrl(databaseUrl), {
    max: 4,
    connectTimeoutMs: 1000,
    onError: ignore,
  });
  let queries = 0;
  const counting: PostgresPool = {
    options: {},
    connect: () => pool.connect(),
    query(...args) {
      queries += 1;
      return pool.query(...args);
    },
    cut: () => pool.cut(),
    end: () => pool.end(),
  };
  return {
    targets: new PostgresTargets(counting),
    queries: () => queries,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

test('codes looked up at once share a query, and each gets its own link', async () => {
  await using site = open();
  const codes = Array.from({ length: 200 }, (_, index) => `l${index}`);
  const found = await Promise.all(
    [...codes, 'nobody', 'l7'].map((code) => site.targets.find(code)),
  );
  expect(found.map((target) => target?.short_url ?? null)).toEqual([...codes, null, 'l7']);
  expect(site.queries()).toBe(1);
});

test("codes beyond one query's maximum are all found", async () => {
  await using site = open();
  const codes = Array.from({ length: LINKS }, (_, index) => `l${index}`);
  const found = await Promise.all(codes.map((code) => site.targets.find(code)));
  expect(found.map((target) => target?.short_url)).toEqual(codes);
  expect(site.queries()).toBe(4);
});

test('a code with U+0000 is not found, without a query', async () => {
  await using site = open();
  expect(await site.targets.find('l1\0')).toBeNull();
  expect(site.queries()).toBe(0);
});

test('a look-up on a lost connection is repeated on another', async () => {
  await using site = open();
  await site.targets.find('l1');
  await server.query(
    'postgres',
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    ['brisk'],
  );
  expect((await site.targets.find('l2'))?.short_url).toBe('l2');
});

test('while the database hangs, look-ups fail together, and later ones at once', async () => {
  await using site = open();
  await site.targets.find('l1');
  server.freeze();
  try {
    const found = await Promise.allSettled(
      Array.from({ length: LINKS }, (_, index) => site.targets.find(`l${index}`)),
    );
    const asked = site.queries();
    const next = await site.targets.find('l1').catch((error: unknown) => error);
    expect(isUnavailable(next)).toBe(true);
    expect(found.every((one) => one.status === 'rejected' && isUnavailable(one.reason))).toBe(true);
    expect(site.queries()).toBe(asked);
  } finally {
    server.thaw();
  }
}, 300_000);
