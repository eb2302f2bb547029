import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { SqliteReader } from './sqlite-reader.ts';
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

test('each change is told once, in order, to those who follow its kind', async () => {
  const told: string[] = [];
  reader.subscribe('link', (key) => told.push(key));
  reader.subscribe('option', (key) => told.push(`option ${key}`));
  await change('link', 'a');
  await change('option', 'site_info');
  await change('link', 'b');
  expect(told).toEqual([]);
  reader.pull();
  reader.pull();
  expect(told).toEqual(['a', 'option site_info', 'b']);
});

test('who slept until the feed was pruned is told so', async () => {
  await change('link', 'a');
  reader.pull();
  const later = Date.now() / 1000 + 7200;
  await change('link', 'b');
  await engine.changes.prune(later);
  // The newest row stays: nothing is missing yet.
  expect(() => reader.pull()).not.toThrow();
  for (const key of ['c', 'd', 'e']) await change('link', key);
  await engine.changes.prune(later);
  expect(() => reader.pull()).toThrow('moved on');
});
