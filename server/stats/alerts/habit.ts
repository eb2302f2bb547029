/** How many whole days before a day are the habit of a link: four weeks. */
export const HABIT_DAYS = 28;
/** With fewer days nobody knows yet what is usual. */
const KNOWN_DAYS_MIN = 7;
/** What many links have by chance is no spike. */
const SPIKE_PEOPLE = 50;
/** How many times as many as usual a spike is at least, so that steady links don't tell of noise. */
const SPIKE_TIMES = 3;
/** How many spreads above the usual a spike lies, so that restless links don't either. */
const SPIKE_SPREADS = 6;
/** With fewer a day, nobody at all is chance and not silence. */
const SILENCE_USUAL = 20;
/** Fewer than this share of the usual is silence. */
const SILENCE_SHARE = 0.05;
/** By which a median deviation becomes a standard deviation, where numbers scatter normally. */
const SPREAD_OF_DEVIATION = 1.4826;

/** That a day was not as others are. */
export interface Oddity {
  readonly kind: 'spike' | 'silence';
  /** How many people usually come in such a day. */
  readonly usual: number;
}

/**
 * Compares how many people came in a day with how many came on each day before it, the last of
 * these being the day before. Of more than 28 days the last 28 count; of fewer than 28 nothing is
 * silence, of fewer than 7 nothing is odd at all.
 */
export function findOddity(people: number, before: readonly number[]): Oddity | null {
  if (before.length < KNOWN_DAYS_MIN) return null;
  const days = before.slice(-HABIT_DAYS);
  const { usual, spread } = habitOf(days);
  // Numbers that scatter by no more than chance, their square root, stay far below three times.
  const least = Math.max(SPIKE_PEOPLE, SPIKE_TIMES * usual);
  if (people >= least && people > usual + SPIKE_SPREADS * spread) return { kind: 'spike', usual };
  const isKnown = days.length === HABIT_DAYS;
  return isKnown && usual >= SILENCE_USUAL && people < SILENCE_SHARE * usual
    ? { kind: 'silence', usual }
    : null;
}

interface Habit {
  readonly usual: number;
  readonly spread: number;
}

/** Of all days, or of the same days of the week where those are more alike. */
function habitOf(days: readonly number[]): Habit {
  const all = measure(days);
  if (days.length < HABIT_DAYS) return all;
  // A week lies between each of them and the next, and between the last and the day in question.
  const sameWeekday = measure(days.filter((_, index) => index % 7 === 0));
  return sameWeekday.spread <= all.spread ? sameWeekday : all;
}

/** Medians, which a few odd days do not move. */
function measure(days: readonly number[]): Habit {
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
