import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { countUnsorted, sortLinks } from './click-order.store.ts';
import { updateClickOrder } from './open-clicks.ts';
import { addCounts } from './counts.store.ts';

const LINKS = 3000;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-order-'));
const engine = await openTestEngine(dataDir);
await seedLinks(
  engine,
  Array.from({ length: LINKS }, (_, id) => ({ short_url: `l${id}` })),
);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** Returns how many times the background was asked to sort. */
async function countAndUpdate(lastId: number): Promise<number> {
  const links = {
    linkIds: Float64Array.from({ length: lastId }, (_, place) => place + 1),
    clicks: new Float64Array(lastId).fill(1),
    nonHuman: new Float64Array(lastId).fill(1),
    lastClicks: new Float64Array(lastId),
  };
  await engine.write((tx) => addCounts(engine, tx, links));
  let sorts = 0;
  await updateClickOrder(engine, () => {
    sorts += 1;
    return sortLinks(engine);
  });
  expect(await countUnsorted(engine)).toBe(0);
  return sorts;
}

test('few links are sorted at once, many in the background, none when all are sorted', async () => {
  expect(await countAndUpdate(0)).toBe(0);
  expect(await countAndUpdate(1)).toBe(0);
  expect(await countAndUpdate(1000)).toBe(0);
  expect(await countAndUpdate(LINKS)).toBe(1);
});
