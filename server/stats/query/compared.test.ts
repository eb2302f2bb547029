import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  plainClick,
  places,
  rules,
  toVisit,
} from '../../../tests/support/statistics/report-clicks.ts';
import {
  openStatsSite,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { createReport } from './report.ts';
import { rangeYearBefore } from './time-range.ts';
import { TimeZone } from './time-zone.ts';

const DAY = 20_000;
const range = {
  period: '7d',
  timeZone: 'UTC',
  audience: 'people',
  reach: 'all',
  filters: {},
  from: DAY * DAY_SECONDS,
  to: (DAY + 3) * DAY_SECONDS,
} as const;
const NOW = range.to;
const click = { ...plainClick, day: DAY + 2 };

let site: StatsSite;
beforeAll(async () => {
  site = await openStatsSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test('a period is compared with the same dates a year earlier', async () => {
  // Between both lies February 29.
  const visits = [0, 0, 1, 3, 366, 367, 368].map((back) =>
    toVisit({ ...click, day: DAY + 2 - back }),
  );
  await storeVisits(site.engine, new VisitRecorder(site.engine, places, rules), visits);
  const found = await createReport(site, { ...range, compare: 'year' }, NOW);
  expect(found.bars.map(({ person }) => person)).toEqual([0, 1, 2]);
  const { bars, totals, ...days } = found.compared!;
  expect(days).toEqual({ from: range.from - 366 * DAY_SECONDS, to: range.to - 366 * DAY_SECONDS });
  expect(bars.map(({ start, person }) => [start, person])).toEqual([
    [days.from, 1],
    [days.from + DAY_SECONDS, 1],
    [days.from + 2 * DAY_SECONDS, 1],
  ]);
  expect([totals.person, found.before!.person]).toEqual([3, 1]);
});

function rangeOf(first: string, end: string) {
  return { from: Date.parse(first) / 1000, to: Date.parse(end) / 1000 };
}

test.each([
  ['2024-02-28', '2024-02-29', '2023-02-28', '2023-03-01'],
  ['2024-02-01', '2024-02-29', '2023-02-01', '2023-03-01'],
  ['2024-02-01', '2024-03-01', '2023-02-01', '2023-03-01'],
  ['2023-02-28', '2023-03-01', '2022-02-28', '2022-03-01'],
])('%s to %s is compared with %s to %s', (from, to, formerFrom, formerTo) => {
  const asked = rangeOf(from, to);
  const former = rangeYearBefore(asked, new TimeZone('UTC'), asked.to);
  expect(former).toEqual(rangeOf(formerFrom, formerTo));
});
