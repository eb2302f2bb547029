import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { SmallDisk } from '../../../tests/torture/disk/small-disk.ts';
import { DATABASE_FILE } from '../files/data-directory.ts';
import type { Engine, Write } from '../engine.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { WriteQueue } from './write-queue.ts';
import { yieldToRequests } from '../yield-to-requests.ts';

let dataDir: string;
let engine: Engine;
/** The milliseconds that each reading of the clock adds. */
let pace: number;

function open(directory = dataDir): Promise<Engine> {
  let now = 0;
  return openTestEngine(directory, () => (now += pace));
}

beforeEach(async () => {
  pace = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-writes-'));
  engine = await open();
});

afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function setOption(tx: Write, key: string, value = '1') {
  return tx.insertInto('option').values({ key, value, updated_at: 1 }).execute();
}

async function readKeys(from = engine): Promise<string[]> {
  const rows = await from.db.selectFrom('option').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

function run(text: string) {
  return engine.db.executeQuery(CompiledQuery.raw(text));
}

async function waitForAll(promises: readonly Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
  );
}

/** Counts transactions: https://sqlite.org/fileformat2.html#walformat */
function countCommits(): number {
  const log = readFileSync(join(dataDir, `${DATABASE_FILE}-wal`));
  if (log.length === 0) return 0;
  const salts = log.subarray(16, 24);
  const frameBytes = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    // A commit frame holds the size of the database.
    const isCommit = log.readUInt32BE(at + 4) > 0;
    if (isCommit && log.subarray(at + 8, at + 16).equals(salts)) commits += 1;
  }
  return commits;
}

test('waiting writes share one commit, in order', async () => {
  const before = countCommits();
  const seen = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((key) =>
      engine.write(async (tx) => {
        await setOption(tx, key);
        const rows = await tx.selectFrom('option').select('key').execute();
        return rows.map((row) => row.key).join('');
      }),
    ),
  );
  expect(seen).toEqual(['a', 'ab', 'abc', 'abcd', 'abcde']);
  expect(countCommits() - before).toBe(1);
  await engine.write((tx) => setOption(tx, 'f'));
  await engine.write((tx) => setOption(tx, 'g'));
  expect(countCommits() - before).toBe(3);
});

test('a failing write is undone alone and notifies no listener', async () => {
  const notified: string[] = [];
  engine.changes.subscribe('option', (key) => void notified.push(key));
  const before = countCommits();
  const results = await waitForAll(
    ['a', 'b', 'c'].map((key) =>
      engine.write(async (tx, changed) => {
        await setOption(tx, key);
        changed('option', key);
        if (key === 'b') throw new Error('not b');
        return key;
      }),
    ),
  );
  expect(results).toEqual(['a', 'not b', 'c']);
  expect(await readKeys()).toEqual(['a', 'c']);
  expect(countCommits() - before).toBe(1);
  expect(notified).toEqual(['a', 'c']);
  const rows = await engine.db.selectFrom('change_feed').select('key').orderBy('seq').execute();
  expect(rows).toEqual([{ key: 'a' }, { key: 'c' }]);
});

test('an SQLite error in one write does not affect the others', async () => {
  const keys = ['a', 'a', 'b'];
  const results = await waitForAll(
    keys.map((key) => engine.write((tx) => setOption(tx, key).then(() => key))),
  );
  expect(results).toEqual(['a', expect.stringContaining('UNIQUE'), 'b']);
  expect(await readKeys()).toEqual(['a', 'b']);
});

test('listeners hear of changes once, in order, and the next pull has none of them', async () => {
  const notified: string[] = [];
  engine.changes.subscribe('link', (key) => void notified.push(key));
  await Promise.all(
    ['ab', '', 'c'].map((keys) =>
      engine.write(async (tx, changed) => {
        await setOption(tx, keys);
        for (const key of keys) changed('link', key);
      }),
    ),
  );
  expect(notified).toEqual(['a', 'b', 'c']);
  await engine.changes.pull();
  expect(notified).toEqual(['a', 'b', 'c']);
});

