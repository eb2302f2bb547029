import { DAY_SECONDS } from '../quarter.ts';
import { countOpen, countSettled, type CountedDays } from './count-links.ts';
import { daysBefore, listByPeople, pickThere, toDays, type LinkList } from './link-list.ts';
import { rankLinks, type RankedClicks, type Ranking } from './rank-links.ts';
import type { Source } from './source.ts';
import type { Span } from './span.ts';

/** How many links are remembered of settled days: seldom has another enough open clicks to be listed. */
const BEST_LINKS = 4096;

/**
 * The links with most clicks that pass filters, and those that had some in the days before and have none
 * now, if there are days before and their details are kept.
 */
export async function listFilteredLinks(
  source: Source,
  span: Span,
  hasBefore: boolean,
): Promise<LinkList> {
  const { engine, filtersFrom } = source;
  const now = toDays(span);
  const earlier = daysBefore(now);
  const before = hasBefore && earlier.first * DAY_SECONDS >= filtersFrom ? earlier : null;
  const days: CountedDays = { now, before };
  const open = await countOpen(source, days);
  const rankings = new Map<number, Ranking>();
  const ranked = new Map<number, RankedClicks>();
  const pick = async (kind: keyof Ranking, max: number): Promise<number[]> => {
    const ranking =
      rankings.get(max) ??
      rankLinks(await countSettled(source, days, BEST_LINKS), open, max) ??
      rankLinks(await countSettled(source, days, Infinity), open, max)!;
    rankings.set(max, ranking);
    for (const link of ranking[kind]) ranked.set(link.linkId, link);
    return ranking[kind].map(({ linkId }) => linkId);
  };
  const top = await pickThere(engine, (max) => pick('top', max));
  const silent = await pickThere(engine, (max) => pick('silent', max));
  return listByPeople(
    engine,
    [...top, ...silent],
    (id) => ranked.get(id)!.now,
    before === null ? null : (id) => ranked.get(id)!.before,
  );
}
