import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVisit } from '../../../tests/read-visit.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { settleDay } from '../upkeep/settle.ts';
import { listLinks } from './list-links.ts';
import { ReportMemory } from './report-memory.ts';
import { listTopLinks, type ListSource } from './top-list.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { Visits } from '../visits.ts';

const DAY = 86_400;
const FIRST_DAY = 20_000;
/** So many that those which fell silent are far behind them. */
const STEADY = 60;
const SILENT = 100;
const MANY = 20;

let dataDir: string;
let engine: Engine;
let source: ListSource;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-top-'));
  engine = await openTestEngine(dataDir);
  source = { engine, memory: new ReportMemory() };
  const ids = [...Array.from({ length: STEADY }, (_, i) => i + 1), SILENT, SILENT + 1];
  await seedLinks(
    engine,
    ids.map((id) => ({ id, short_url: `l${id}` })),
  );
  const visits: Visit[] = [
    [SILENT, FIRST_DAY, MANY],
    [SILENT + 1, FIRST_DAY + 1, 1],
  ];
  for (let id = 1; id <= STEADY; id += 1) {
    for (let day = 0; day < 4; day += 1) visits.push([id, FIRST_DAY + day, 3 + (id % 7)]);
  }
  await visit(visits);
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Visit = readonly [linkId: number, day: number, times: number];

async function visit(some: readonly Visit[]): Promise<void> {
  const recorder = new VisitRecorder(engine);
  const open = await recorder.open();
  const visits = new Visits();
  for (const [linkId, day, times] of some) {
    for (let time = 0; time < times; time += 1) {
      const read = readVisit(open, {
        linkId,
        time: (day * DAY + 7) * 1000,
        asksNotToBeTracked: false,
        address: '203.0.1',
        referrer: '',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        language: '',
        query: '',
        country: '',
      });
      visits.add(read);
    }
  }
  const batch = await open.prepare(visits);
  await engine.write((tx) => batch.store(tx));
}

async function settle(day: number): Promise<void> {
  const facts = await new VisitRecorder(engine).openFacts();
  await settleDay({ engine, facts, isOver: () => false }, day);
}

test.each([
  ['while days are open', -1],
  ['when some are settled', FIRST_DAY + 1],
  ['when all are settled', FIRST_DAY + 4],
])('%s, busy links hide none that fell silent', async (_, settledBefore) => {
  for (let day = FIRST_DAY; day < settledBefore; day += 1) await settle(day);
  const span = { from: (FIRST_DAY + 2) * DAY, to: (FIRST_DAY + 4) * DAY };
  const { top, silent } = await listTopLinks(source, span, true);
  expect(top).toHaveLength(10);
  expect(new Set(top.map(({ people, before }) => `${people} ${before}`))).toEqual(
    new Set(['18 18', '16 16']),
  );
  expect(silent).toMatchObject([
    { short_url: `l${SILENT}`, people: 0, before: MANY },
    { short_url: `l${SILENT + 1}`, people: 0, before: 1 },
  ]);
});

test('no day is of the span and of the one before, wherever days begin', async () => {
  const told = new Set<string>();
  for (let hour = -24; hour < 72; hour += 1) {
    const from = FIRST_DAY * DAY + hour * 3600;
    const { top, silent } = await listTopLinks(source, { from, to: from + DAY }, true);
    // All its visits were on one day.
    const link = [...top, ...silent!].find(({ short_url }) => short_url === `l${SILENT}`);
    if (link !== undefined) told.add(`${link.people} ${link.before}`);
  }
  expect(told).toEqual(new Set([`${MANY} 0`, `0 ${MANY}`]));
});

