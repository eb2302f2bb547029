import type { UnknownCode } from '../../../contracts/stats.ts';
import { foldCode } from '../../engine/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf } from '../quarter.ts';
import type { TimeRange } from '../query/time-range.ts';
import { isRequestedByPrograms } from './requested-by-programs.ts';
import { countByFoldedCode, selectUnknownCodes, selectTaken } from './unknown-codes.store.ts';

const LISTED_MAX = 50;
/** The size of the first read, and the growth of each further one. */
const READ_SIZE = 100;
const READ_GROWTH = 10;

/** At most 50, by UTC days. Leaves out codes of links, and names that programs request. */
export async function listUnknownCodes(
  engine: Engine,
  { from, to }: TimeRange,
): Promise<UnknownCode[]> {
  const missing: UnknownCode[] = [];
  let slice = { skip: 0, size: READ_SIZE };
  while (missing.length < LISTED_MAX) {
    const asked = await selectUnknownCodes(engine, dayOf(from), dayOf(to - 1), slice);
    missing.push(...(await dropExisting(engine, asked)));
    if (asked.length < slice.size) break;
    slice = { skip: slice.skip + slice.size, size: READ_GROWTH * slice.size };
  }
  return missing.slice(0, LISTED_MAX);
}

async function dropExisting(engine: Engine, asked: readonly UnknownCode[]): Promise<UnknownCode[]> {
  const typed = asked.filter(({ code }) => !isRequestedByPrograms(code));
  if (typed.length === 0) return [];
  const codes = typed.map(({ code }) => code);
  const taken = await selectTaken(engine, [...new Set([...codes, ...codes.map(foldCode)])]);
  const alike = await countByFoldedCode(engine, codes.map(foldCode));
  // Several codes that differ only in case: none of them answers another spelling.
  return typed.filter(
    ({ code }) => !taken.has(code) && !taken.has(foldCode(code)) && alike.get(foldCode(code)) !== 1,
  );
}
