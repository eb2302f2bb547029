import type { Report } from '../../../contracts/stats/stats.ts';
import { sum } from './click-totals.ts';

/** The sums of a report's parts. For all visitors, each must be its number of clicks. */
export function sumParts({
  totals,
  bars,
  week,
  lists,
}: Pick<Report, 'totals' | 'bars' | 'week' | 'lists'>): number[] {
  const { visitors: _, ...classes } = totals;
  return [
    sum(Object.values(classes)),
    sum(bars.flatMap(({ person, scan, preview, bot }) => [person, scan, preview, bot])),
    sum(week.flat()),
    ...lists.map((list) =>
      sum([...list.values.map((value) => value.clicks), list.other, list.none]),
    ),
  ];
}