test('people are counted to the last one, also on days when many others had more', async () => {
  const day = FIRST_DAY + 100;
  const others = Array.from({ length: 1100 }, (_, index) => 1000 + index);
  await seedLinks(engine, [{ id: 999, short_url: 'l999' }]);
  await visit([...others.map((id): Visit => [id, day, 2]), [999, day, 1], [999, day + 1, 50]]);
  await settle(day);
  await settle(day + 1);
  const span = { from: day * DAY, to: (day + 2) * DAY };
  expect((await listTopLinks(source, span, true)).top).toMatchObject([
    { short_url: 'l999', people: 51 },
  ]);
  // Clicks that come when a day is settled.
  await visit([[999, day, 3]]);
  await visit([[999, day + 1, 4]]);
  expect((await listTopLinks(source, span, true)).top).toMatchObject([
    { short_url: 'l999', people: 58 },
  ]);
  await settle(day);
  await settle(day + 1);
  expect((await listTopLinks(source, span, true)).top).toMatchObject([
    { short_url: 'l999', people: 58 },
  ]);
  // And that day once more.
  await visit([[999, day, 5]]);
  await settle(day);
  expect((await listTopLinks(source, span, true)).top).toMatchObject([
    { short_url: 'l999', people: 63 },
  ]);
});

const asked = { audience: 'people', period: 'all', timeZone: 'UTC' } as const;
const FILTERS = [{}, { browser: 'Firefox' }] as const;

test.each(FILTERS)(
  'however many of the links are deleted, the others are listed: %o',
  async (filters) => {
    const day = FIRST_DAY + 200 + 10 * Object.keys(filters).length;
    const links = Array.from({ length: 100 }, (_, index) => 10_000 + 100 * day + index);
    await seedLinks(
      engine,
      links.map((id) => ({ id, short_url: `l${id}` })),
    );
    const [left, silent, ...deleted] = links;
    await visit([
      ...deleted.map((id): Visit => [id, day, 5]),
      [silent!, day, 2],
      ...deleted.map((id): Visit => [id, day + 1, id % 2 === 0 ? 5 : 0]),
      [left!, day + 1, 3],
    ]);
    await engine.write((tx) => tx.deleteFrom('link').where('id', 'in', deleted).execute());
    const facts = await new VisitRecorder(engine).openFacts();
    for (const isSettled of [false, true]) {
      if (isSettled) for (const each of [day, day + 1]) await settle(each);
      const span = { from: (day + 1) * DAY, to: (day + 2) * DAY };
      const list = await listLinks({ ...source, facts }, { ...asked, ...span, filters }, span.to);
      expect(list.top).toMatchObject([{ short_url: `l${left!}`, people: 3, before: 0 }]);
      expect(list.silent).toMatchObject([{ short_url: `l${silent!}`, people: 0, before: 2 }]);
    }
  },
);

test.each(FILTERS)(
  'who many come to today leads, also of very many that are alike: %o',
  async (filters) => {
    const day = FIRST_DAY + 300 + 10 * Object.keys(filters).length;
    const links = Array.from({ length: 5000 }, (_, index) => 1_000_000 + 10_000 * day + index);
    const [risen] = links;
    await seedLinks(
      engine,
      links.map((id) => ({ id, short_url: `l${id}` })),
    );
    await visit(links.map((id): Visit => [id, day, id === risen ? 1 : 2]));
    await settle(day);
    await visit([[risen!, day + 1, 3]]);
    const facts = await new VisitRecorder(engine).openFacts();
    const span = { from: day * DAY, to: (day + 2) * DAY };
    const list = await listLinks({ ...source, facts }, { ...asked, ...span, filters }, span.to);
    expect(list.top.slice(0, 2)).toMatchObject([
      { short_url: `l${risen!}`, people: 4, before: 0 },
      { short_url: `l${links[1]!}`, people: 2, before: 0 },
    ]);
  },
);

test.each(FILTERS)('nothing comes before all time, nor after it: %o', async (filters) => {
  const facts = await new VisitRecorder(engine).openFacts();
  // The clock has been put back: nearly all clicks are ahead of it.
  const now = (FIRST_DAY + 1) * DAY;
  const { top, silent } = await listLinks({ ...source, facts }, { ...asked, filters }, now);
  expect(top).toHaveLength(10);
  expect(top[0]).toMatchObject({ short_url: 'l999', people: 63, before: null });
  expect(top.map(({ before }) => before)).toEqual(top.map(() => null));
  expect(silent).toBeNull();
});
