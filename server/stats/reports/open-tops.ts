import type { Engine } from '../../engine/engine.ts';
import { rankLinks } from '../top-links.store.ts';
import { encodeTopLinks } from '../top-links.ts';
import type { OpenPeople } from './open-people.ts';

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
  readonly #people: OpenPeople;
  readonly #clock: () => number;
  readonly #days = new Map<number, Known>();

  /** `clock` tells milliseconds. */
  constructor(people: OpenPeople, clock = () => performance.now()) {
    this.#people = people;
    this.#clock = clock;
  }

  /** As they are stored of a settled day; people may have come since. */
  async read(engine: Engine, day: number): Promise<Uint8Array> {
    const begun = this.#clock();
    for (const [known, { until }] of this.#days) if (until <= begun) this.#days.delete(known);
    const known = this.#days.get(day);
    if (known !== undefined) return known.links;
    const people = await this.#people.countAll(engine, day);
    const links = encodeTopLinks(await rankLinks(engine, day, people));
    const now = this.#clock();
    const until = now + Math.min(USED_TIMES * (now - begun), USED_MAX_MS);
    this.#days.set(day, { links, until });
    return links;
  }
}
