import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';

/** From how many times as many on a change is no longer told in per cent. */
const TIMES = 10;

interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly text: string;
}

/** Says how a number compares with the one of the period before. */
export function sayChange(now: number, before: number): Change {
  if (before === 0) {
    return now === 0
      ? { direction: 'same', text: t('stats.change.same') }
      : { direction: 'up', text: t('stats.change.new') };
  }
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return { direction: 'same', text: t('stats.change.same') };
  if (now / before >= TIMES) {
    const times = formatNumber(Math.round(now / before), locale);
    return { direction: 'up', text: t('stats.change.times', { times }) };
  }
  const shown = formatNumber(Math.abs(percent), locale);
  return percent > 0
    ? { direction: 'up', text: t('stats.change.more', { percent: shown }) }
    : { direction: 'down', text: t('stats.change.fewer', { percent: shown }) };
}
