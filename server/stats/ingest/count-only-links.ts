import type { Engine } from '../../engine/engine.ts';
import {
  selectCountOnly,
  selectForgottenAt,
  selectGone,
  selectLastLink,
} from './count-only-links.store.ts';

/** Another node may still redirect a purged link for this long, with another clock. */
const FOLLOWED_MS = 60_000;

/** Count-only links, deleted ones too, and purged links that may have been count-only. */
export class CountOnlyLinks {
  readonly #engine: Engine;
  readonly #ids: Set<number>;
  /** Clicks after this instant are of links that exist, up to `#lastLink`. */
  readonly #goneUntil: number;
  readonly #lastLink: number;

  private constructor(
    engine: Engine,
    ids: readonly number[],
    forgottenAt: number,
    lastLink: number,
  ) {
    this.#engine = engine;
    this.#ids = new Set(ids);
    this.#goneUntil = forgottenAt === 0 ? 0 : forgottenAt * 1000 + FOLLOWED_MS;
    this.#lastLink = lastLink;
  }

  static async open(engine: Engine): Promise<CountOnlyLinks> {
    // Read first: a link that is purged meanwhile is still among the ids.
    const ids = await selectCountOnly(engine);
    const forgottenAt = await selectForgottenAt(engine);
    return new CountOnlyLinks(engine, ids, forgottenAt, await selectLastLink(engine));
  }

  /** Whether a click's link may be purged and must be resolved; `time` is in milliseconds. */
  mayBeGone(linkId: number, time: number): boolean {
    return time < this.#goneUntil || linkId > this.#lastLink;
  }

  async meet(linkIds: readonly number[]): Promise<void> {
    for (const id of await selectGone(this.#engine, linkIds)) this.#ids.add(id);
  }

  /** Links that may be purged must be resolved before. */
  has(linkId: number): boolean {
    return this.#ids.has(linkId);
  }
}
