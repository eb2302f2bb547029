import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { createNewestCounter } from './newest-clicks.ts';

/** The duration of a count, in milliseconds; a rest lasts nine times as long. */
const COUNTING = 10;
const IN_BETWEEN = 50;

let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-newest-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function onError(error: unknown): void {
  throw error;
}

test.each([
  ['waits when clicks have just been counted', 1, 'waited'],
  ['does not wait when there were none', 0, 'counted'],
])('a viewer of statistics %s', async (_, clicks, first) => {
  const drain = async () => {
    await Bun.sleep(COUNTING);
    return clicks;
  };
  const count = createNewestCounter({ engine, drain, onError });
  await count();
  const order: string[] = [];
  await Promise.all([
    count().then(() => order.push('counted')),
    Bun.sleep(IN_BETWEEN).then(() => order.push('waited')),
  ]);
  expect(order[0]).toBe(first);
});
