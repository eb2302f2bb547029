import { remember } from './remember.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const steps: readonly (readonly [number, number, Intl.RelativeTimeFormatUnit])[] = [
  [MINUTE, 1, 'second'],
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [30 * DAY, DAY, 'day'],
  [365 * DAY, 30 * DAY, 'month'],
];

/** The tolerated difference between the clocks of server and browser, in seconds. */
const SKEW = 5;

const findRelativeFormat = remember(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
);
const findExactFormats = remember((locale: string) => {
  const create = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle });
  return { short: create('short'), medium: create('medium') };
});

/** `instant`: Unix seconds. A future one gets an extra minute: 7 days first read "in 7 days". */
export function formatRelativeTime(instant: number, locale: string, justNow: string): string {
  const distance = instant - Date.now() / 1000;
  if (distance > -MINUTE && distance < SKEW) return justNow;
  const whole = distance > 0 ? distance + MINUTE : -distance;
  const [, length, unit] = steps.find(([end]) => whole < end) ?? [0, 365 * DAY, 'year'];
  const count = Math.sign(distance) * Math.floor(whole / length);
  // Not "yesterday": an instant 47 hours ago is also 1 day ago.
  const text = findRelativeFormat(locale).format(count, unit);
  // Intl sets no space between a number and the following Chinese word.
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');
}

export function formatExactTime(
  instant: number,
  locale: string,
  timeStyle: 'short' | 'medium' = 'medium',
): string {
  return findExactFormats(locale)[timeStyle].format(instant * 1000);
}
