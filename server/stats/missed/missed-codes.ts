import { CODE_MAX, CUSTOM_CODE, isReservedCode } from '../../../contracts/custom-code.ts';
import { composeCode, tidyCode } from '../../engine/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf } from '../quarter.ts';
import { isAskedByPrograms } from './asked-by-programs.ts';
import { addMissed, type MissedCount } from './missed-codes.store.ts';

/** How many codes are remembered between two flushes: who guesses codes fills no memory. */
const NOTED_MAX = 1000;
/** Codes that are noted without what stood around them; of others that may be a part. */
const PLAIN_CODE = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.~+-]+$/u;

interface MissedCodesOptions {
  readonly engine: Engine;
  /** Told of what could not be written yet. */
  readonly onError: (error: unknown) => void;
}

/** What visitors asked for and is not there. */
export class MissedCodes {
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  /** By day and code. */
  #noted = new Map<string, MissedCount>();

  constructor({ engine, onError }: MissedCodesOptions) {
    this.#engine = engine;
    this.#onError = onError;
  }

  /**
   * Notes that a visitor typed a code, at this instant in Unix seconds; never throws. When there are
   * too many codes before the next flush, new ones are passed over.
   */
  note(typed: string, now: number): void {
    const tidy = composeCode(tidyCode(typed));
    // Who adds a plus to a page of the site asks for the preview of no link.
    if (tidy === '' || isReservedCode(tidy) || isAskedByPrograms(tidy)) return;
    const isWhole = CUSTOM_CODE.test(typed.toLowerCase()) || !PLAIN_CODE.test(tidy);
    const code = isWhole ? typed : tidy;
    // What no database can hold would keep all others from being written.
    if (code.length > CODE_MAX || code.includes('\0') || !code.isWellFormed()) return;
    this.#add({ day: dayOf(now), code, times: 1, last_at: now });
  }

  /** Writes what was noted; what cannot be written is kept for the next time, and told of. */
  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    try {
      await addMissed(this.#engine, [...noted.values()]);
    } catch (error) {
      const later = this.#noted;
      this.#noted = noted;
      for (const count of later.values()) this.#add(count);
      this.#onError(error);
    }
  }

  #add(count: MissedCount): void {
    const key = `${count.day}/${count.code}`;
    const known = this.#noted.get(key);
    if (known === undefined && this.#noted.size >= NOTED_MAX) return;
    this.#noted.set(key, {
      ...count,
      times: (known?.times ?? 0) + count.times,
      last_at: Math.max(known?.last_at ?? 0, count.last_at),
    });
  }
}
