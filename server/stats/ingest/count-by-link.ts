import { isPeople } from '../classify/classes.ts';
import type { Visits } from './visits.ts';

/** By ascending link id. */
export interface LinkCounts {
  readonly linkIds: Float64Array;
  readonly clicks: Float64Array;
  /** Clicks of bots and previews. */
  readonly nonHuman: Float64Array;
}

export function countByLink(visits: Pick<Visits, 'length' | 'linkId' | 'class'>): LinkCounts {
  const clicks = new Map<number, number>();
  const nonHuman = new Map<number, number>();
  for (let at = 0; at < visits.length; at += 1) {
    const linkId = visits.linkId(at);
    clicks.set(linkId, (clicks.get(linkId) ?? 0) + 1);
    if (!isPeople(visits.class(at))) nonHuman.set(linkId, (nonHuman.get(linkId) ?? 0) + 1);
  }
  const linkIds = Float64Array.from(clicks.keys()).sort();
  return {
    linkIds,
    clicks: linkIds.map((id) => clicks.get(id)!),
    nonHuman: linkIds.map((id) => nonHuman.get(id) ?? 0),
  };
}
