import { CODE_MAX, isReservedCode } from '../../../contracts/links/custom-code.ts';
import { joinCode } from '../../../contracts/links/domain-code.ts';
import { normalizeCode, trimCode, foldCode } from '../../engine/texts/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf } from '../quarter.ts';
import { isRequestedByPrograms, splitRequested } from './requested-by-programs.ts';
import {
  addUnknownCodes,
  type UnknownCodeCount,
  countByFoldedCode,
  selectUnknownCodes,
  selectExistingCodes,
} from './unknown-codes.store.ts';
import type { UnknownCode } from '../../../contracts/stats/stats.ts';
import type { TimeRange } from '../query/time-range.ts';

/** Codes between two flushes: guessed codes must not fill the memory. */
const NOTED_MAX = 1000;
/** Such codes are stored tidied; in others, the surroundings may be part of the code. */
const PLAIN_CODE = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.~+-]+$/u;
const SIMPLE_CODE = /^[a-z0-9_-]{1,64}$/i;
const LISTED_MAX = 50;
const READ_SIZE = 100;
const READ_GROWTH = 10;

interface UnknownCodesOptions {
  readonly engine: Engine;
  /** Receives failures of a flush; its codes are written later. */
  readonly onError: (error: unknown) => void;
}

export class UnknownCodes {
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  #noted = new Map<string, UnknownCodeCount>();

  constructor({ engine, onError }: UnknownCodesOptions) {
    this.#engine = engine;
    this.#onError = onError;
  }

  /** `now` is in Unix seconds. Never throws. Above the bound, new codes are ignored. */
  note(requested: string, now: number): void {
    const { domain, code: typed } = splitRequested(requested);
    const tidy = normalizeCode(trimCode(typed));
    // A reserved name with a plus sign is no preview of a link.
    if (tidy === '' || isReservedCode(tidy) || isRequestedByPrograms(tidy)) return;
    const isWhole = SIMPLE_CODE.test(typed) || !PLAIN_CODE.test(tidy);
    const code = joinCode(domain, isWhole ? typed : tidy);
    // Texts that no database stores would make the whole flush fail.
    if (code.length > CODE_MAX || code.includes('\0') || !code.isWellFormed()) return;
    this.#add({ day: dayOf(now), code, times: 1, last_at: now });
  }

  /** Writes the noted codes; on failure they stay for the next flush. */
  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    try {
      await addUnknownCodes(this.#engine, [...noted.values()]);
    } catch (error) {
      const later = this.#noted;
      this.#noted = noted;
      for (const count of later.values()) this.#add(count);
      this.#onError(error);
    }
  }

  #add(count: UnknownCodeCount): void {
    const key = `${count.day}/${count.code}`;
    const former = this.#noted.get(key);
    if (former === undefined && this.#noted.size >= NOTED_MAX) return;
    this.#noted.set(key, {
      ...count,
      times: (former?.times ?? 0) + count.times,
      last_at: Math.max(former?.last_at ?? 0, count.last_at),
    });
  }
}

/** At most 50, by UTC days. Leaves out codes of links, and names that programs request. */
export async function listUnknownCodes(
  engine: Engine,
  { from, to }: TimeRange,
  domain?: string,
): Promise<UnknownCode[]> {
  const unknown: UnknownCode[] = [];
  let slice = { skip: 0, size: READ_SIZE };
  while (unknown.length < LISTED_MAX) {
    const requested = await selectUnknownCodes(engine, dayOf(from), dayOf(to - 1), slice);
    unknown.push(...(await dropExisting(engine, chooseCodes(requested, domain))));
    if (requested.length < slice.size) break;
    slice = { skip: slice.skip + slice.size, size: READ_GROWTH * slice.size };
  }
  return unknown.slice(0, LISTED_MAX);
}

function chooseCodes(requested: readonly UnknownCode[], wanted?: string): UnknownCode[] {
  return requested.filter((unknown) => {
    const { domain, code } = splitRequested(unknown.code);
    return (wanted === undefined || domain === wanted) && !isRequestedByPrograms(code);
  });
}

async function dropExisting(engine: Engine, typed: readonly UnknownCode[]): Promise<UnknownCode[]> {
  if (typed.length === 0) return [];
  const codes = typed.map(({ code }) => code);
  const existing = await selectExistingCodes(engine, [
    ...new Set([...codes, ...codes.map(foldCode)]),
  ]);
  const spellings = await countByFoldedCode(engine, codes.map(foldCode));
  // Several codes that differ only in case: none of them answers another spelling.
  return typed.filter(
    ({ code }) =>
      !existing.has(code) && !existing.has(foldCode(code)) && spellings.get(foldCode(code)) !== 1,
  );
}
