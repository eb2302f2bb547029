import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SampleLog } from '../../../tests/support/statistics/sample-log.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { addTags } from '../../tags/tags.store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import type { LinkChoice } from './chosen-links.ts';
import { listLinks } from './list-links.ts';
import type { ReportSource } from './known-days.ts';
import { createReport } from './report.ts';
import { testInAll } from '../../../tests/support/test-run.ts';

const VIEWERS = 10;
/** Within the sample's last day. */
const NOW = 20_005 * 86_400 + 80_000;
const request = {
  period: '30d',
  timeZone: 'UTC',
  audience: 'people',
  reach: 'all',
  filters: {},
} as const;

let log: SampleLog;
beforeAll(async () => {
  log = await SampleLog.create();
  await seedLinks(
    log.engine,
    [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, short_url: `l${id}` })),
  );
});
afterAll(() => log[Symbol.asyncDispose]());

function countComputations(warehouse: Warehouse): ReportSource & { computed: number } {
  const source = {
    engine: log.engine,
    computed: 0,
    warehouse: {
      read: warehouse.read.bind(warehouse),
      readOnce: <Result>(key: unknown, work: Parameters<typeof warehouse.read<Result>>[0]) =>
        warehouse.readOnce(key, (tables) => {
          source.computed += 1;
          return work(tables);
        }),
    },
  };
  return source;
}

/** All viewers ask at once and get the same. */
async function lookTogether<Answer>(look: () => Promise<Answer>): Promise<Answer> {
  const [first, ...others] = await Promise.all(Array.from({ length: VIEWERS }, () => look()));
  for (const other of others) expect(other).toEqual(first!);
  return first!;
}

test('ten equal requests compute a report once, and a new click makes a new one', async () => {
  await log.withWarehouse(async (warehouse) => {
    const source = countComputations(warehouse);
    const look = (choice: Omit<LinkChoice, 'reach'> = {}, now = NOW) =>
      createReport(source, { ...request, ...choice }, now);
    const former = await lookTogether(() => look());
    expect(source.computed).toBe(1);
    await log.addClicks();
    const present = await lookTogether(() => look());
    expect(source.computed).toBe(2);
    expect(present.clicks).toBeGreaterThan(former.clicks);
    // Other links and later periods have answers of their own.
    expect((await look({ linkIds: [1] })).clicks).toBeLessThan(present.clicks);
    expect((await look({}, NOW + 900)).to).toBe(present.to + 900);
    expect(source.computed).toBe(4);
    // A tag is read each time.
    expect((await look({ tags: ['sale'] })).clicks).toBe(0);
    const { db, sql } = log.engine;
    await db.transaction().execute((tx) => addTags(tx, sql, new Map([[1, ['Sale']]])));
    expect((await look({ tags: ['sale'] })).clicks).toBeGreaterThan(0);
    expect(source.computed).toBe(6);
  });
});

testInAll('ten equal requests rank the links once, and read their present titles', async () => {
  await log.withWarehouse(async (warehouse) => {
    const source = countComputations(warehouse);
    const look = () => listLinks(source, request, NOW);
    const { top } = await lookTogether(look);
    expect(source.computed).toBe(1);
    await log.engine.db.updateTable('link').set({ title: 'New' }).execute();
    const renamed = await lookTogether(look);
    expect(source.computed).toBe(1);
    expect(renamed.top).toEqual(top.map((link) => ({ ...link, title: 'New' })));
    await log.addClicks();
    expect((await lookTogether(look)).top[0]!.people).toBeGreaterThan(top[0]!.people);
    expect(source.computed).toBe(2);
  });
});
