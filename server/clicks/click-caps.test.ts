import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { ClickCaps } from './click-caps.ts';

const ID = 7;
const CODE = 'capped';

let dataDir: string;
let engine: Engine;
let listeners: Map<string, (key: string) => void>;
let pending: number;
/** Runs at the next count of pending clicks. */
let meanwhile: () => Promise<void> | void;
let onDrain: () => Promise<void> | void;
let counts: number;
let syncs: number;
let caps: ClickCaps;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-caps-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ id: ID, short_url: CODE, clicks: 3 }]);
  listeners = new Map();
  pending = 0;
  meanwhile = () => undefined;
  onDrain = () => undefined;
  counts = 0;
  syncs = 0;
  caps = new ClickCaps({
    engine: {
      db: engine.db,
      sql: engine.sql,
      changes: {
        subscribe(kind, listener) {
          listeners.set(kind, (key) => void listener(key));
        },
      },
    },
    countPending: async () => {
      counts += 1;
      const found = new Map([[ID, pending]]);
      const work = meanwhile;
      meanwhile = () => undefined;
      await work();
      return found;
    },
    syncWorkers: () => {
      syncs += 1;
      return Promise.resolve();
    },
    drain: () => undefined,
    drainNow: () => Promise.resolve(onDrain()),
  });
});
afterEach(async () => {
  setSystemTime();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function addCounted(clicks: number, bots = 0): Promise<void> {
  const counts = engine.db.updateTable('click_count').set({ clicks, bots });
  await counts.where('link_id', '=', ID).execute();
}

test('the clicks of a link are those of people that are counted, and those pending after a drain', async () => {
  pending = 4;
  onDrain = async () => {
    await addCounted(7, 2);
    pending = 0;
  };
  expect(caps.get(ID)).toBeUndefined();
  await caps.read(ID, CODE);
  expect(caps.get(ID)).toBe(5);
  caps.add(ID);
  expect(caps.get(ID)).toBe(6);
  expect(syncs).toBe(2);
});

test('a click of a link that was not read changes nothing', () => {
  caps.add(ID);
  expect(caps.get(ID)).toBeUndefined();
});

test('visitors at once share one reading', async () => {
  await Promise.all([caps.read(ID, CODE), caps.read(ID, CODE), caps.read(ID, CODE)]);
  expect(counts).toBe(1);
});

test('a drain during a reading counts no click twice and forgets none', async () => {
  pending = 4;
  meanwhile = async () => {
    await addCounted(7);
    pending = 0;
  };
  await caps.read(ID, CODE);
  expect(caps.get(ID)).toBe(7);
});

test.each(['link', 'all-links'] as const)(
  'a change (%s) makes the number unknown, and a reading that runs begin again',
  async (kind) => {
    const change = () => listeners.get(kind)!(kind === 'link' ? CODE : '');
    await caps.read(ID, CODE);
    change();
    expect(caps.get(ID)).toBeUndefined();
    meanwhile = () => {
      // Workers recorded these while the link had no limit.
      pending = 9;
      change();
    };
    await caps.read(ID, CODE);
    expect(caps.get(ID)).toBe(12);
    expect(syncs).toBe(4);
    listeners.get('link')!('other');
    expect(caps.get(ID)).toBe(12);
  },
);

test('a link with another code is read again after a change of that code', async () => {
  await caps.read(ID, CODE);
  listeners.get('link')!(CODE);
  await caps.read(ID, 'renamed');
  listeners.get('link')!(CODE);
  expect(caps.get(ID)).toBe(3);
  listeners.get('link')!('renamed');
  expect(caps.get(ID)).toBeUndefined();
});

test('a failed reading is repeated', async () => {
  meanwhile = () => Promise.reject(new Error('no database'));
  expect(await caps.read(ID, CODE).catch(String)).toContain('no database');
  await caps.read(ID, CODE);
  expect(caps.get(ID)).toBe(3);
});

test('a number is valid for a second where other servers count too', async () => {
  await caps.read(ID, CODE);
  await addCounted(8);
  setSystemTime(Date.now() + 1500);
  expect(caps.get(ID)).toBe(isPostgres ? undefined : 3);
  await caps.read(ID, CODE);
  expect(caps.get(ID)).toBe(8);
  // Only what was recorded before a change can be late.
  expect(syncs).toBe(1);
});

// It is about the memory of the process, and reads each link by itself.
if (!isPostgres)
  test('many links are remembered, and no number gets wrong', async () => {
    for (let id = 100; id < 10_101; id += 1) await caps.read(id, `code-${id}`);
    await caps.read(ID, CODE);
    expect(caps.get(ID)).toBe(3);
    caps.add(ID);
    listeners.get('link')!(CODE);
    expect(caps.get(ID)).toBeUndefined();
  }, 300_000);
