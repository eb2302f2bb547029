import { CLASSES } from '../classes.ts';
import type { DayQuarters } from './calendar.ts';
import { CLASS, IS_AUDIENCE, IS_PEOPLE, type Scan } from './compile-scan.ts';
import type { Detail, SettledDetail } from '../detail.ts';
import { QUARTERS } from '../quarter.ts';
import { selectRows, sievesOf, type Sieve } from './select-rows.ts';
import { TALLY_ROWS_MAX, type ByFact, type Tally } from './tally.ts';

/**
 * Adds details of one day to a tally; `visitors` says how many count with each row.
 *
 * A report with filters looks at all clicks of a site, so this is where its time goes: first rows are
 * selected, then those that are left are counted, in integers of 32 bits.
 */
export function scanDetail(
  detail: Detail,
  visitors: Uint8Array,
  quarters: DayQuarters,
  scan: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const sieves = [...wantedQuarters(detail, quarters), ...sievesOf(detail, scan.passing)];
  for (const rows of split(selectRows(detail.rows, sieves))) {
    times.fill(0);
    const byFact = withValues ? tally.byFact(rows.length) : null;
    tally.visitors += countRows(detail, visitors, rows, scan, byFact);
    addTimes(quarters, scan, tally);
  }
}

/**
 * Adds to the values in a tally what an audience has beyond the people of a day, or takes away whom it
 * has not, where a sum told of its people if it has persons.
 */
export function addDifference(
  detail: SettledDetail,
  { passing, difference }: Scan,
  tally: Tally,
): void {
  const { agents, isOfScans, sign } = difference;
  // Those first that let least through.
  const sieves: Sieve[] = isOfScans ? [[detail.scan, Uint8Array.of(0, 1)]] : [];
  sieves.push([detail.agent, agents], ...sievesOf(detail, passing));
  for (const rows of split(selectRows(detail.rows, sieves))) {
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

/** The clicks of some rows by the quarter, times the number of classes, plus the class. */
const times = new Int32Array(QUARTERS * CLASSES);

/** The rows of the quarters that are wanted, or no sieve where all are. */
function wantedQuarters(detail: Detail, { bars }: DayQuarters): Sieve[] {
  if (!bars.includes(-1)) return [];
  return [[detail.quarter, Uint8Array.from(bars, (bar) => (bar === -1 ? 0 : 1))]];
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
