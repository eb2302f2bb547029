import type { Audience } from '../../../contracts/stats.ts';
import { CLASSES, isPeople } from '../classes.ts';
import type { DayQuarters } from './calendar.ts';
import type { Detail } from '../detail.ts';
import { factKinds } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';
import { QUARTERS } from '../quarter.ts';
import {
  compileAudience,
  compileFilters,
  listClasses,
  type Filters,
  type Passing,
} from './report-query.ts';
import type { Tally } from './tally.ts';

/** What a scan looks for. */
export interface Scan {
  readonly passing: Passing;
  readonly audience: Uint8Array;
  /** The class of each agent, of those who did not scan a code and of those who did. */
  readonly classes: readonly [Uint8Array, Uint8Array];
}

/**
 * Says what a scan looks for that begins now: while a report is made facts may come up, of which
 * what it reads later has clicks.
 */
export function compileScan(facts: Facts, filters: Filters, audience: Audience): () => Scan {
  const compile = (): Scan => ({
    passing: compileFilters(facts, filters),
    audience: compileAudience(audience),
    classes: listClasses(facts),
  });
  let known = facts.known;
  let scan = compile();
  return () => {
    if (facts.known.every((last, kind) => last === known[kind])) return scan;
    known = facts.known;
    return (scan = compile());
  };
}

/**
 * Adds details of one day to a tally; `visitors` says how many count with each row.
 *
 * A report with filters looks at all clicks of a site, so this is where its time goes: first each
 * filter alone goes through its column, without a branch that the processor could guess wrong, then
 * the rows that are left are counted.
 */
export function scanDetail(
  detail: Detail,
  visitors: Uint8Array,
  quarters: DayQuarters,
  scan: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const rows = selectRows(detail, quarters, scan.passing);
  times.fill(0);
  tally.visitors += countRows(detail, visitors, rows, scan, withValues ? tally.byFact : null);
  for (const [time, clicks] of times.entries()) {
    if (clicks === 0) continue;
    const [quarter, clickClass] = [Math.floor(time / CLASSES), time % CLASSES];
    const isAudience = scan.audience[clickClass] === 1;
    const { bars, weekHours } = quarters;
    tally.addTime(clickClass, bars[quarter]!, weekHours[quarter]!, isAudience, clicks);
  }
}

/** The numbers of rows, of which a scan has those that pass. */
let numbers = new Uint32Array(4096);
/** The clicks of these by the quarter, times the number of classes, plus the class. */
const times = new Float64Array(QUARTERS * CLASSES);

/** The rows that are wanted, until the next are selected. */
function selectRows(detail: Detail, { bars }: DayQuarters, passing: Passing): Uint32Array {
  if (numbers.length < detail.rows) numbers = new Uint32Array(2 * detail.rows);
  let count = detail.rows;
  for (let row = 0; row < count; row += 1) numbers[row] = row;
  if (bars.includes(-1)) {
    const isWanted = Uint8Array.from(bars, (bar) => (bar === -1 ? 0 : 1));
    count = keepPassing(detail.quarter, isWanted, count);
  }
  for (const kind of factKinds) {
    const pass = passing[kind];
    if (pass !== null) count = keepPassing(detail[kind], pass, count);
  }
  return numbers.subarray(0, count);
}

/** Keeps of the first rows those whose value in a column passes; returns how many these are. */
function keepPassing(column: Uint16Array | Uint8Array, pass: Uint8Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const row = numbers[i]!;
    numbers[kept] = row;
    // What was settled a moment ago by somebody who has met others passes nothing.
    kept += pass[column[row]!] ?? 0;
  }
  return kept;
}

/** Adds rows to the times, and those of the audience by their facts; returns the visitors. */
function countRows(
  detail: Detail,
  visitors: Uint8Array,
  rows: Uint32Array,
  { audience, classes: [classes, scanClasses] }: Scan,
  byFact: readonly Float64Array[] | null,
): number {
  const { agent, referrer, campaign, place, language, quarter, scan } = detail;
  const clicks = detail.form === 'settled' ? detail.clicks : null;
  const [agents, referrers, campaigns, places, languages] = byFact ?? [];
  let sum = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const agentId = agent[row]!;
    const clickClass = (scan[row] === 1 ? scanClasses : classes)[agentId];
    if (clickClass === undefined) continue;
    const count = clicks === null ? 1 : clicks[row]!;
    times[quarter[row]! * CLASSES + clickClass]! += count;
    if (isPeople(clickClass)) sum += visitors[row]!;
    if (byFact === null || audience[clickClass] !== 1) continue;
    agents![agentId]! += count;
    referrers![referrer[row]!]! += count;
    campaigns![campaign[row]!]! += count;
    places![place[row]!]! += count;
    languages![language[row]!]! += count;
  }
  return sum;
}
