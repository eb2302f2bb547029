import { expect, test } from 'bun:test';
import {
  endOfDays,
  reportCases,
  type ReportQuery,
  type SampleClick,
} from '../../../tests/support/statistics/report-cases.ts';
import { places, rules, toVisit } from '../../../tests/support/statistics/report-clicks.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import {
  openStatsSite,
  rewriteBefore,
  storeVisits,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { fc } from '../../../tests/support/random.ts';
import { isPostgres } from '../../../tests/support/test-engine.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { replaceTags } from '../../tags/tags.store.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { keepReached } from './chosen-links.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';

const RUNS = chooseForRun(1, isPostgres ? 4 : 12);
const REQUESTS = chooseForRun(2, 4);
const LINK_IDS = [1, 2, 3];
const reach = { owner: 2 } as const;

async function openSite(ids: readonly number[], own: readonly number[]): Promise<StatsSite> {
  const site = await openStatsSite();
  await seedLinks(
    site.engine,
    ids.map((id) => ({ id, short_url: `l${id}`, owner_id: own.includes(id) ? 2 : 1 })),
  );
  return site;
}

async function count(
  { engine }: StatsSite,
  clicks: readonly SampleClick[],
  ids: readonly number[],
): Promise<void> {
  const visits = clicks.filter(({ linkId }) => ids.includes(linkId)).map(toVisit);
  if (visits.length > 0)
    await storeVisits(engine, new VisitRecorder(engine, places, rules), visits);
}

async function ask(site: StatsSite, query: ReportQuery, own: readonly number[], now: number) {
  const { ends, ...choice } = query;
  const [from, to] = [Math.min(...ends), Math.max(...ends) + 900];
  const linkIds = choice.linkIds?.filter((id) => own.includes(id));
  const answers: unknown[] = [];
  for (const range of [
    { period: '30d', from, to },
    { period: '30d' },
    { period: 'all' },
  ] as const) {
    const request = { ...choice, ...range, linkIds, reach };
    answers.push(await createReport(site, request, now), await listLinks(site, request, now));
  }
  return answers;
}

test('clicks on links of others change no byte of the statistics of one’s own', async () => {
  const cases = fc.tuple(reportCases, fc.subarray(LINK_IDS));
  await fc.assert(
    fc.asyncProperty(cases, async ([{ firstDay, batches, requests, keptFrom, tags }, own]) => {
      await using whole = await openSite(LINK_IDS, own);
      await using alone = await openSite(own, own);
      const sites = [
        [whole, LINK_IDS],
        [alone, own],
      ] as const;
      for (const [site, ids] of sites) {
        await site.engine.write(async (tx) => {
          for (const id of ids) await replaceTags(tx, site.engine.sql, id, tags[id - 1]!);
        });
        for (const { clicks, sealedBefore } of batches) {
          await count(site, clicks, ids);
          await rewriteBefore(site, sealedBefore, 'sealed', rules);
        }
        await rewriteBefore(site, keptFrom, 'reduced', rules);
      }
      const now = endOfDays(firstDay);
      for (const request of requests.slice(0, REQUESTS)) {
        expect(await ask(whole, request, own, now)).toEqual(await ask(alone, request, own, now));
      }
      expect(await keepReached(whole.engine, reach, [...LINK_IDS, 9])).toEqual(own);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
