import { CLASSES } from '../classes.ts';
import type { DayQuarters } from './calendar.ts';
import { CLASS, IS_AUDIENCE, IS_PEOPLE, type Scan } from './compile-scan.ts';
import type { Detail, SettledDetail } from '../detail.ts';
import { factKinds } from '../fact-kinds.ts';
import { QUARTERS } from '../quarter.ts';
import type { Passing } from './report-query.ts';
import { TALLY_ROWS_MAX, type ByFact, type Tally } from './tally.ts';

/**
 * Adds details of one day to a tally; `visitors` says how many count with each row.
 *
 * A report with filters looks at all clicks of a site, so this is where its time goes: first each
 * filter alone goes through its column, without a branch that the processor could guess wrong, then
 * the rows that are left are counted, in integers of 32 bits.
 */
export function scanDetail(
  detail: Detail,
  visitors: Uint8Array,
  quarters: DayQuarters,
  scan: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  for (const rows of split(selectRows(detail, quarters, scan.passing))) {
    times.fill(0);
    const byFact = withValues ? tally.byFact(rows.length) : null;
    tally.visitors += countRows(detail, visitors, rows, scan, byFact);
    addTimes(quarters, scan, tally);
  }
}

/**
 * Adds to the values in a tally what an audience has beyond the people of a day, or takes away whom it
 * has not, where the sum of the day told of its people if it has persons.
 */
export function addDifference(detail: SettledDetail, { difference }: Scan, tally: Tally): void {
  const { agents, isOfScans, sign } = difference;
  reserve(detail.rows);
  const some = isOfScans ? keepPassing(detail.scan, Uint8Array.of(0, 1), null) : null;
  for (const rows of split(keepPassing(detail.agent, agents, some))) {
    const byFact = tally.byFact(rows.length);
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i]!;
      addFacts(byFact, detail, row, sign * detail.clicks[row]!);
    }
  }
}

/** As many rows at a time as a tally takes. */
function* split(rows: Uint32Array): Generator<Uint32Array> {
  for (let from = 0; from < rows.length; from += TALLY_ROWS_MAX) {
    yield rows.subarray(from, from + TALLY_ROWS_MAX);
  }
}

/** The numbers of rows, of which a scan has those that pass. */
let numbers = new Uint32Array(4096);
/** The clicks of these by the quarter, times the number of classes, plus the class. */
const times = new Int32Array(QUARTERS * CLASSES);

/** The rows that are wanted, until the next are selected. */
function selectRows(detail: Detail, { bars }: DayQuarters, passing: Passing): Uint32Array {
  reserve(detail.rows);
  let rows: Uint32Array | null = null;
  if (bars.includes(-1)) {
    const isWanted = Uint8Array.from(bars, (bar) => (bar === -1 ? 0 : 1));
    rows = keepPassing(detail.quarter, isWanted, rows);
  }
  for (const kind of factKinds) {
    const pass = passing[kind];
    if (pass !== null) rows = keepPassing(detail[kind], pass, rows);
  }
  return rows ?? numberAll(detail.rows);
}

function reserve(rows: number): void {
  if (numbers.length < rows) numbers = new Uint32Array(2 * rows);
}

/** Those of some rows, or of all, whose value in a column passes. */
function keepPassing(
  column: Uint16Array | Uint8Array,
  pass: Uint8Array,
  rows: Uint32Array | null,
): Uint32Array {
  const kept = numbers;
  let count = 0;
  // What was settled a moment ago by somebody who has met others passes nothing.
  if (rows === null) {
    for (let row = 0; row < column.length; row += 1) {
      kept[count] = row;
      count += pass[column[row]!] ?? 0;
    }
  } else {
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i]!;
      kept[count] = row;
      count += pass[column[row]!] ?? 0;
    }
  }
  return kept.subarray(0, count);
}

function numberAll(rows: number): Uint32Array {
  const all = numbers;
  for (let row = 0; row < rows; row += 1) all[row] = row;
  return all.subarray(0, rows);
}

/** Adds rows to the times, and those of the audience by their facts; returns the visitors. */
function countRows(
  detail: Detail,
  visitors: Uint8Array,
  rows: Uint32Array,
  { kinds }: Scan,
  byFact: ByFact | null,
): number {
  const { agent, quarter, scan } = detail;
  const clicks = detail.form === 'settled' ? detail.clicks : null;
  let sum = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const kind = kinds[2 * agent[row]! + scan[row]!];
    // Settled a moment ago by somebody who has met others.
    if (kind === undefined) continue;
    const count = clicks === null ? 1 : clicks[row]!;
    add(times, quarter[row]! * CLASSES + (kind & CLASS), count);
    if ((kind & IS_PEOPLE) !== 0) sum += visitors[row]!;
    if (byFact !== null && (kind & IS_AUDIENCE) !== 0) addFacts(byFact, detail, row, count);
  }
  return sum;
}

function addTimes({ bars, weekHours }: DayQuarters, { audience }: Scan, tally: Tally): void {
  for (let time = 0; time < times.length; time += 1) {
    const clicks = times[time]!;
    if (clicks === 0) continue;
    const quarter = Math.floor(time / CLASSES);
    const clickClass = time % CLASSES;
    const isAudience = audience[clickClass] === 1;
    tally.addTime(clickClass, bars[quarter]!, weekHours[quarter]!, isAudience, clicks);
  }
}

function addFacts(byFact: ByFact, detail: Detail, row: number, clicks: number): void {
  add(byFact.agent, detail.agent[row]!, clicks);
  add(byFact.referrer, detail.referrer[row]!, clicks);
  add(byFact.campaign, detail.campaign[row]!, clicks);
  add(byFact.place, detail.place[row]!, clicks);
  add(byFact.language, detail.language[row]!, clicks);
}

function add(counts: Int32Array, at: number, clicks: number): void {
  // Said to be an integer, it is never made a floating number on the way.
  counts[at] = (counts[at]! + clicks) | 0;
}
