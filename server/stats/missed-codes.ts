import { isReservedCode } from '../../contracts/custom-code.ts';
import type { MissedCode } from '../../contracts/stats.ts';
import type { Engine } from '../engine/engine.ts';
import {
  addMissed,
  deleteMissedBefore,
  selectMissed,
  selectTaken,
  thinMissedBefore,
  type MissedCount,
} from './missed-codes.store.ts';
import { dayOf } from './quarter.ts';

/** How many codes are remembered between two flushes: who guesses codes fills no memory. */
const NOTED_MAX = 1000;
/** The longest code that anybody could want to create, in characters. */
const CODE_MAX = 64;
/** How many codes a day keeps when it is over: what many days add up to must be read at once. */
const KEPT_A_DAY = 500;
const LISTED_MAX = 50;
/** How many codes are looked at at once for such as are not links by now. */
const LOOK_SIZE = 1000;

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
   * Notes that a visitor asked for a code, at this instant in Unix seconds; never throws. When
   * there are too many codes before the next flush, new ones are passed over.
   */
  note(code: string, now: number): void {
    // Who adds a plus to a page of the site asks for the preview of no link.
    if (isReservedCode(code)) return;
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

  /**
   * The codes most asked for on the days, in UTC, that lie in the span or reach into it; in Unix
   * seconds, `to` being the instant behind the last. At most 50, and none that leads anywhere by
   * now: exact, or in lower case.
   */
  async list(from: number, to: number): Promise<MissedCode[]> {
    const missing: MissedCode[] = [];
    for (let skip = 0; missing.length < LISTED_MAX; skip += LOOK_SIZE) {
      const slice = { skip, size: LOOK_SIZE };
      const asked = await selectMissed(this.#engine, dayOf(from), dayOf(to - 1), slice);
      missing.push(...(await this.#leaveTaken(asked)));
      if (asked.length < LOOK_SIZE) break;
    }
    return missing.slice(0, LISTED_MAX);
  }

  /** Forgets days that ended more than `keepDays` days ago, and the rare codes of those before now. */
  async prune(now: number, keepDays: number): Promise<void> {
    const today = dayOf(now);
    await deleteMissedBefore(this.#engine, today - keepDays);
    await thinMissedBefore(this.#engine, today, KEPT_A_DAY);
  }

  async #leaveTaken(asked: readonly MissedCode[]): Promise<MissedCode[]> {
    if (asked.length === 0) return [];
    const spellings = asked.flatMap(({ code }) => [code, code.toLowerCase()]);
    const taken = await selectTaken(this.#engine, [...new Set(spellings)]);
    return asked.filter(({ code }) => !taken.has(code) && !taken.has(code.toLowerCase()));
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
