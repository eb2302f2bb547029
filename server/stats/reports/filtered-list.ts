import type { LinkPeople } from '../link-people.ts';
import { findLink } from '../link-runs.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { TopLinks } from '../top-links.ts';
import { countLinks } from './count-links.ts';
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
    (id) => clicksOf(now, id),
    before === null ? null : (id) => clicksOf(before, id),
  );
}

/** The ids of the links with most clicks, at most so many, of those that others have not. */
function pickTop(
  { linkIds, people }: LinkPeople,
  max: number,
  others: LinkPeople | null = null,
): readonly number[] {
  const top = new TopLinks(max);
  let other = 0;
  for (let place = 0; place < linkIds.length; place += 1) {
    const clicks = people[place]!;
    if (!top.mayHave(clicks)) continue;
    const linkId = linkIds[place]!;
    if (others !== null) {
      // Both have the lowest id first.
      while (other < others.linkIds.length && others.linkIds[other]! < linkId) other += 1;
      if (others.linkIds[other] === linkId) continue;
    }
    top.add(linkId, clicks);
  }
  return top.list().map(({ linkId }) => linkId);
}

function clicksOf(counted: LinkPeople, linkId: number): number {
  const place = findLink(counted, linkId);
  return counted.linkIds[place] === linkId ? counted.people[place]! : 0;
}
