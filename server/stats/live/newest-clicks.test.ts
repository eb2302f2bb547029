import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { openSqlite } from '../../engine/sqlite/sqlite.ts';
import { createNewestCounter } from './newest-clicks.ts';

let dataDir: string;
let engine: Engine;
/** Ends each rest. */
let rest: PromiseWithResolvers<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-newest-'));
  engine = await openSqlite(dataDir);
  rest = Promise.withResolvers();
  spyOn(Bun, 'sleep').mockImplementation(() => rest.promise);
});
afterEach(async () => {
  spyOn(Bun, 'sleep').mockRestore();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function onError(error: unknown): never {
  throw error;
}

function createCounter(clicks: number) {
  const counted = { drains: 0 };
  const drain = () => {
    counted.drains += 1;
    return Promise.resolve(clicks);
  };
  return { counted, count: createNewestCounter({ engine, drain, onError }) };
}

test('a viewer of statistics waits when clicks have just been counted', async () => {
  const { counted, count } = createCounter(1);
  await count();
  const second = count();
  // A caller that does not wait would count meanwhile.
  await engine.db.selectFrom('option').selectAll().execute();
  expect(counted.drains).toBe(1);
  rest.resolve();
  await second;
  expect(counted.drains).toBe(2);
});

test('a viewer of statistics does not wait when there were no clicks', async () => {
  const { counted, count } = createCounter(0);
  await count();
  await count();
  expect(counted.drains).toBe(2);
});
