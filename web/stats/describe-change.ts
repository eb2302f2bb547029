import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { nameDays } from './period/days.ts';
import type { StatsView } from './stats-view.ts';

/** From this factor on, the page shows a factor instead of a percentage. */
const FACTOR_MIN = 10;

interface Change {
  /** Null: nothing to compare with. */
  readonly direction: 'up' | 'down' | 'same' | null;
  readonly text: string;
}

/** Compares a number with the same number of the previous period. */
export function describeChange(now: number, before: number, view: StatsView): Change {
  const previous = describePrevious(view);
  if (before === 0) {
    return now === 0
      ? { direction: 'same', text: t('stats.change.same', { previous }) }
      : { direction: null, text: t('stats.change.new', { previous }) };
  }
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return { direction: 'same', text: t('stats.change.same', { previous }) };
  if (now / before >= FACTOR_MIN) {
    const times = formatNumber(Math.round(now / before), locale);
    return { direction: 'up', text: t('stats.change.times', { times, previous }) };
  }
  const shown = formatNumber(Math.abs(percent), locale);
  return percent > 0
    ? { direction: 'up', text: t('stats.change.more', { percent: shown, previous }) }
    : { direction: 'down', text: t('stats.change.fewer', { percent: shown, previous }) };
}

/** Says what a number is compared with. Periods of days, which end now, are cut at this time. */
export function describeBefore(before: number, view: StatsView): string {
  const isCut = view.days === null && view.period !== '24h';
  return t(isCut ? 'stats.change.until' : 'stats.change.before', {
    previous: describePrevious(view),
    shown: formatNumber(before, locale),
  });
}

function describePrevious({ period, days, compare }: StatsView): string {
  if (compare === 'year') return t('stats.previous.dates');
  const named = days === null ? null : nameDays(days);
  if (named !== null) return t(`stats.previous.${named}`);
  // `all` has no previous period.
  return t(days !== null || period === 'all' ? 'stats.previous' : `stats.previous.${period}`);
}
