import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Report } from '../../../contracts/stats/stats.ts';
import {
  places,
  plainClick,
  rules,
  toVisit,
} from '../../../tests/support/statistics/report-clicks.ts';
import {
  openStatsSite,
  rewriteBefore,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';
import { createReport } from './report.ts';
import { firstInShort } from '../../../tests/support/test-run.ts';

/** A zone, a day with a clock change, and the day's length in hours. */
const changes = firstInShort([
  ['Europe/Berlin', '2026-03-29', 23],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Asia/Kathmandu', '2026-03-29', 24],
] as const);

let site: StatsSite;

beforeAll(async () => {
  site = await openStatsSite();
});
afterAll(() => site[Symbol.asyncDispose]());

describe.each(changes)('in %s, where %s has %d hours', (timeZone, date, hours) => {
  const noon = Date.parse(`${date}T12:00:00Z`) / 1000;
  const first = dayOf(noon) - 2;
  const last = dayOf(noon) + 2;
  const now = (last + 1) * DAY_SECONDS - 1;

  beforeAll(async () => {
    await site.engine.db.deleteFrom('click_batch').execute();
    const clicks = Array.from({ length: (last - first + 1) * QUARTERS }, (_, at) =>
      toVisit({
        ...plainClick,
        day: first + Math.floor(at / QUARTERS),
        quarter: at % QUARTERS,
      }),
    );
    await storeVisits(site.engine, new VisitRecorder(site.engine, places, rules), clicks);
    await rewriteBefore(site, last, 'sealed', rules);
  });

  function report(period: '24h' | '7d', range: object): Promise<Report | object> {
    const request = { period, timeZone, audience: 'people', reach: 'all', filters: {} } as const;
    return createReport(site, { ...request, ...range }, now);
  }

  /** Clicks by local date or hour, from the quarter-hours of clicks. */
  function countBy(options: Intl.DateTimeFormatOptions, from: number, to: number): number[] {
    const format = new Intl.DateTimeFormat('en', { timeZone, ...options });
    const counts = new Map<string, number>();
    for (let at = from; at < to; at += QUARTER_SECONDS) {
      const name = format.format(at * 1000);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts.values()];
  }

  test('a daily bucket has the clicks of one date', async () => {
    const from = first * DAY_SECONDS;
    const found = (await report('7d', { from, to: now })) as Report;
    const clicks = found.bars.map(({ person }) => person);
    const expected = countBy({ dateStyle: 'short' }, from, now + 1);
    expect({ step: found.step, clicks }).toEqual({ step: 'day', clicks: expected });
    expect(clicks).toContain(hours * 4);
    expect(found.clicks).toBe((last - first + 1) * QUARTERS);
  });

  test('hourly buckets have all clicks of the day, and each those of one hour', async () => {
    const local = new Intl.DateTimeFormat('sv', { timeZone });
    const quarters = Array.from(
      { length: (last - first + 1) * QUARTERS },
      (_, at) => first * DAY_SECONDS + at * QUARTER_SECONDS,
    ).filter((at) => local.format(at * 1000) === date);
    const from = quarters[0]!;
    const to = quarters.at(-1)! + QUARTER_SECONDS;
    expect(to - from).toBe(hours * 3600);
    const found = (await report('24h', { from, to })) as Report;
    expect(found.step).toBe('hour');
    expect(found.clicks).toBe(hours * 4);
    expect(found.bars).toHaveLength(Math.ceil(hours));
    for (const [bucket, { start, person }] of found.bars.entries()) {
      const end = found.bars[bucket + 1]?.start ?? to;
      expect({ start, person }).toEqual({ start, person: (end - start) / QUARTER_SECONDS });
      expect(end - start).toBeLessThanOrEqual(3600);
    }
    const ofDay = found.week.filter((row) => row.some((count) => count > 0));
    expect(ofDay).toHaveLength(1);
    expect(ofDay[0]!.filter((count) => count > 0)).toEqual(countBy({ hour: '2-digit' }, from, to));
  });
});
