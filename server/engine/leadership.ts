import type { Engine } from './engine.ts';

const LEASE_SECONDS = 15;
export const LEAD_SECONDS = LEASE_SECONDS / 3;

export class Leadership {
  readonly #engine: Pick<Engine, 'takeLease'>;
  readonly #clock: () => number;
  /** Counted from before the request, so the server never believes in a lease that has ended. */
  #until = Number.NEGATIVE_INFINITY;

  /** `clock` returns milliseconds and never jumps. */
  constructor(engine: Pick<Engine, 'takeLease'>, clock = () => performance.now()) {
    this.#engine = engine;
    this.#clock = clock;
  }

  get isHeld(): boolean {
    return this.#clock() < this.#until;
  }

  async renew(): Promise<void> {
    const asked = this.#clock();
    const isOurs = await this.#engine.takeLease('jobs', LEASE_SECONDS);
    this.#until = isOurs ? asked + LEASE_SECONDS * 1000 : Number.NEGATIVE_INFINITY;
  }
}
