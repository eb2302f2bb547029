import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  plainClick,
  places,
  rules,
  toVisit,
} from '../../../tests/support/statistics/report-clicks.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import {
  openStatsSite,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { addTags } from '../../tags/tags.store.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS } from '../quarter.ts';
import type { LinkChoice } from './chosen-links.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';

const DAY = 20_000;
const range = {
  period: '7d',
  timeZone: 'UTC',
  audience: 'people',
  filters: {},
  from: (DAY + 1) * DAY_SECONDS,
  to: (DAY + 3) * DAY_SECONDS,
} as const;
const NOW = range.to;
const click = { ...plainClick, day: DAY + 2 };

let site: StatsSite;
beforeAll(async () => {
  site = await openStatsSite();
});
afterAll(() => site[Symbol.asyncDispose]());

function firstTen(ids: readonly number[]): string[] {
  return ids.slice(0, 10).map((id) => `l${id}`);
}

test('a tag of many links has their clicks, and no others', async () => {
  const { engine } = site;
  const ids = Array.from({ length: 300 }, (_, at) => at + 1);
  await seedLinks(
    engine,
    ids.map((id) => ({ id, short_url: `l${id}` })),
  );
  const tagged = ids.filter((id) => id % 3 > 0);
  const few = ids.filter((id) => id % 3 === 2);
  const tags = new Map(tagged.map((id) => [id, few.includes(id) ? ['many', 'few'] : ['many']]));
  await engine.write((tx) => addTags(tx, engine.sql, tags));
  const visits = [...ids, ...ids].map((linkId) => toVisit({ ...click, linkId }));
  await storeVisits(engine, new VisitRecorder(engine, places, rules), visits);
  const ask = async (links: Omit<LinkChoice, 'reach'>) => {
    const choice = { ...links, reach: 'all' } as const;
    const { totals } = await createReport(site, { ...range, ...choice }, NOW);
    const { top } = await listLinks(site, { ...range, ...choice }, NOW);
    return [totals.person, totals.visitors, top.map(({ short_url: code }) => code)];
  };
  expect(await ask({})).toEqual([600, 1, firstTen(ids)]);
  expect(await ask({ tags: ['many'] })).toEqual([400, 200, firstTen(tagged)]);
  expect(await ask({ tags: ['Many', 'FEW'] })).toEqual([200, 100, firstTen(few)]);
  expect(await ask({ tags: ['few'], linkIds: [1, 2] })).toEqual([2, 1, ['l2']]);
  await removeLinks(engine, ids);
  expect(await ask({ tags: ['many'] })).toEqual([0, 0, []]);
});
