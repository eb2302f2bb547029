import type { Engine } from '../../server/engine/engine.ts';

/** Which write fails (0: none), and when: before its work, after it, or at the commit. */
export interface WriteFailure {
  readonly failsAt: number;
  readonly moment: 'before' | 'after' | 'committed';
}

export const NO_FAILURE: WriteFailure = { failsAt: 0, moment: 'before' };

export class FailingEngine {
  #left = 0;
  #moment: WriteFailure['moment'] = 'before';
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = {
      ...engine,
      write: async (work) => {
        this.#left -= 1;
        const moment = this.#left === 0 ? this.#moment : null;
        const result = await engine.write(async (tx, changed) => {
          if (moment === 'before') throw new Error('killed');
          const found = await work(tx, changed);
          if (moment === 'after') throw new Error('killed');
          return found;
        });
        if (moment === 'committed') throw new Error('the answer is lost');
        return result;
      },
    };
  }

  set({ failsAt, moment }: WriteFailure): void {
    this.#left = failsAt;
    this.#moment = moment;
  }
}
