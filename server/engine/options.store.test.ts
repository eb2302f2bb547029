import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from './engine.ts';
import { selectOption, selectOptionKeys, upsertOption } from './options.store.ts';

let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-options-'));
  engine = await openTestEngine(dataDir);
});

afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('an option holds the last JSON value that was stored', async () => {
  for (const value of [null, 0, '', { texts: ['a'] }]) {
    await engine.write((tx) => upsertOption(tx, 'key', value, 1));
    expect(await selectOption(engine.db, 'key')).toEqual(value);
  }
  expect(await selectOptionKeys(engine.db)).toEqual(['key']);
});

test('an option that was never set is undefined, unlike a stored null', async () => {
  expect(await selectOption(engine.db, 'key')).toBeUndefined();
});
