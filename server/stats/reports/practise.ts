import type { Dimension, RankedList } from '../../../contracts/stats.ts';
import { writeFilter } from '../../../contracts/stats-filter.ts';
import { SITE_ID } from '../record-visits.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';
import type { ClicksRequest, ReportSource } from './source.ts';

const WEEK = { period: '7d', timeZone: 'UTC', audience: 'people', filters: {} } as const;

/**
 * Filters a week in one way after the other, for nobody, and each when there is leisure: code that goes through
 * many clicks is compiled as it does so, and whoever chooses the first filter would wait for that, too.
 * `now` is in Unix seconds.
 */
export async function practise(
  source: ReportSource,
  now: number,
  leisure: { find(): Promise<void> },
): Promise<void> {
  await leisure.find();
  const { lists } = await createReport(source, { ...WEEK, linkId: SITE_ID }, now);
  for (const request of listRequests(lists)) {
    await leisure.find();
    await createReport(source, { ...request, linkId: SITE_ID }, now);
    await leisure.find();
    await listLinks(source, request, now);
  }
}

/** By audiences; by one value and by two that many came with; by one that few came with. */
function listRequests(lists: readonly RankedList[]): ClicksRequest[] {
  const filterBy = (dimension: Dimension, rank: number): string => {
    const { values } = lists.find((list) => list.dimension === dimension)!;
    return writeFilter(values.at(rank)?.value ?? '');
  };
  const browser = filterBy('browser', 0);
  return [
    { ...WEEK, audience: 'all' },
    { ...WEEK, audience: 'bot' },
    { ...WEEK, filters: { browser } },
    { ...WEEK, filters: { browser, language: filterBy('language', 0) } },
    { ...WEEK, filters: { referrer: filterBy('referrer', -1) } },
  ];
}
