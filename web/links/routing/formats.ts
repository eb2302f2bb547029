import { language, locale, t } from '../../language.ts';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';

const countries = new Intl.DisplayNames(locale, { type: 'region' });
const languages = new Intl.DisplayNames(locale, { type: 'language' });

export function formatCountry(code: string): string {
  return findName(countries, code);
}

export function formatLanguage(tag: string): string {
  return findName(languages, tag);
}

function findName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return escapeInvisible(code);
  }
}

/** The name of a time zone: its place in English, its usual name in Chinese. */
export function formatZone(zone: string): string {
  const place = zone.split('/').at(-1)!.replaceAll('_', ' ');
  if (zone === 'UTC') return zone;
  return language === 'zh' ? formatGeneric(zone) : t('rule.zone', { place });
}

function formatGeneric(zone: string): string {
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

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** The shares of weights: "33.3%". Weights that are all 0 have no share. */
export function formatPercents(weights: readonly number[]): string[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => percent.format(total === 0 ? 0 : weight / total));
}

const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** An instant in Unix seconds. */
export function formatInstant(at: number): string {
  return instant.format(at * 1000);
}
