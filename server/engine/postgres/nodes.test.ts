import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { sharedPostgres } from '../../../tests/postgres/postgres-server.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import type { Engine, Write } from '../engine.ts';
import { openPostgres } from './postgres.ts';

const ROUNDS = chooseForRun(1, 10);
const WRITES = 500;

let databaseUrl: string;
let open: Engine[];

beforeEach(async () => {
  databaseUrl = await (await sharedPostgres()).createDatabase();
  open = [];
});

afterEach(async () => {
  await Promise.all(open.map((engine) => engine.close()));
  await (await sharedPostgres()).dropDatabase(databaseUrl);
});

async function openNode(): Promise<Engine> {
  // With a stopped clock, waiting writes share a transaction. A pull that `close` interrupts
  // reports an error.
  const engine = await openPostgres({ databaseUrl, onError: () => undefined, clock: () => 0 });
  open.push(engine);
  return engine;
}

function setOption(tx: Write, key: string, value = '1') {
  return tx.insertInto('option').values({ key, value, updated_at: 1 }).execute();
}

async function readKeys({ db }: Engine): Promise<string[]> {
  const rows = await db.selectFrom('option').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`two servers that start at once make one set of tables, and one key: round ${round}`, async () => {
    const [one, other] = await Promise.all([openNode(), openNode()]);
    const [key, same] = await Promise.all([one.readSecretKey(), other.readSecretKey()]);
    expect(key).toHaveLength(32);
    expect(same.equals(key)).toBe(true);
    await one.write((tx) => setOption(tx, 'a'));
    await other.write((tx) => setOption(tx, 'b'));
    expect(await readKeys(one)).toEqual(['a', 'b']);
    const { rows } = await sql<{ id: number }>`select id from write_lock`.execute(one.db);
    expect(rows).toEqual([{ id: 1 }]);
  });
}

test('one of two servers holds a lease, and the other gets it when the first is gone', async () => {
  const [one, other] = [await openNode(), await openNode()];
  expect(await one.takeLease('jobs', 60)).toBe(true);
  expect(await other.takeLease('jobs', 60)).toBe(false);
  expect(await other.takeLease('another', 60)).toBe(true);
  expect(await one.takeLease('jobs', 60)).toBe(true);
  // The first server stops renewing, and a minute passes.
  await one.close();
  open.shift();
  expect(await other.takeLease('jobs', 60)).toBe(false);
  await sql`update lease set ends_at = ends_at - 60`.execute(other.db);
  expect(await other.takeLease('jobs', 60)).toBe(true);
});

test('a server learns that another one took its expired lease', async () => {
  const [one, other] = [await openNode(), await openNode()];
  expect(await one.takeLease('jobs', 0)).toBe(true);
  expect(await other.takeLease('jobs', 60)).toBe(true);
  expect(await one.takeLease('jobs', 60)).toBe(false);
});

test('one of many simultaneous requests for a lease succeeds', async () => {
  const nodes = await Promise.all([openNode(), openNode(), openNode()]);
  const held = await Promise.all(nodes.map((node) => node.takeLease('jobs', 60)));
  expect(held.filter(Boolean)).toHaveLength(1);
});

test(`a third server hears of ${WRITES} writes by each of two servers, in order`, async () => {
  const [one, other, follower] = [await openNode(), await openNode(), await openNode()];
  const notified: string[] = [];
  const { promise: isTold, resolve } = Promise.withResolvers<void>();
  follower.changes.subscribe('link', (key) => {
    notified.push(key);
    if (notified.length === 2 * WRITES) resolve();
  });
  // The follower would take a gap in the numbers for missed changes.
  follower.changes.subscribe('all-links', () => void notified.push('everything'));
  const writeAll = (node: Engine, name: string) =>
    Promise.all(
      Array.from({ length: WRITES }, (_, index) =>
        node.write(async (tx, changed) => {
          await setOption(tx, `${name}${index}`);
          changed('link', `${name}${index}`);
        }),
      ),
    );
  await Promise.all([writeAll(one, 'a'), writeAll(other, 'b')]);
  await isTold;
  const rows = await follower.db
    .selectFrom('change_feed')
    .select(['seq', 'key'])
    .orderBy('seq')
    .execute();
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from(rows, (_, index) => rows[0]!.seq + index));
  expect(notified).toEqual(rows.map(({ key }) => key));
  for (const name of ['a', 'b']) {
    const own = notified.filter((key) => key.startsWith(name));
    expect(own).toEqual(Array.from({ length: WRITES }, (_, index) => `${name}${index}`));
  }
  expect(await readKeys(follower)).toHaveLength(2 * WRITES);
});

test('a failing write does not affect others in its transaction', async () => {
  const node = await openNode();
  const notified: string[] = [];
  node.changes.subscribe('option', (key) => void notified.push(key));
  const outcomes = await Promise.allSettled(
    ['a', 'a', 'b', 'c'].map((key, index) =>
      node.write(async (tx, changed) => {
        changed('option', key);
        // The second write violates a constraint, the third throws itself.
        await setOption(tx, key);
        if (index === 2) throw new Error('not b');
        const { rows } = await sql<{ id: string }>`
          select pg_current_xact_id()::text as id`.execute(tx);
        return rows[0]!.id;
      }),
    ),
  );
  const ends = outcomes.map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
  );
  expect(ends[3]).toBe(ends[0]);
  expect(ends.slice(1, 3)).toEqual([expect.stringContaining('option'), 'not b']);
  expect(await readKeys(node)).toEqual(['a', 'c']);
  // A notification may add a second call.
  expect([...new Set(notified)]).toEqual(['a', 'c']);
  const feed = await node.db.selectFrom('change_feed').select('key').orderBy('seq').execute();
  expect(feed).toEqual([{ key: 'a' }, { key: 'c' }]);
});

test('when the commit fails, every write of it fails, and nothing changes', async () => {
  const node = await openNode();
  await sql`create table parent (id integer primary key)`.execute(node.db);
  await sql`create table child (
    id integer references parent deferrable initially deferred)`.execute(node.db);
  const notified: string[] = [];
  node.changes.subscribe('option', (key) => void notified.push(key));
  const outcomes = await Promise.allSettled([
    node.write(async (tx, changed) => {
      changed('option', 'a');
      await setOption(tx, 'a');
    }),
    node.write((tx) => sql`insert into child values (1)`.execute(tx)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await readKeys(node)).toEqual([]);
  expect(notified).toEqual([]);
  await node.write((tx) => setOption(tx, 'b'));
  expect(await readKeys(node)).toEqual(['b']);
});

test('a text with U+0000 is refused, and the next write works', async () => {
  const node = await openNode();
  const [refused, done] = await Promise.allSettled([
    node.write((tx) => setOption(tx, 'a', 'x\u0000y')),
    node.write((tx) => setOption(tx, 'b')),
  ]);
  expect(refused.status === 'rejected' && node.classifyError(refused.reason)).toBe('unstorable');
  expect(done.status).toBe('fulfilled');
  expect(await readKeys(node)).toEqual(['b']);
});

test('attempts on one server count on the other', async () => {
  const [one, other] = [await openNode(), await openNode()];
  const limit = { name: 'guess', points: 2, seconds: 60 };
  const [here, there] = [one.createLimiter(limit), other.createLimiter(limit)];
  await here.consume('ada');
  expect((await there.consume('ada')).remainingPoints).toBe(0);
  for (const limiter of [here, there]) {
    const refusal: unknown = await limiter.consume('ada').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ remainingPoints: 0 });
  }
  expect((await there.consume('bob')).remainingPoints).toBe(1);
});
