import { CLASSES } from '../classes.ts';
import { addClicks } from './add-clicks.ts';
import type { DayQuarters } from './calendar.ts';
import { clickColumns, type ClickColumns } from './click-columns.ts';
import { CLASS, HAS_VALUES, IS_PEOPLE, type Counted, type Scan } from './compile-scan.ts';
import type { Detail, SettledDetail } from '../detail.ts';
import { QUARTERS } from '../quarter.ts';
import type { RowSet } from './row-set.ts';
import { selectRows, sievesOf, type Sieve } from './select-rows.ts';
import { TALLY_ROWS_MAX, type ByFact, type Tally } from './tally.ts';

/**
 * Adds those details of one day that pass to a tally; `visitors` says how many count with each row.
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
  const rows = selectRows(detail.rows, sieves);
  addRows(detail, visitors, rows, quarters, scan, withValues, tally);
}

/** Adds those of some rows that are of wanted quarters, or takes them away. */
export function scanRows(
  detail: Detail,
  visitors: Uint8Array,
  some: RowSet,
  quarters: DayQuarters,
  counted: Counted,
  withValues: boolean,
  tally: Tally,
): void {
  const rows = selectRows(detail.rows, wantedQuarters(detail, quarters), some);
  addRows(detail, visitors, rows, quarters, counted, withValues, tally);
}

/**
 * Adds to the values in a tally what an audience has beyond the people of a day, or takes away whom it
 * has not, where a sum told of its people if it has persons. `rows` are of whom these are, where that is
 * known.
 */
export function addDifference(
  detail: SettledDetail,
  { passing, difference }: Scan,
  tally: Tally,
  rows: RowSet | null = null,
): void {
  const { agents, isOfScans, sign } = difference;
  const sieves: Sieve[] = [];
  if (rows === null) {
    // Those first that let least through.
    if (isOfScans) sieves.push([detail.scan, Uint8Array.of(0, 1)]);
    sieves.push([detail.agent, agents], ...sievesOf(detail, passing));
  }
  const columns = clickColumns(detail);
  for (const some of split(selectRows(detail.rows, sieves, rows))) {
    const byFact = tally.byFact(some.length);
    for (let i = 0; i < some.length; i += 1) {
      const row = some[i]!;
      addFacts(byFact, columns, row, Math.imul(sign, columns.clicks[row]!));
    }
  }
}

function addRows(
  detail: Detail,
  visitors: Uint8Array,
  selected: Int32Array,
  quarters: DayQuarters,
  counted: Counted,
  withValues: boolean,
  tally: Tally,
): void {
  const columns = clickColumns(detail);
  for (const rows of split(selected)) {
    times.fill(0);
    tally.visitors += countTimes(columns, visitors, rows, counted);
    addTimes(quarters, counted, tally);
    if (withValues) countFacts(columns, rows, counted, tally.byFact(rows.length));
  }
}

/** As many rows at a time as a tally takes. */
function* split(rows: Int32Array): Generator<Int32Array> {
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

/** Counts rows by their times; returns the visitors. */
function countTimes(
  { agent, quarter, scan, clicks }: ClickColumns,
  visitors: Uint8Array,
  rows: Int32Array,
  { kinds, sign }: Counted,
): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const kind = kinds[2 * agent[row]! + scan[row]!];
    // Settled a moment ago by somebody who has met others.
    if (kind === undefined) continue;
    addClicks(times, quarter[row]! * CLASSES + (kind & CLASS), Math.imul(sign, clicks[row]!));
    if ((kind & IS_PEOPLE) !== 0) sum += visitors[row]!;
  }
  return sign * sum;
}

/** Adds those rows whose values count to the clicks by facts. */
function countFacts(
  columns: ClickColumns,
  rows: Int32Array,
  { kinds, sign }: Counted,
  byFact: ByFact,
): void {
  const { agent, scan, clicks } = columns;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const kind = kinds[2 * agent[row]! + scan[row]!];
    if (kind === undefined || (kind & HAS_VALUES) === 0) continue;
    addFacts(byFact, columns, row, Math.imul(sign, clicks[row]!));
  }
}

function addTimes({ bars, weekHours }: DayQuarters, { audience }: Counted, tally: Tally): void {
  for (let time = 0; time < times.length; time += 1) {
    const clicks = times[time]!;
    if (clicks === 0) continue;
    const quarter = Math.floor(time / CLASSES);
    const clickClass = time % CLASSES;
    const isAudience = audience[clickClass] === 1;
    tally.addTime(clickClass, bars[quarter]!, weekHours[quarter]!, isAudience, clicks);
  }
}

function addFacts(byFact: ByFact, columns: ClickColumns, row: number, clicks: number): void {
  addClicks(byFact.agent, columns.agent[row]!, clicks);
  addClicks(byFact.referrer, columns.referrer[row]!, clicks);
  addClicks(byFact.campaign, columns.campaign[row]!, clicks);
  addClicks(byFact.place, columns.place[row]!, clicks);
  addClicks(byFact.language, columns.language[row]!, clicks);
}
