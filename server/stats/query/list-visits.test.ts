import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  places,
  plainClick,
  rules,
  toVisit,
} from '../../../tests/support/statistics/report-clicks.ts';
import type { SampleClick } from '../../../tests/support/statistics/report-cases.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import {
  openStatsSite,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { addUnknownCodes, selectUnknownVisits } from '../unknown-codes/unknown-codes.store.ts';
import { listVisits, type VisitsRequest } from './list-visits.ts';

const { day } = plainClick;
const start = day * DAY_SECONDS;
const everything: VisitsRequest = {
  reach: 'all',
  audience: 'all',
  filters: {},
  from: 0,
  to: start + 10 * DAY_SECONDS,
  skip: 0,
  size: 100,
};

/** In the order of the list: newest first. */
const clicks: readonly Partial<SampleClick>[] = [
  { day: day + 1, quarter: 3, linkId: 2, domain: 'go.example' },
  { day: day + 1, quarter: 3, linkId: 3 },
  { quarter: 40, agent: 1, path: 'https://news.example/a', target: 'https://example.com/de' },
  { quarter: 40, agent: 3 },
  { quarter: 2 },
  { quarter: 2 },
  { quarter: 2 },
];

let site: StatsSite;

beforeAll(async () => {
  site = await openStatsSite();
  await seedLinks(site.engine, [
    { id: 1, short_url: 'one', owner_id: 2 },
    { id: 2, short_url: 'go.example/two', owner_id: 1 },
  ]);
  const recorder = new VisitRecorder(site.engine, places, rules);
  const visits = clicks.map((click) => toVisit({ ...plainClick, ...click }));
  await storeVisits(site.engine, recorder, visits);
});
afterAll(() => site[Symbol.asyncDispose]());

async function list(request: Partial<VisitsRequest> = {}) {
  return listVisits(site, { ...everything, ...request });
}

async function totals(request: Partial<VisitsRequest>): Promise<number> {
  return (await list(request)).total;
}

const noted = (code: string, ofDay: number, times: number) => ({
  day: ofDay,
  code,
  times,
  last_at: ofDay * DAY_SECONDS + 5,
});

test('visits are listed newest first, equal ones together', async () => {
  const { total, visits } = await list();
  expect(total).toBe(7);
  expect(
    visits.map(({ at, code, times, isPerson }) => [at - start, code, times, isPerson]),
  ).toEqual([
    [DAY_SECONDS + 3 * 900, 'go.example/two', 1, true],
    [DAY_SECONDS + 3 * 900, '', 1, true],
    [40 * 900, 'one', 1, true],
    [40 * 900, 'one', 1, false],
    [2 * 900, 'one', 3, true],
  ]);
  expect(visits[2]).toEqual({
    times: 1,
    at: start + 40 * 900,
    isPerson: true,
    code: 'one',
    browser: 'Browser 1',
    system: 'Linux',
    device: 'desktop',
    referrer: 'news.example',
    page: expect.stringContaining('news.example/a'),
    country: 'DE',
    city: 'Berlin',
    target: 'https://example.com/de',
  });
});

test('pages of each size hold all visits once, in the order of the list', async () => {
  const whole = await list();
  const repeat = ({ visits }: typeof whole) =>
    visits.flatMap(({ times, ...visit }) => Array.from({ length: times }, () => visit));
  for (const size of [1, 2, 3, 5]) {
    const pages = [];
    for (let skip = 0; skip < 9; skip += size) {
      const page = await list({ skip, size });
      expect(page.total).toBe(7);
      expect(repeat(page).length).toBe(Math.max(0, Math.min(size, 7 - skip)));
      pages.push(...repeat(page));
    }
    expect(pages).toEqual(repeat(whole));
  }
});

test('links, reach, domain, audience and times choose visits', async () => {
  expect(await totals({ linkIds: [2] })).toBe(1);
  expect(await totals({ linkIds: [] })).toBe(0);
  expect(await totals({ reach: { owner: 2 } })).toBe(5);
  expect(await totals({ reach: { owner: 9 } })).toBe(0);
  expect(await totals({ filters: { domain: 'go.example' } })).toBe(1);
  expect(await totals({ filters: { domain: 'none' } })).toBe(6);
  expect(await totals({ audience: 'people' })).toBe(6);
  expect(await totals({ from: start + 40 * 900 })).toBe(4);
  expect(await totals({ to: start + 40 * 900 })).toBe(3);
  expect(await totals({ from: start + 900, to: start + 900 })).toBe(0);
  expect(await totals({ from: start + 2 * DAY_SECONDS, to: start })).toBe(0);
});

test('visits of unknown codes are listed by day, page after page', async () => {
  const { engine } = site;
  await addUnknownCodes(engine, [
    noted('a', day, 2),
    noted('b', day + 1, 1),
    noted('c', day + 1, 3),
  ]);
  const { from, to } = everything;
  const rows = async (skip: number, size: number) => {
    const { total, visits } = await selectUnknownVisits(engine, { from, to, skip, size });
    return [total, visits.map(({ at, code, times }) => [at / DAY_SECONDS - day, code, times])];
  };
  expect(await rows(0, 9)).toEqual([
    6,
    [
      [1, 'b', 1],
      [1, 'c', 3],
      [0, 'a', 2],
    ],
  ]);
  expect(await rows(2, 3)).toEqual([
    6,
    [
      [1, 'c', 2],
      [0, 'a', 1],
    ],
  ]);
  expect(await rows(6, 3)).toEqual([6, []]);
  const slice = { from: start, to: start + DAY_SECONDS, skip: 0, size: 9 };
  expect((await selectUnknownVisits(engine, slice)).total).toBe(2);
});
