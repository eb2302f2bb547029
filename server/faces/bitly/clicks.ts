import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { Call } from '../../http/endpoint.ts';
import type { Ask } from '../ask.ts';
import { inZone, readClicks, readReport, type Period } from '../click-days.ts';
import type { getClicks, sumClicks } from './routes.ts';

type Range = Omit<CheckedRequestOf<typeof sumClicks>, 'host' | 'code'>;
type Unit = Range['unit'];

const DAY_SECONDS = 86_400;
/** A report has at most 20 years. */
const REACH_SECONDS = 20 * 365 * DAY_SECONDS;
const HOURS_REACH_SECONDS = 30 * DAY_SECONDS;
const SHORT_SECONDS = 366 * DAY_SECONDS;

/** As `2026-12-31T18:00:00+0100`. */
export function formatTime(time: Temporal.ZonedDateTime): string {
  const text = time.toString({ smallestUnit: 'second', timeZoneName: 'never' });
  return text.replace(/:(\d\d)$/, '$1');
}

export async function listClicks(
  ask: Ask,
  link: Link,
  { size, ...range }: Omit<CheckedRequestOf<typeof getClicks>, 'host' | 'code'>,
  call: Call,
) {
  const { unit } = range;
  const step = unit === 'hour' ? 'hour' : 'day';
  const period = await findPeriod(ask, link, range, call);
  const sums = new Map<number, number>();
  for await (const { start, clicks } of readClicks(ask, link, { ...period, step }, call)) {
    const begin = toSeconds(startOf(unit, inZone(start, call)));
    sums.set(begin, (sums.get(begin) ?? 0) + clicks);
  }
  const newest = [...sums].toSorted(([one], [other]) => other - one).slice(0, size);
  return {
    ...describe(range, call),
    link_clicks: newest.map(([start, clicks]) => ({
      date: formatTime(inZone(start, call)),
      clicks,
    })),
  };
}

/** All clicks include those from before the link was imported, whose times are not known. */
export async function sumAll(ask: Ask, link: Link, range: Range, call: Call) {
  const { from, to } = toPeriod(range, call);
  const { clicks } = await readReport(ask, link, { from, to }, call);
  const imported = range.units === -1 ? link.imported_clicks : 0;
  return { ...describe(range, call), total_clicks: clicks + imported };
}

function describe({ unit, units, unit_reference: reference = nowSeconds() }: Range, call: Call) {
  return { unit, units, unit_reference: formatTime(inZone(reference, call)) };
}

/** From the first month with clicks on: a long time without any costs one report. */
async function findPeriod(ask: Ask, link: Link, range: Range, call: Call): Promise<Period> {
  const { from, to } = toPeriod(range, call);
  const known = range.unit === 'hour' ? Math.max(from, to - HOURS_REACH_SECONDS) : from;
  if (to - known <= SHORT_SECONDS) return { from: known, to };
  const { bars } = await readReport(ask, link, { from: known, to }, call);
  const first = bars.find(({ person, scan }) => person + scan > 0);
  return { from: first === undefined ? to : Math.max(first.start, known), to };
}

function toPeriod({ unit, units, unit_reference: reference }: Range, call: Call): Period {
  const now = nowSeconds();
  const last = Math.max(1, Math.min(reference ?? now, now));
  const earliest = Math.max(0, last - REACH_SECONDS);
  if (units === -1) return { from: earliest, to: last + 1 };
  const back = startOf(unit, inZone(last, call)).subtract({ [`${unit}s`]: units - 1 });
  return { from: Math.max(earliest, toSeconds(back)), to: last + 1 };
}

function toSeconds({ epochMilliseconds }: Temporal.ZonedDateTime): number {
  return epochMilliseconds / 1000;
}

/** Weeks begin on Monday. */
function startOf(unit: Unit, time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (unit === 'hour') return time.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  if (unit === 'day') return time.startOfDay();
  return unit === 'week'
    ? time.subtract({ days: time.dayOfWeek - 1 }).startOfDay()
    : time.with({ day: 1 }).startOfDay();
}
