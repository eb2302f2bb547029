import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../../engine/engine.ts';
import { limitKey } from '../../http/client/client-address.ts';
import { BackOff, tooManyAttempts, type Undo } from './back-off.ts';

const DELAY_MAX = 900;
const DAY_SECONDS = 86_400;
/** Wrong codes of an account and day from unknown addresses: one in 100 such years is right. */
const UNKNOWN_PER_DAY = 10;
const BEGINS_PER_MINUTE = 30;

interface Place {
  readonly account: number;
  readonly address: string;
  readonly isKnown: boolean;
}

/** Codes are short, so few may be tried. Who comes from a known address is never locked out. */
export class FactorThrottle {
  readonly #addresses: BackOff;
  readonly #unknown: RateLimiterAbstract;
  readonly #begins: RateLimiterAbstract;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = new BackOff(engine, { name: 'factor', max: DELAY_MAX });
    this.#unknown = engine.createLimiter({ name: 'factor-day', seconds: DAY_SECONDS });
    this.#begins = engine.createLimiter({ name: 'passkey-begin', seconds: 60 });
  }

  /** Before the code is compared. Returns what a right one does. Throws `account.too-many-attempts`. */
  async count({ account, address, isKnown }: Place, kind: 'code' | 'recovery'): Promise<Undo> {
    const key = `${account} ${limitKey(address)}`;
    const isCountedByDay = !isKnown && kind === 'code';
    await this.#addresses.countAttempt(key);
    if (isCountedByDay) await this.#countByDay(String(account));
    return async () => {
      await this.#addresses.reset(key);
      if (isCountedByDay) await this.#unknown.reward(String(account));
    };
  }

  /** Throws `account.too-many-attempts`. */
  async countBegin(address: string): Promise<void> {
    const counted = await this.#begins.consume(limitKey(address));
    if (counted.consumedPoints > BEGINS_PER_MINUTE) throw tooManyAttempts(counted);
  }

  async #countByDay(account: string): Promise<void> {
    const counted = await this.#unknown.consume(account);
    if (counted.consumedPoints > UNKNOWN_PER_DAY) throw tooManyAttempts(counted);
  }
}
