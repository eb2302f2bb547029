import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { sortLinks } from '../../clicks/click-order.store.ts';
import { addCounts } from '../../clicks/counts.store.ts';
import { LinkLists } from './link-lists.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-lists-'));
const engine = await openTestEngine(dataDir);
await seedLinks(engine, [
  { id: 1, short_url: 'a', title: 'one', clicks: 5 },
  { id: 2, short_url: 'b', title: 'one', clicks: 4 },
  { id: 3, short_url: 'c', title: 'two', clicks: 3 },
]);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const page = { page: 1, limit: 10, sort: 'clicks', order: 'desc' } as const;
const codes = ({ rows }: { rows: readonly { short_url: string }[] }) =>
  rows.map((row) => row.short_url).join('');

test('lists by clicks wait for their order, and come without it when it cannot be made', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const counted = {
    linkIds: Float64Array.of(2, 3),
    clicks: Float64Array.of(3, 7),
    nonHuman: Float64Array.of(0, 0),
    lastClicks: Float64Array.of(2000, 1000),
  };
  await engine.write((tx) => addCounts(engine, tx, counted));

  const fault = new Error('no room');
  const failing = () => Promise.reject(fault);
  const lists = new LinkLists({ engine, domains: () => [], sortByClicks: failing, onError });
  expect(codes(await lists.all('all', {}, page))).toBe('abc');
  expect(errors).toEqual([fault]);
  // A small number of matches is sorted by clicks, also for codes.
  expect(
    codes(await lists.search('all', { field: 'title', keyword: 'one', filter: {} }, page)),
  ).toBe('ba');
  expect(
    codes(await lists.search('all', { field: 'short_url', keyword: 'c', filter: {} }, page)),
  ).toBe('c');
  expect(codes(await lists.all('all', {}, { ...page, sort: 'title', order: 'asc' }))).toBe('abc');
  expect(errors).toEqual([fault]);

  const sorted = new LinkLists({
    engine,
    domains: () => [],
    sortByClicks: () => sortLinks(engine),
    onError,
  });
  expect(codes(await sorted.all('all', {}, page))).toBe('cba');
  expect(codes(await sorted.all('all', {}, { ...page, order: 'asc' }))).toBe('abc');
  const byLastClick = { ...page, sort: 'last_clicked_at' } as const;
  expect(codes(await sorted.all('all', {}, byLastClick))).toBe('bca');
  expect(codes(await sorted.all('all', {}, { ...byLastClick, order: 'asc' }))).toBe('acb');
  const quiet = { not_clicked_since: 2000 };
  expect(codes(await sorted.all('all', quiet, byLastClick))).toBe('ca');
  expect(errors).toEqual([fault]);
});
