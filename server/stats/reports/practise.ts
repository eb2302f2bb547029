import type { Dimension, RankedList } from '../../../contracts/stats.ts';
import { writeFilter } from '../../../contracts/stats-filter.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import { SITE_ID } from '../record-visits.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';
import type { ClicksRequest, ReportSource } from './source.ts';

const DAYS = 7;

/**
 * Tells of a week, and filters it in one way after the other, for nobody, and each when there is leisure: code that
 * goes through many clicks is compiled as it does so, and whoever chooses the first filter would wait for that, too. The week
 * ends where yesterday begins: of today there may be so many clicks that they are read anew for each filter.
 * `now` is in Unix seconds.
 */
export async function practise(
  source: ReportSource,
  now: number,
  leisure: { find(): Promise<void> },
): Promise<void> {
  const to = (dayOf(now) - 1) * DAY_SECONDS;
  const week: ClicksRequest = {
    period: '7d',
    from: to - DAYS * DAY_SECONDS,
    to,
    timeZone: 'UTC',
    audience: 'people',
    filters: {},
  };
  const tell = async (choice: Partial<ClicksRequest>): Promise<readonly RankedList[]> => {
    const request = { ...week, ...choice };
    await leisure.find();
    const { lists } = await createReport(source, { ...request, linkId: SITE_ID }, now);
    await leisure.find();
    await listLinks(source, request, now);
    return lists;
  };
  const lists = await tell({});
  for (const choice of listChoices(lists)) await tell(choice);
}

/** By audiences; by one value and by two that many came with; by one that few came with. */
function listChoices(lists: readonly RankedList[]): Partial<ClicksRequest>[] {
  const filterBy = (dimension: Dimension, rank: number): string => {
    const { values } = lists.find((list) => list.dimension === dimension)!;
    return writeFilter(values.at(rank)?.value ?? '');
  };
  const browser = filterBy('browser', 0);
  return [
    { audience: 'all' },
    { audience: 'bot' },
    { filters: { browser } },
    { filters: { browser, language: filterBy('language', 0) } },
    { filters: { referrer: filterBy('referrer', -1) } },
  ];
}