test('neither writes nor listeners hear of a result before the commit', async () => {
  const events: string[] = [];
  engine.changes.subscribe('option', (key) => void events.push(`listener of ${key}`));
  const other = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  const good = engine.write(async (tx, changed) => {
    await setOption(tx, 'a');
    changed('option', 'a');
  });
  const bad = engine.write(() => Promise.reject(new Error('no')));
  const last = engine.write(async (tx) => {
    // Each query lets finished promises run.
    for (let query = 0; query < 100; query += 1)
      await tx.selectFrom('option').select('key').execute();
    expect(other.query('select key from option').all()).toEqual([]);
    return [...events];
  });
  void good.then(() => events.push('good'));
  bad.catch(() => events.push('bad'));
  expect(await last).toEqual([]);
  expect(other.query('select key from option').all()).toEqual([{ key: 'a' }]);
  other.close();
  expect(events.toSorted()).toEqual(['bad', 'good', 'listener of a']);
});

test('when the commit fails, every write of the group fails, and nothing changes', async () => {
  await run('pragma foreign_keys = on');
  await run('create table parent (id integer primary key)');
  // SQLite checks this at the commit.
  await run('create table child (id references parent deferrable initially deferred)');
  const notified: string[] = [];
  engine.changes.subscribe('option', (key) => void notified.push(key));
  const results = await waitForAll([
    engine.write(async (tx, changed) => {
      await setOption(tx, 'a');
      changed('option', 'a');
    }),
    engine.write((tx) => tx.executeQuery(CompiledQuery.raw('insert into child values (1)'))),
    engine.write(() => Promise.reject(new Error('what was seen in vain'))),
  ]);
  expect(results).toEqual(Array(3).fill(expect.stringContaining('FOREIGN KEY')));
  expect(await readKeys()).toEqual([]);
  expect(notified).toEqual([]);
  await engine.write((tx) => setOption(tx, 'b'));
  expect(await readKeys()).toEqual(['b']);
});

test('when an error ends the transaction, its writes fail, and later ones succeed', async () => {
  const { rows } = await engine.db.executeQuery<{ page_count: number }>(
    CompiledQuery.raw('pragma page_count'),
  );
  await run(`pragma max_page_count = ${rows[0]!.page_count}`);
  const writes = [
    engine.write((tx) => setOption(tx, 'a')),
    engine.write(async (tx) => {
      await setOption(tx, 'b');
      await setOption(tx, 'large', 'x'.repeat(100_000));
    }),
    engine.write((tx) => setOption(tx, 'c').then(() => 'c')),
  ];
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  for (const one of outcomes.slice(0, 2)) {
    expect(one.status === 'rejected' && engine.classifyError(one.reason) === 'full').toBe(true);
  }
  expect(await readKeys()).toEqual(['c']);
});

const disk = SmallDisk.mount(4);

test.skipIf(disk === null)(
  `on a full disk every write of the group fails, and with room again they work${disk === null ? ': not run, as only root may mount the disk' : ''}`,
  async () => {
    mkdirSync(join(disk!.path, 'data'));
    const full = await open(join(disk!.path, 'data'));
    disk!.fill();
    const createAll = () =>
      ['a', 'b', 'c'].map((key) =>
        full.write((tx) => setOption(tx, key, key.repeat(100_000)).then(() => key)),
      );
    const outcomes = await Promise.allSettled(createAll());
    for (const one of outcomes) {
      expect(one.status === 'rejected' && full.classifyError(one.reason) === 'full').toBe(true);
    }
    expect(await readKeys(full)).toEqual([]);
    disk!.free();
    expect(await waitForAll(createAll())).toEqual(['a', 'b', 'c']);
    expect(await readKeys(full)).toEqual(['a', 'b', 'c']);
    await full.close();
    disk!.unmount();
  },
);

test('many writes run in groups, and the event loop runs between them', async () => {
  const before = countCommits();
  let isDone = false;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
  await Promise.all(keys.map((key) => engine.write((tx) => setOption(tx, key))));
  isDone = true;
  const groups = countCommits() - before;
  expect(await readKeys()).toEqual(keys.toSorted());
  expect(groups).toBe(4);
  expect(turns).toBeGreaterThanOrEqual(groups);
});

test('no write joins an old transaction', async () => {
  const before = countCommits();
  pace = 3;
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => engine.write((tx) => setOption(tx, key))));
  expect(countCommits() - before).toBe(2);
});

