import type { Engine } from './engine.ts';

/** For how long a server leads that does not say again that it does, in seconds. */
const LEASE_SECONDS = 15;
/** How often a server asks whether it leads, in seconds. */
export const LEAD_SECONDS = LEASE_SECONDS / 3;

/** Whether this server is the one of several that does what only one shall do. */
export class Leadership {
  readonly #engine: Pick<Engine, 'lease'>;
  readonly #clock: () => number;
  /** Until when it leads, by the clock: counted from before it asked, so never for too long. */
  #until = Number.NEGATIVE_INFINITY;

  /** `clock` tells milliseconds and is never set. */
  constructor(engine: Pick<Engine, 'lease'>, clock = () => performance.now()) {
    this.#engine = engine;
    this.#clock = clock;
  }

  get isHeld(): boolean {
    return this.#clock() < this.#until;
  }

  /** Asks for it, or for more of it; while it asks, what it has goes on. */
  async renew(): Promise<void> {
    const asked = this.#clock();
    const isOurs = await this.#engine.lease('jobs', LEASE_SECONDS);
    this.#until = isOurs ? asked + LEASE_SECONDS * 1000 : Number.NEGATIVE_INFINITY;
  }
}
