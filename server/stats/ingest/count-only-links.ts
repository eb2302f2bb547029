import type { Engine } from '../../engine/engine.ts';
import {
  selectCountOnly,
  selectForgottenAt,
  selectGone,
  selectLastLink,
} from './count-only-links.store.ts';

/** How long a link may be followed after it was forgotten: by another node, whose clock may be another. */
const FOLLOWED_MS = 60_000;

/**
 * Of which links nothing but the number of clicks is kept: of those that say so, also when they are
 * deleted, and of those that are gone for good by now and may have been such.
 */
export class CountOnlyLinks {
  readonly #engine: Engine;
  readonly #ids: Set<number>;
  /** Later clicks are of no link that is gone, if its id is not above the last one. */
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
    // Before that: what is forgotten meanwhile is among them.
    const ids = await selectCountOnly(engine);
    const forgottenAt = await selectForgottenAt(engine);
    return new CountOnlyLinks(engine, ids, forgottenAt, await selectLastLink(engine));
  }

  /** Whether the link of a click may be gone, and must be met; `time` is in milliseconds. */
  mayBeGone(linkId: number, time: number): boolean {
    return time < this.#goneUntil || linkId > this.#lastLink;
  }

  /** Finds out which of these links are gone. */
  async meet(linkIds: readonly number[]): Promise<void> {
    for (const id of await selectGone(this.#engine, linkIds)) this.#ids.add(id);
  }

  /** Tells whether a link is one of them, which was met if it may be gone. */
  has(linkId: number): boolean {
    return this.#ids.has(linkId);
  }
}
