import type { MissedCode } from '../../../contracts/stats.ts';
import { foldCode } from '../../engine/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf } from '../quarter.ts';
import type { Span } from '../query/span.ts';
import { isAskedByPrograms } from './asked-by-programs.ts';
import { countAlike, selectMissed, selectTaken } from './missed-codes.store.ts';

const LISTED_MAX = 50;
/** The size of the first read, and the growth of each further one. */
const LOOK_SIZE = 100;
const LOOK_GROWTH = 10;

/** At most 50, by UTC days. Leaves out codes of links, and names that programs request. */
export async function listMissed(engine: Engine, { from, to }: Span): Promise<MissedCode[]> {
  const missing: MissedCode[] = [];
  let slice = { skip: 0, size: LOOK_SIZE };
  while (missing.length < LISTED_MAX) {
    const asked = await selectMissed(engine, dayOf(from), dayOf(to - 1), slice);
    missing.push(...(await leaveTaken(engine, asked)));
    if (asked.length < slice.size) break;
    slice = { skip: slice.skip + slice.size, size: LOOK_GROWTH * slice.size };
  }
  return missing.slice(0, LISTED_MAX);
}

async function leaveTaken(engine: Engine, asked: readonly MissedCode[]): Promise<MissedCode[]> {
  const typed = asked.filter(({ code }) => !isAskedByPrograms(code));
  if (typed.length === 0) return [];
  const codes = typed.map(({ code }) => code);
  const taken = await selectTaken(engine, [...new Set([...codes, ...codes.map(foldCode)])]);
  const alike = await countAlike(engine, codes.map(foldCode));
  // Several codes that differ only in case: none of them answers another spelling.
  return typed.filter(
    ({ code }) => !taken.has(code) && !taken.has(foldCode(code)) && alike.get(foldCode(code)) !== 1,
  );
}
