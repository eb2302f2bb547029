import type { Engine } from '../../engine/engine.ts';
import { rankLinks } from '../top-links.store.ts';
import { encodeTopLinks } from '../top-links.ts';

/** How long the top of an open day is used, as many times as it took to find out, in milliseconds. */
const USED_TIMES = 20;
const USED_MAX_MS = 10_000;

interface Known {
  readonly links: Uint8Array;
  /** When it is found out again. */
  readonly until: number;
}

/** Finds out which links have most people on days that are not over, but not for each who asks. */
export class OpenTops {
  readonly #clock: () => number;
  readonly #days = new Map<number, Known>();

  /** `clock` tells milliseconds. */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Not `isExact`: people may have come since. */
  async read(engine: Engine, day: number): Promise<{ links: Uint8Array; isExact: boolean }> {
    const begun = this.#clock();
    for (const [known, { until }] of this.#days) if (until <= begun) this.#days.delete(known);
    const known = this.#days.get(day);
    if (known !== undefined) return { links: known.links, isExact: false };
    const links = encodeTopLinks(await rankLinks(engine, day));
    const now = this.#clock();
    const until = now + Math.min(USED_TIMES * (now - begun), USED_MAX_MS);
    this.#days.set(day, { links, until });
    return { links, isExact: true };
  }
}
