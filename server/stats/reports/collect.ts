import type { Report } from '../../../contracts/stats.ts';
import { addFrequent } from './add-frequent.ts';
import { addSum, addValues, liesWithin } from './add-sum.ts';
import { Calendar, type DayQuarters } from './calendar.ts';
import { blockOf } from './day-block.ts';
import { readSettled, type SettledDetail } from '../detail.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import { SITE_ID } from '../record-visits.ts';
import { readSettledOf, selectSumsOf } from './reports.store.ts';
import { addDifference, scanDetail } from './scan-detail.ts';
import type { Source } from './source.ts';
import type { Span } from './span.ts';
import { Tally } from './tally.ts';
import { openTimeZone } from './time-zone.ts';

/** Which clicks are to be added up, and to how much detail. */
export interface Wanted {
  readonly span: Span;
  readonly step: Report['step'];
  readonly withValues: boolean;
}

/** Adds up the clicks of a span: those of settled days once, and then again from memory. */
export async function collect(source: Source, wanted: Wanted): Promise<Tally> {
  const { span, step } = wanted;
  const { openDays, memory, settledRevision, facts } = source;
  const calendar = new Calendar(span, step, openTimeZone(source.timeZone));
  const newTally = () => new Tally(facts, calendar.starts.length);
  const days = listDays(source, span);
  // Whatever the end of the span, they are wholly within it.
  const settled = days.filter((day) => !openDays.has(day) && (day + 1) * DAY_SECONDS <= span.to);
  const known = await memory.tallies.get(settledRevision, keyOf(source, wanted, settled), () =>
    addDays(source, wanted, calendar, settled, newTally()),
  );
  const isSettled = new Set(settled);
  const others = days.filter((day) => !isSettled.has(day));
  return addDays(source, wanted, calendar, others, newTally().add(known));
}

function listDays({ firstDay }: Source, span: Span): number[] {
  const days: number[] = [];
  for (let day = Math.max(dayOf(span.from), firstDay); day * DAY_SECONDS < span.to; day += 1) {
    days.push(day);
  }
  return days;
}

/** Says all that a tally of settled days depends on but their revision. */
function keyOf(source: Source, wanted: Wanted, settled: readonly number[]): string {
  const { linkId, audience, filters, timeZone, filtersFrom } = source;
  const { span, step, withValues } = wanted;
  const [first = 0, last = 0] = [settled[0], settled.at(-1)];
  const isSettled = new Set(settled);
  const open: number[] = [];
  for (let day = first; day < last; day += 1) if (!isSettled.has(day)) open.push(day);
  const about = [linkId, audience, filters, filtersFrom];
  return JSON.stringify([...about, timeZone, span.from, step, withValues, first, last, open]);
}

async function addDays(
  source: Source,
  wanted: Wanted,
  calendar: Calendar,
  days: readonly number[],
  tally: Tally,
): Promise<Tally> {
  const { openDays } = source;
  for (const some of Map.groupBy(days, blockOf).values()) {
    const settled = some.filter((day) => !openDays.has(day));
    const others = addFrequentDays(source, wanted, calendar, settled, tally)
      ? []
      : await addSums(source, wanted, calendar, settled, tally);
    await readDetails(source, others, (day, detail) => {
      addSettled(source, wanted, detail, calendar.quartersOf(day), tally);
    });
    for (const day of some.filter((day) => openDays.has(day))) {
      await addOpenDay(source, wanted, day, calendar.quartersOf(day), tally);
    }
  }
  return tally.complete();
}

/** Adds settled days by a copy that has them by all that is asked for; else false. */
function addFrequentDays(
  source: Source,
  { withValues }: Wanted,
  calendar: Calendar,
  days: readonly number[],
  tally: Tally,
): boolean {
  const { facts, memory, linkId, keys, settledRevision: revision, scan } = source;
  // Settled clicks have no others.
  if (keys === null) return true;
  if (linkId !== SITE_ID || !source.isFiltered) return false;
  // Sums of all clicks must not be mixed with what others say.
  if (keys.length === 0 && !source.haveSumsOwnRules) return false;
  const { version } = facts.rules;
  const found = memory.settledCopy?.findFrequent(keys, version, { revision, days }) ?? null;
  for (const day of found ?? []) {
    addFrequent(day, calendar.quartersOf(day.day), scan(), withValues, tally);
  }
  return found !== null;
}

