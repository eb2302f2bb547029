import { findLink, uniteLinks } from '../link-runs.ts';
import { TopLinks, type TopLink } from '../top-links.ts';
import { spreadClicks, type BestLinks, type LinkClicks } from './link-clicks.ts';

/** A link, and how many clicks it has now, and had before. */
export interface RankedClicks {
  readonly linkId: number;
  readonly now: number;
  readonly before: number;
}

/** The links with most clicks now, and those with none now and most before. */
export interface Ranking {
  readonly top: readonly RankedClicks[];
  readonly silent: readonly RankedClicks[];
}

/**
 * Ranks links by their clicks of settled days and of open ones, so many of either kind at most; null: it takes more
 * than the best of settled days, as others have many open clicks.
 */
export function rankLinks(best: BestLinks, openClicks: LinkClicks, max: number): Ranking | null {
  const { othersNow, othersSilent } = best;
  const areAllKnown = othersNow === 0 && othersSilent === 0;
  const linkIds = uniteLinks([best.linkIds, openClicks.linkIds]);
  const settled = spreadClicks(best, linkIds);
  const open = spreadClicks(openClicks, linkIds);
  const top = new TopLinks(max);
  const silent = new TopLinks(max);
  // What a link may have at most of which not all is known.
  let mostNow = othersNow;
  let mostSilent = othersSilent;
  for (let place = 0; place < linkIds.length; place += 1) {
    const now = settled.now[place]! + open.now[place]!;
    const before = settled.before[place]! + open.before[place]!;
    if (areAllKnown || settled.now[place]! + settled.before[place]! > 0) {
      if (now > 0) top.add(linkIds[place]!, now);
      else silent.add(linkIds[place]!, before);
    } else {
      mostNow = Math.max(mostNow, othersNow + now);
      if (now === 0) mostSilent = Math.max(mostSilent, othersSilent + before);
    }
  }
  const tops = top.list();
  const silents = silent.list();
  if (!areSure(tops, max, mostNow) || !areSure(silents, max, mostSilent)) return null;
  const tell = ({ linkId }: TopLink): RankedClicks => {
    const place = findLink({ linkIds }, linkId);
    return {
      linkId,
      now: settled.now[place]! + open.now[place]!,
      before: settled.before[place]! + open.before[place]!,
    };
  };
  return { top: tops.map(tell), silent: silents.map(tell) };
}

/** Whether none of the others can be among some links, which are so many at most. */
function areSure(links: readonly TopLink[], max: number, others: number): boolean {
  return others === 0 || (links.length === max && links.at(-1)!.people > others);
}
