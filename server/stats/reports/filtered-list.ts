import { findLink } from '../link-runs.ts';
import type { LinkPeople } from '../link-people.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { TopLinks } from '../top-links.ts';
import { countLinks } from './count-links.ts';
import { CANDIDATES, daysBefore, listByPeople, toDays, type LinkList } from './link-list.ts';
import type { Source } from './source.ts';
import type { Span } from './span.ts';

/**
 * The links with most clicks that pass filters, and those that had some in the days before and have none
 * now, as far as details of these are kept.
 */
export async function listFilteredLinks(source: Source, span: Span): Promise<LinkList> {
  const days = toDays(span);
  const earlier = daysBefore(days);
  const now = await countLinks(source, days);
  const isKnown = earlier.first * DAY_SECONDS >= source.filtersFrom;
  const before = isKnown ? await countLinks(source, earlier) : null;
  const top = pickTop(now, () => true);
  const silent = before === null ? [] : pickTop(before, (id) => clicksOf(now, id) === 0);
  return listByPeople(
    source.engine,
    [...top, ...silent],
    (id) => clicksOf(now, id),
    before === null ? null : (id) => clicksOf(before, id),
  );
}

/** The ids of the links with most clicks, of those that may be. */
function pickTop(
  { linkIds, people }: LinkPeople,
  mayBe: (linkId: number) => boolean,
): readonly number[] {
  const top = new TopLinks(CANDIDATES);
  for (let place = 0; place < linkIds.length; place += 1) {
    const clicks = people[place]!;
    if (top.mayHave(clicks) && mayBe(linkIds[place]!)) top.add(linkIds[place]!, clicks);
  }
  return top.list().map(({ linkId }) => linkId);
}

function clicksOf(counted: LinkPeople, linkId: number): number {
  const place = findLink(counted, linkId);
  return counted.linkIds[place] === linkId ? counted.people[place]! : 0;
}
