import { clickClasses } from '../../../contracts/stats.constants.ts';
import { SITE_ID } from '../site-id.ts';
import type { Visits } from '../ingest/visits.ts';

export type ClassCounts = Record<(typeof clickClasses)[number], number>;

/** New clicks by watched link; 0 is the whole site. */
export type WatchedCounts = ReadonlyMap<number, ClassCounts>;

export function countWatched(
  visits: Pick<Visits, 'length' | 'linkId' | 'class'>,
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
  for (let at = 0; at < visits.length; at += 1) {
    const linkId = visits.linkId(at);
    if (watched.has(SITE_ID)) add(SITE_ID, visits.class(at));
    if (watched.has(linkId)) add(linkId, visits.class(at));
  }
  return counts;
}