/**
 * Adds the sums of those days of which all clicks are wanted, where nothing is filtered by; returns the
 * other days.
 */
async function addSums(
  source: Source,
  wanted: Wanted,
  calendar: Calendar,
  days: readonly number[],
  tally: Tally,
): Promise<readonly number[]> {
  const { engine, memory, linkId, audience, filters } = source;
  if (Object.keys(filters).length > 0) return days;
  // They must not be mixed with what others say.
  if (audience !== 'people' && !source.haveSumsOwnRules) return days;
  const copied = memory.settledCopy?.findSums(askFor(source, days)) ?? null;
  const scan = source.scan();
  const others: number[] = [];
  const summed: WholeDay[] = [];
  for (const { day, body } of copied?.days ?? (await selectSumsOf(engine, linkId, days))) {
    const quarters = calendar.quartersOf(day);
    if (isWhole(source, day, body, quarters)) summed.push({ day, body, quarters });
    else others.push(day);
  }
  const hasValues = wanted.withValues && scan.difference.hasPersons;
  // The values of a day are the same in any time zone.
  const all = hasValues && others.length === 0 ? (copied?.all ?? null) : null;
  const isEach = hasValues && all === null;
  for (const { body, quarters } of summed) addSum(tally, body, quarters, scan, isEach);
  if (all !== null) addValues(tally, all, 1);
  if (audience === 'people' || !wanted.withValues) return others;
  const summedDays = summed.map(({ day }) => day);
  await readDetails(source, summedDays, (_, detail) => addDifference(detail, source.scan(), tally));
  return others;
}

/** The sum of a day of which all is wanted. */
interface WholeDay {
  readonly day: number;
  readonly body: Uint8Array;
  readonly quarters: DayQuarters;
}

/** Tells of the clicks of settled days. */
async function readDetails(
  source: Source,
  days: readonly number[],
  tell: (day: number, detail: SettledDetail) => void,
): Promise<void> {
  if (days.length === 0) return;
  const { engine, memory, linkId } = source;
  const copied = memory.settledCopy?.findClicks(askFor(source, days)) ?? null;
  for await (const { day, body } of copied ?? readSettledOf(engine, linkId, days)) {
    tell(day, readSettled(body));
  }
}

function askFor({ linkId, settledRevision: revision }: Source, days: readonly number[]) {
  return { linkId, revision, days };
}

async function addOpenDay(
  source: Source,
  wanted: Wanted,
  day: number,
  quarters: DayQuarters,
  tally: Tally,
): Promise<void> {
  const { engine, facts, memory, linkId, isFiltered } = source;
  const { sum, settled, open, visitors } = await memory.openDetails.read(
    engine,
    facts,
    linkId,
    day,
  );
  const scan = source.scan();
  const isSummed = !isFiltered && sum !== null && isWhole(source, day, sum, quarters);
  if (isSummed) {
    addSum(tally, sum, quarters, scan, wanted.withValues && scan.difference.hasPersons);
  }
  if (isSummed && linkId === SITE_ID) {
    // It is of the open clicks, too, and lacks only who these are of.
    tally.visitors += visitors;
    return;
  }
  if (!isSummed && settled !== null) addSettled(source, wanted, settled, quarters, tally);
  scanDetail(open.detail, open.isFirst, quarters, scan, wanted.withValues, tally);
}

/** Tells whether all clicks of the sum of a day are wanted. */
function isWhole(
  { filtersFrom }: Source,
  day: number,
  body: Uint8Array,
  quarters: DayQuarters,
): boolean {
  const isForgotten = day * DAY_SECONDS < filtersFrom;
  return isForgotten || liesWithin(body, quarters);
}

function addSettled(
  { scan }: Source,
  { withValues }: Wanted,
  detail: SettledDetail,
  quarters: DayQuarters,
  tally: Tally,
): void {
  scanDetail(detail, detail.visitors, quarters, scan(), withValues, tally);
}
