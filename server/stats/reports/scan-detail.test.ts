import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { PERSON } from '../classes.ts';
import { createDetail, ROW_CLICKS_MAX } from '../detail.ts';
import { Facts } from '../facts.ts';
import { QUARTERS } from '../quarter.ts';
import { compileScan } from './compile-scan.ts';
import { scanDetail } from './scan-detail.ts';
import { Tally, TALLY_ROWS_MAX } from './tally.ts';

let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-scan-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('more clicks of a day than a number of 32 bits holds are all counted', async () => {
  const facts = await Facts.open(engine);
  const place = facts.say('place', { class: PERSON, texts: ['DE', ''] });
  await facts.save();
  const rows = TALLY_ROWS_MAX + 1;
  const { detail } = createDetail('settled', rows);
  detail.clicks.fill(ROW_CLICKS_MAX);
  detail.place.fill(place.id);
  const quarters = { bars: new Int32Array(QUARTERS), weekHours: new Uint8Array(QUARTERS) };
  const tally = new Tally(facts, 1);
  const scan = compileScan(facts, {}, 'all');
  scanDetail(detail, detail.visitors, quarters, scan(), true, tally);
  const clicks = rows * ROW_CLICKS_MAX;
  expect(clicks).toBeGreaterThan(2 ** 31);
  expect(tally.clicks).toBe(clicks);
  expect(tally.rank().find(({ dimension }) => dimension === 'country')).toMatchObject({
    none: 0,
    values: [{ value: 'DE', clicks }],
  });
});
