import type { Engine } from '../../engine/engine.ts';
import {
  selectCountOnly,
  selectPurgedAt,
  selectPurged,
  selectLastLinkId,
} from './count-only-links.store.ts';

/** Another node may still redirect a purged link for this long, with another clock. */
const STALE_CACHE_MS = 60_000;

export interface CountOnlyLinks {
  /** Links that may be purged must be resolved before. */
  has(linkId: number): boolean;
  mayBePurged(linkId: number, time: number): boolean;
  resolvePurged(linkIds: readonly number[]): Promise<void>;
}

/** Count-only links, deleted ones too, and purged links that may have been count-only. */
export async function openCountOnlyLinks(engine: Engine): Promise<CountOnlyLinks> {
  const ids = new Set(await selectCountOnly(engine));
  const purgedAt = await selectPurgedAt(engine);
  // Clicks after this instant are of links that exist, up to the last one.
  const purgedUntil = purgedAt === 0 ? 0 : purgedAt * 1000 + STALE_CACHE_MS;
  const lastLinkId = await selectLastLinkId(engine);
  return {
    has: (linkId) => ids.has(linkId),
    mayBePurged: (linkId, time) => time < purgedUntil || linkId > lastLinkId,
    async resolvePurged(linkIds) {
      for (const id of await selectPurged(engine, linkIds)) ids.add(id);
    },
  };
}
