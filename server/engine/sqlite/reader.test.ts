import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import type { Engine } from '../engine.ts';
import { SqliteReader } from './reader.ts';
import { openSqlite } from './sqlite.ts';

let dataDir: string;
let engine: Engine;
let reader: SqliteReader;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-reader-'));
  engine = await openSqlite(dataDir);
  reader = new SqliteReader(dataDir);
});
afterEach(async () => {
  reader.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function change(kind: 'link' | 'option', key: string): Promise<void> {
  return engine.write((_, changed) => {
    changed(kind, key);
    return Promise.resolve();
  });
}

test('listeners hear of each change of their kind once, in order', async () => {
  const notified: string[] = [];
  reader.subscribe('link', (key) => notified.push(key));
  reader.subscribe('option', (key) => notified.push(`option ${key}`));
  await change('link', 'a');
  await change('option', 'site_info');
  await change('link', 'b');
  expect(notified).toEqual([]);
  reader.pull();
  reader.pull();
  expect(notified).toEqual(['a', 'option site_info', 'b']);
});

test('a reader that missed pruned changes gets an error', async () => {
  await change('link', 'a');
  reader.pull();
  const later = Date.now() / 1000 + 7200;
  await change('link', 'b');
  await engine.changes.prune(later);
  // The newest row stays, so nothing is missing yet.
  expect(() => reader.pull()).not.toThrow();
  for (const key of ['c', 'd', 'e']) await change('link', key);
  await engine.changes.prune(later);
  expect(() => reader.pull()).toThrow('no longer holds');
});

function look(): string | undefined {
  return reader.findTarget('abc')?.long_url;
}

describe('look-ups', () => {
  let other: Database;

  beforeEach(async () => {
    other = new Database(join(dataDir, 'brisk.db'));
    await seedLinks(engine, [{ short_url: 'abc', long_url: 'https://example.com/old' }]);
  });
  afterEach(() => other.close());

  /** Another process changes the link during this process's turn. */
  function change(): void {
    other.run("update link set long_url = 'https://example.com/new'");
    other.run("insert into change_feed (kind, key, changed_at) values ('link', 'abc', 0)");
  }
  test('see one state within a turn, and the newest state in the next', async () => {
    expect(look()).toEndWith('/old');
    change();
    expect(look()).toEndWith('/old');
    await Promise.resolve();
    expect(look()).toEndWith('/new');
  });

  test('see no older state than the last pulled change', () => {
    let seen: string | undefined;
    reader.subscribe('link', () => {
      seen = look();
    });
    look();
    change();
    reader.pull();
    expect(seen).toEndWith('/new');
    expect(look()).toEndWith('/new');
  });

  test('fail after the reader is closed', () => {
    const short = new SqliteReader(dataDir);
    short.findTarget('abc');
    expect(() => short.close()).not.toThrow();
  });

  test('see a change of this process once it is answered', async () => {
    for (let number = 0; number < 50; number += 1) {
      look();
      const written = engine.write(async (tx) => {
        await tx
          .updateTable('link')
          .set({ long_url: `https://example.com/${number}` })
          .execute();
      });
      look();
      await written;
      expect(look()).toEndWith(`/${number}`);
    }
  });
});
