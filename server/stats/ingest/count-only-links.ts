import type { Engine } from '../../engine/engine.ts';
import {
  selectCountOnly,
  selectPurgedAt,
  selectPurged,
  selectLastLinkId,
} from './count-only-links.store.ts';

/** Another node may still redirect a purged link for this long, with another clock. */
const STALE_CACHE_MS = 60_000;

/** Count-only links, deleted ones too, and purged links that may have been count-only. */
export class CountOnlyLinks {
  readonly #engine: Engine;
  readonly #ids: Set<number>;
  /** Clicks after this instant are of links that exist, up to `#lastLinkId`. */
  readonly #purgedUntil: number;
  readonly #lastLinkId: number;

  private constructor(
    engine: Engine,
    ids: readonly number[],
    forgottenAt: number,
    lastLink: number,
  ) {
    this.#engine = engine;
    this.#ids = new Set(ids);
    this.#purgedUntil = forgottenAt === 0 ? 0 : forgottenAt * 1000 + STALE_CACHE_MS;
    this.#lastLinkId = lastLink;
  }

  static async open(engine: Engine): Promise<CountOnlyLinks> {
    const ids = await selectCountOnly(engine);
    const forgottenAt = await selectPurgedAt(engine);
    return new CountOnlyLinks(engine, ids, forgottenAt, await selectLastLinkId(engine));
  }

  mayBePurged(linkId: number, time: number): boolean {
    return time < this.#purgedUntil || linkId > this.#lastLinkId;
  }

  async resolvePurged(linkIds: readonly number[]): Promise<void> {
    for (const id of await selectPurged(this.#engine, linkIds)) this.#ids.add(id);
  }

  /** Links that may be purged must be resolved before. */
  has(linkId: number): boolean {
    return this.#ids.has(linkId);
  }
}
