import type { Alert } from '../../../contracts/stats/stats.ts';

export const BASELINE_DAYS = 28;
const DAYS_MIN = 7;
const SPIKE_PEOPLE = 50;
/** A spike is at least this many times the usual: steady links must not cause noise. */
const SPIKE_TIMES = 3;
/** A spike is this many spreads above the usual: restless links must not cause noise. */
const SPIKE_SPREADS = 6;
const SILENCE_USUAL = 20;
const SILENCE_SHARE = 0.05;
/** Converts a median deviation to a standard deviation of a normal distribution. */
const SPREAD_OF_DEVIATION = 1.4826;

export interface Anomaly {
  readonly kind: Alert['kind'];
  readonly usual: number;
}

/** Compares with the last 28 days before. A silence needs 28 of them, a spike needs 7. */
export function findAnomaly(people: number, before: readonly number[]): Anomaly | null {
  if (before.length < DAYS_MIN) return null;
  const days = before.slice(-BASELINE_DAYS);
  const { usual, spread } = findBaseline(days);
  // Chance scatters numbers by their square root, which stays far below three times the usual.
  const least = Math.max(SPIKE_PEOPLE, SPIKE_TIMES * usual);
  if (people >= least && people > usual + SPIKE_SPREADS * spread) return { kind: 'spike', usual };
  const isKnown = days.length === BASELINE_DAYS;
  return isKnown && usual >= SILENCE_USUAL && people < SILENCE_SHARE * usual
    ? { kind: 'silence', usual }
    : null;
}

interface Baseline {
  readonly usual: number;
  readonly spread: number;
}

function findBaseline(days: readonly number[]): Baseline {
  const all = measure(days);
  if (days.length < BASELINE_DAYS) return all;
  const sameWeekday = measure(days.filter((_, index) => index % 7 === 0));
  return sameWeekday.spread <= all.spread ? sameWeekday : all;
}

function measure(days: readonly number[]): Baseline {
  const usual = median(days);
  const deviations = days.map((people) => Math.abs(people - usual));
  return { usual, spread: SPREAD_OF_DEVIATION * median(deviations) };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper;
  return (sorted[lower]! + sorted[upper]!) / 2;
}
