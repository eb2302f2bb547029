import { Crowd, type CrowdOptions } from './crowd.ts';

export class WaitingCrowd {
  readonly #crowd: Crowd;
  readonly #ended: Promise<void>;
  #goal = 0;
  #onGoal: () => void = () => undefined;

  constructor(options: Pick<CrowdOptions, 'ledger' | 'dice' | 'port' | 'connections' | 'pauseMs'>) {
    this.#crowd = new Crowd({
      ...options,
      onAnswer: (total) => {
        if (total >= this.#goal) this.#onGoal();
      },
    });
    this.#ended = this.#crowd.run();
  }

  /** Waits for `count` more answers. Throws when all visitors are disconnected. */
  async waitForAnswers(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#goal = this.#crowd.answers + count;
    this.#onGoal = resolve;
    const gone = this.#ended.then(() => {
      throw new Error('every visitor was cut off');
    });
    await Promise.race([promise, gone]);
  }

  end(): Promise<void> {
    this.#crowd.stop();
    return this.#ended;
  }
}
