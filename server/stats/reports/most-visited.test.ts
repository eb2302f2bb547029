import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { encodeTopLinks, type TopLink } from '../top-links.ts';
import { findMostVisited } from './most-visited.ts';

let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-most-visited-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function settle(day: number, links: readonly TopLink[]): Promise<void> {
  const row = { day, salt: null, top_links: encodeTopLinks(links) };
  await engine.db.insertInto('click_day').values(row).execute();
}

test('the most visited links are those with most people on all of the days together', async () => {
  await settle(9, [{ linkId: 5, people: 100 }]);
  await settle(10, [
    { linkId: 1, people: 8 },
    { linkId: 2, people: 5 },
    { linkId: 3, people: 2 },
  ]);
  await settle(11, [
    { linkId: 3, people: 7 },
    { linkId: 2, people: 5 },
  ]);
  await settle(12, [{ linkId: 4, people: 100 }]);
  expect(await findMostVisited(engine, 10, 11, 2)).toEqual([2, 3]);
  expect(await findMostVisited(engine, 10, 11, 9)).toEqual([2, 3, 1]);
  expect(await findMostVisited(engine, 20, 30, 9)).toEqual([]);
});
