import { language, locale, t } from '../../language.ts';
import { once } from '../../ui/text/remember.ts';

/** The name of a time zone: its place in English, its usual name in Chinese. */
export function formatZone(zone: string): string {
  if (zone === 'UTC') return zone;
  if (language === 'en') {
    return t('rule.zone', { place: zone.split('/').at(-1)!.replaceAll('_', ' ') });
  }
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' });
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Joins the parts that are there: "On phones, in Germany". */
export function joinParts(parts: readonly (string | false)[]): string {
  const present = parts.filter((part) => part !== false && part !== '');
  return capitalize(present.join(language === 'zh' ? '，' : ', '));
}

const percent = once(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);

/** The shares of weights: "33.3%". Weights that are all 0 have no share. */
export function formatPercents(weights: readonly number[]): string[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => percent().format(total === 0 ? 0 : weight / total));
}

const instant = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** An instant in Unix seconds. */
export function formatInstant(at: number): string {
  return instant().format(at * 1000);
}
