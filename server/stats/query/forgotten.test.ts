import { afterAll, beforeAll, expect, test } from 'bun:test';
import { places, rules, toVisit } from '../../../tests/support/statistics/report-clicks.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import {
  openStatsSite,
  rewriteBefore,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';

const DAY = 86_400;
const FIRST_DAY = 20_000;
const NOW = (FIRST_DAY + 3) * DAY;

let site: StatsSite;

beforeAll(async () => {
  site = await openStatsSite();
  await seedLinks(site.engine, [{ id: 1, short_url: 'poster' }]);
  const clicks = [FIRST_DAY, FIRST_DAY + 1].map((day) =>
    toVisit({
      linkId: 1,
      day,
      quarter: 20,
      agent: 0,
      address: '203.0.1',
      path: 'https://a.example/b',
      source: '',
      language: '',
      target: '',
      domain: '',
      isScan: false,
      isNameless: false,
    }),
  );
  await storeVisits(site.engine, new VisitRecorder(site.engine, places, rules), clicks);
  await rewriteBefore(site, FIRST_DAY + 1, 'reduced', rules);
});
afterAll(() => site[Symbol.asyncDispose]());

test.each([
  ['page', 'none'],
  ['page', 'a.example/b'],
  ['city', 'none'],
  ['city', 'Berlin'],
] as const)('clicks whose %s was dropped never pass the filter "%s"', async (name, value) => {
  // The range ends within the day of the click; lists take the whole day.
  for (const to of [FIRST_DAY * DAY + 900, (FIRST_DAY + 1) * DAY]) {
    const request = {
      period: '7d',
      from: FIRST_DAY * DAY,
      to,
      timeZone: 'UTC',
      audience: 'people',
      reach: 'all',
    } as const;
    const filters = { [name]: value };
    const report = await createReport(site, { ...request, filters }, NOW);
    expect(report).toMatchObject({ clicks: 0, filters_from: (FIRST_DAY + 1) * DAY });
    expect(await listLinks(site, { ...request, filters }, NOW)).toMatchObject({ top: [] });
  }
});
