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

/** How far the clocks of the server and of a visitor may differ, in seconds. */
const SKEW = 5;

/**
 * Says how far an instant (Unix seconds) is from now, in whole units that have passed or are left:
 * "3 hours ago", "in 6 days". What lies ahead has the first minute as grace: 7 days that begin now
 * are 7 days.
 */
export function formatRelativeTime(instant: number, locale: string, justNow: string): string {
  const distance = instant - Date.now() / 1000;
  if (distance > -MINUTE && distance < SKEW) return justNow;
  const whole = distance > 0 ? distance + MINUTE : -distance;
  const [, length, unit] = steps.find(([end]) => whole < end) ?? [0, 365 * DAY, 'year'];
  const count = Math.sign(distance) * Math.floor(whole / length);
  // "Yesterday" would be wrong of an instant 47 hours ago.
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(count, unit);
  // Intl sets no space between a number and the Chinese word after it.
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');
}

export function formatExactTime(
  instant: number,
  locale: string,
  timeStyle: 'short' | 'medium' = 'medium',
): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle }).format(instant * 1000);
}
