import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { ChangeKind } from './change-feed.ts';
import type { Engine } from './engine.ts';

let dataDir: string;
let writer: Engine;
let follower: Engine;
let notified: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-feed-'));
  writer = await openTestEngine(dataDir);
  follower = await openTestEngine(dataDir);
  notified = [];
  for (const kind of ['link', 'all-links', 'option'] as const) {
    follower.changes.subscribe(kind, (key) => void notified.push(`${kind} ${key}`));
  }
});

afterEach(async () => {
  await writer.close();
  await follower.close();
  rmSync(dataDir, { recursive: true });
});

function setOptions(...keys: string[]): Promise<void> {
  return writer.write(async (tx, changed) => {
    for (const key of keys) {
      await tx.insertInto('option').values({ key, value: '1', updated_at: 1 }).execute();
      changed('option', key);
    }
  });
}

/** Adds a row with this number: a gap before it looks like pruned rows. */
async function noteAs(seq: number, kind: ChangeKind, key: string): Promise<void> {
  await writer.db.insertInto('change_feed').values({ seq, kind, key, changed_at: 1 }).execute();
}

test("a follower hears of another process's changes once each, in order", async () => {
  await setOptions('a', 'b');
  await setOptions('c');
  await follower.changes.pull();
  await follower.changes.pull();
  expect(notified).toEqual(['option a', 'option b', 'option c']);
});

test('a follower that missed changes hears that everything changed', async () => {
  await setOptions('a', 'b');
  await follower.changes.pull();
  notified.length = 0;
  await noteAs(4, 'link', 'seen');
  await follower.changes.pull();
  expect(notified).toEqual(['all-links ', 'option a', 'option b', 'link seen']);

  notified.length = 0;
  await noteAs(5, 'link', 'next');
  await follower.changes.pull();
  expect(notified).toEqual(['link next']);
});

test('a change is repeated after its listener failed', async () => {
  let fails = true;
  follower.changes.subscribe('option', () => {
    if (fails) throw new Error('not now');
  });
  await setOptions('a');
  await follower.changes.pull().catch(() => undefined);
  fails = false;
  notified.length = 0;
  await follower.changes.pull();
  expect(notified).toEqual(['option a']);
});

test('a follower starts over when the database goes back in time', async () => {
  await setOptions('a');
  await setOptions('b');
  await follower.changes.pull();
  notified.length = 0;
  // This is what a promoted standby looks like that was behind.
  await writer.db.deleteFrom('option').where('key', '=', 'b').execute();
  await writer.db.deleteFrom('change_feed').where('seq', '>', 1).execute();
  await follower.changes.pull();
  expect(notified).toEqual(['all-links ', 'option a']);
  await noteAs(2, 'link', 'new');
  await follower.changes.pull();
  expect(notified).toEqual(['all-links ', 'option a', 'link new']);
});
