import type * as contract from '../../contracts/stats.ts';
import { locale, t } from '../language.ts';
import type { Dimension } from './stats-view.ts';

const OTHER: typeof contract.OTHER = 'other';

const countries = new Intl.DisplayNames(locale, { type: 'region' });
const languages = new Intl.DisplayNames(locale, { type: 'language' });
const devices = ['desktop', 'mobile', 'tablet', 'tv'] as const;

/** Signs that steer how others are drawn, and those that are not drawn at all. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** What a value is called on the page, whatever somebody wrote into it; '' = not known. */
export function formatDimensionValue(dimension: Dimension, value: string): string {
  if (value === '') return formatMissingValue(dimension);
  if (value === OTHER) return t('stats.other');
  switch (dimension) {
    case 'country':
      return formatDisplayName(countries, value);
    case 'language':
      return formatDisplayName(languages, value);
    case 'device': {
      const device = devices.find((device) => device === value);
      return device === undefined ? escapeInvisible(value) : t(`stats.device.${device}`);
    }
    default:
      return escapeInvisible(value);
  }
}

function formatMissingValue(dimension: Dimension): string {
  if (dimension === 'referrer' || dimension === 'page') return t('stats.none.referrer');
  return t(dimension.startsWith('utm_') || dimension === 'via' ? 'stats.none.tag' : 'stats.none');
}

function formatDisplayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return escapeInvisible(code);
  }
}

/** A text with all in it that would not be seen, or would steer how the rest is drawn, spelled out. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}
