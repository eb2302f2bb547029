import { afterAll, beforeAll, expect, test } from 'bun:test';
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
import { DAY_SECONDS } from '../quarter.ts';
import { createReport } from './report.ts';

const DAY = 20_000;
const NOW = (DAY + 2) * DAY_SECONDS;

/** The query of a click, with its channel and its source. */
const clicks = [
  ['utm_source=google&utm_medium=cpc', 'paid', 'Google'],
  ['utm_source=newsletter&utm_medium=CPC', 'paid', 'newsletter'],
  ['utm_medium=paid_social&utm_source=fb', 'paid', 'Facebook'],
  ['gclid=Cj0K&utm_source=google', 'paid', 'Google'],
  ['gclid=Cj0K', 'paid', ''],
  ['msclkid=1', 'paid', ''],
  ['TTCLID=1', 'paid', ''],
  [`${'x'.repeat(600)}&utm_source=google&gclid=1`, 'paid', 'Google'],
  ['fbclid=1&utm_source=facebook', 'social', 'Facebook'],
  ['gclid=&utm_source=google', 'search', 'Google'],
  ['utm_source=newsletter&utm_medium=email', 'mail', 'newsletter'],
  ['', 'direct', ''],
] as const;

let site: StatsSite;
beforeAll(async () => {
  site = await openStatsSite();
  const visit = toVisit({ ...plainClick, day: DAY });
  const visits = clicks.map(([query]) => ({ ...visit, query }));
  await storeVisits(site.engine, new VisitRecorder(site.engine, places, rules), visits);
});
afterAll(() => site[Symbol.asyncDispose]());

async function listValues(name: 'channel' | 'source', filters: object = {}) {
  const range = { period: '7d', timeZone: 'UTC', from: DAY * DAY_SECONDS, to: NOW } as const;
  const request = { ...range, audience: 'people', reach: 'all', filters } as const;
  const { lists } = (await createReport(site, { ...request, linkIds: [1] }, NOW)) as Report;
  const { values } = lists.find(({ dimension }) => dimension === name)!;
  return Object.fromEntries(values.map(({ value, clicks: count }) => [value, count]));
}

/** Clicks by a value of the table, without the unknown. */
function countBy(at: 1 | 2, of: readonly (readonly string[])[] = clicks) {
  const counts: Record<string, number> = {};
  for (const { [at]: value = '' } of of) if (value !== '') counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

test('clicks of advertisements are in the channel paid, whatever their source', async () => {
  for (const state of ['open', 'sealed', 'reduced'] as const) {
    if (state !== 'open') await rewriteBefore(site, DAY + 1, state, rules);
    expect([state, await listValues('channel')]).toEqual([state, countBy(1)]);
    const paid = clicks.filter(([, channel]) => channel === 'paid');
    const sources = await listValues('source', { channel: 'paid' });
    expect([state, sources]).toEqual([state, countBy(2, paid)]);
  }
});
