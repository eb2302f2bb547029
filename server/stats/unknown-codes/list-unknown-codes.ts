import type { UnknownCode } from '../../../contracts/stats/stats.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf } from '../quarter.ts';
import type { TimeRange } from '../query/time-range.ts';
import { isRequestedByPrograms, splitRequested } from './requested-by-programs.ts';
import {
  countByFoldedCode,
  selectUnknownCodes,
  selectExistingCodes,
} from './unknown-codes.store.ts';

const LISTED_MAX = 50;
const READ_SIZE = 100;
const READ_GROWTH = 10;

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
