import { clickClasses } from '../../contracts/stats.ts';
import { SITE_ID } from './record-visits.ts';
import type { Visit } from './visit.ts';

/** Clicks by class. */
export type ClassCounts = Record<(typeof clickClasses)[number], number>;

/** The new clicks of links that somebody watches, and of the site (0), as far as there are any. */
export type WatchedCounts = ReadonlyMap<number, ClassCounts>;

/** Counts the clicks of these links, and of the site where its id is among them. */
export function countWatched(
  visits: readonly Visit[],
  watched: ReadonlySet<number>,
): WatchedCounts {
  const counts = new Map<number, ClassCounts>();
  const add = (linkId: number, clickClass: number): void => {
    const known = counts.get(linkId);
    const count = known ?? { person: 0, scan: 0, preview: 0, bot: 0 };
    if (known === undefined) counts.set(linkId, count);
    count[clickClasses[clickClass]!] += 1;
  };
  if (watched.size === 0) return counts;
  for (const visit of visits) {
    if (watched.has(SITE_ID)) add(SITE_ID, visit.class);
    if (watched.has(visit.linkId)) add(visit.linkId, visit.class);
  }
  return counts;
}
