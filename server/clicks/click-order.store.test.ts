import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLinks, seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { Dice } from '../../tests/torture/dice.ts';
import type { LinkCounts } from '../stats/ingest/visits.ts';
import { blockOf, countUnsorted, sortLinks } from './click-order.store.ts';
import { addCounts } from './counts.store.ts';

const LINKS = 40_000;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-order-'));
const engine = await openTestEngine(dataDir);
await seedLinks(
  engine,
  Array.from({ length: LINKS }, (_, id) => ({ short_url: `l${id}`, clicks: id % 9 })),
);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function clicksOn(ids: readonly number[]): LinkCounts {
  const linkIds = Float64Array.from(new Set(ids)).toSorted();
  return {
    linkIds,
    clicks: new Float64Array(linkIds.length).fill(1),
    nonHuman: new Float64Array(linkIds.length).fill(1),
    lastClicks: new Float64Array(linkIds.length).fill(1_800_000_000),
  };
}

const count = (ids: readonly number[]) =>
  engine.write((tx) => addCounts(engine, tx, clicksOn(ids)));

async function selectMisplaced(): Promise<number[]> {
  const rows = await engine.db
    .selectFrom('click_count')
    .select('link_id')
    .whereRef('clicks', '<>', 'sorted_clicks')
    .orderBy('link_id')
    .execute();
  return rows.map((row) => row.link_id);
}

test('links keep their place in the order by clicks until they are sorted', async () => {
  expect(await countUnsorted(engine)).toBe(0);
  // First and last links of blocks, and more blocks than one transaction sorts.
  const ids = [1, 255, 256, 511, 20_000, LINKS];
  for (let block = 2; block < 5000; block += block % 7 === 0 ? 2 : 1) ids.push(block * 256 + 52);
  await count(ids);
  const live = ids.filter((id) => id <= LINKS);
  expect(await selectMisplaced()).toEqual(live.toSorted((a, b) => a - b));
  expect(await countUnsorted(engine)).toBe(new Set(ids.map(blockOf)).size);
  await sortLinks(engine);
  expect(await selectMisplaced()).toEqual([]);
  expect(await countUnsorted(engine)).toBe(0);
});

test('clicks that are counted during sorting are sorted then or later', async () => {
  const dice = new Dice(5);
  const draw = () => Array.from({ length: 300 }, () => 1 + dice.below(LINKS));
  const work: Promise<void>[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    work.push(count(draw()));
    if (turn % 4 === 0) work.push(sortLinks(engine));
  }
  await Promise.all(work);
  await count([7, 9000]);
  const blocks = await engine.db.selectFrom('unsorted_block').select('block').execute();
  const waiting = new Set(blocks.map(({ block }) => block));
  const misplaced = await selectMisplaced();
  expect(misplaced.length).toBeGreaterThan(0);
  expect(misplaced.filter((id) => !waiting.has(blockOf(id)))).toEqual([]);
  await sortLinks(engine);
  expect(await selectMisplaced()).toEqual([]);
});

test('an aborted transaction marks nothing, and a deleted link does not wait for sorting', async () => {
  const undone = engine.write(async (tx) => {
    await addCounts(engine, tx, clicksOn([5]));
    throw new Error('cut off');
  });
  expect(undone).rejects.toThrow('cut off');
  await undone.catch(() => undefined);
  expect(await countUnsorted(engine)).toBe(0);
  await count([5]);
  await removeLinks(engine, [5]);
  await sortLinks(engine);
  expect(await countUnsorted(engine)).toBe(0);
});