test('another process can write between the groups of endless writes', async () => {
  const other = await open();
  const end = new AbortController();
  let key = 0;
  const writeOn = async () => {
    while (!end.signal.aborted) await engine.write((tx) => setOption(tx, `k${(key += 1)}`));
  };
  const crowd = Promise.all(Array.from({ length: 100 }, writeOn));
  await other.write((tx) => setOption(tx, 'other'));
  end.abort();
  await crowd;
  expect(await readKeys()).toContain('other');
  await other.close();
});

test("writes wait for another process's write, and then share one commit", async () => {
  const before = countCommits();
  const other = new Database(join(dataDir, DATABASE_FILE));
  other.run('begin immediate');
  const first = engine.write((tx) => setOption(tx, 'a'));
  // The first write must meet the lock.
  await yieldToRequests();
  await yieldToRequests();
  const second = engine.write((tx) => setOption(tx, 'b'));
  other.run('rollback');
  other.close();
  await Promise.all([first, second]);
  expect(await readKeys()).toEqual(['a', 'b']);
  expect(countCommits() - before).toBe(1);
});

test('closing waits for pending writes', async () => {
  const write = engine.write((tx) => setOption(tx, 'a').then(() => 'done'));
  await engine.close();
  expect(await write).toBe('done');
  engine = await open();
  expect(await readKeys()).toEqual(['a']);
});

/** A queue whose syncs the test ends; `begun` resolves with the first. */
function openHeldQueue() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const begun = Promise.withResolvers<void>();
  const sync = oneAtATime(() => {
    const held = Promise.withResolvers<void>();
    syncs.push(held);
    begun.resolve();
    return held.promise;
  });
  const { db, changes } = engine;
  const queue = new WriteQueue({ db, changes, sync, groupMs: 5, clock: () => 0 });
  return { queue, syncs, begun: begun.promise };
}

async function isCommitted(key: string): Promise<void> {
  while (!(await readKeys()).includes(key)) await yieldToRequests();
}

test('neither writes nor listeners hear of a result before it is durable', async () => {
  const { queue, syncs, begun } = openHeldQueue();
  const events: string[] = [];
  engine.changes.subscribe('option', (key) => void events.push(`listener of ${key}`));
  const [a, b, c] = ['a', 'b', 'c'].map((key) => async () => {
    await queue.add(async (tx, changed) => {
      await setOption(tx, key);
      changed('option', key);
    });
    events.push(key);
  }) as [() => Promise<void>, () => Promise<void>, () => Promise<void>];
  const first = a();
  await begun;
  // Later writes commit meanwhile and share the next sync.
  const second = b();
  await isCommitted('b');
  const third = c();
  await isCommitted('c');
  expect([syncs.length, events]).toEqual([1, []]);
  syncs[0]!.resolve();
  await first;
  expect([syncs.length, events]).toEqual([2, ['listener of a', 'a']]);
  syncs[1]!.resolve();
  await Promise.all([second, third]);
  expect(syncs).toHaveLength(2);
  expect(events).toEqual(['listener of a', 'a', 'listener of b', 'b', 'listener of c', 'c']);
});

test('writes that cannot be made durable fail, and those of the next sync succeed', async () => {
  const { queue, syncs, begun } = openHeldQueue();
  const notified: string[] = [];
  engine.changes.subscribe('option', (key) => void notified.push(key));
  const add = (key: string) =>
    queue.add(async (tx, changed) => {
      await setOption(tx, key);
      changed('option', key);
      return key;
    });
  const failing = waitForAll([
    add('a'),
    queue.add(() => Promise.reject(new Error('what was seen in vain'))),
  ]);
  await begun;
  const later = add('b');
  await isCommitted('b');
  syncs[0]!.reject(new Error('no disk'));
  expect(await failing).toEqual(['no disk', 'no disk']);
  // Readers see the change, so caches must drop the old value.
  expect(notified).toEqual(['a']);
  syncs[1]!.resolve();
  expect(await later).toBe('b');
});

test('closing waits until the writes are durable', async () => {
  const { queue, syncs, begun } = openHeldQueue();
  const events: string[] = [];
  const write = queue.add((tx) => setOption(tx, 'a')).then(() => events.push('done'));
  const closed = queue.close().then(() => events.push('closed'));
  await begun;
  await isCommitted('a');
  expect(events).toEqual([]);
  syncs[0]!.resolve();
  await Promise.all([write, closed]);
  expect(events).toEqual(['done', 'closed']);
});
