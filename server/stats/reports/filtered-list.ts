import { DAY_SECONDS } from '../quarter.ts';
import { TopLinks } from '../top-links.ts';
import { countLinks } from './count-links.ts';
import { LinkCounts } from './link-counts.ts';
import { daysBefore, listByPeople, pickThere, toDays, type LinkList } from './link-list.ts';
import type { Source } from './source.ts';
import type { Span } from './span.ts';

/**
 * The links with most clicks that pass filters, and those that had some in the days before and have none
 * now, if there are days before and their details are kept.
 */
export async function listFilteredLinks(
  source: Source,
  span: Span,
  hasBefore: boolean,
): Promise<LinkList> {
  const { engine } = source;
  const days = toDays(span);
  const earlier = daysBefore(days);
  const now = await countLinks(source, days);
  const isKnown = hasBefore && earlier.first * DAY_SECONDS >= source.filtersFrom;
  const before = isKnown ? await countLinks(source, earlier) : null;
  const top = await pickThere(engine, (max) => pickTop(now, max));
  const silent = before === null ? [] : await pickThere(engine, (max) => pickTop(before, max, now));
  return listByPeople(
    engine,
    [...top, ...silent],
    (id) => now.clicksOf(id),
    before === null ? null : (id) => before.clicksOf(id),
  );
}

/** The ids of the links with most clicks, at most so many, of those that have none of others. */
function pickTop(counts: LinkCounts, max: number, others = new LinkCounts()): readonly number[] {
  const top = new TopLinks(max);
  const hasOthers = others.inOrder();
  counts.forEach((linkId, clicks) => {
    if (top.mayHave(clicks) && !hasOthers(linkId)) top.add(linkId, clicks);
  });
  return top.list().map(({ linkId }) => linkId);
}
