import { splitCode } from '../../contracts/links/domain-code.ts';
import { OTHER, type Dimension } from '../../contracts/stats/stats.constants.ts';
import { locale, t } from '../language.ts';
import { formatDisplayName } from '../ui/text/display-name.ts';
import { escapeInvisible } from '../ui/text/escape-invisible.ts';
import { toReadableHost, toReadableUrl } from '../ui/text/readable-url.ts';
import { once } from '../ui/text/remember.ts';

const countries = once(() => new Intl.DisplayNames(locale, { type: 'region' }));
const languages = once(() => new Intl.DisplayNames(locale, { type: 'language' }));
const namedChannels = ['search', 'social', 'chat', 'mail', 'ai', 'paid'] as const;
const devices = ['desktop', 'mobile', 'tablet', 'tv'] as const;

/** The name of a value on the page. Visitors can send any text; '' = unknown. */
export function formatDimensionValue(dimension: Dimension, value: string): string {
  if (value === '') return formatMissingValue(dimension);
  if (value === OTHER) return t('stats.other');
  switch (dimension) {
    case 'country':
      return formatDisplayName(countries(), value);
    case 'language':
      return formatDisplayName(languages(), value);
    case 'device': {
      const device = devices.find((device) => device === value);
      return device === undefined ? escapeInvisible(value) : t(`stats.device.${device}`);
    }
    case 'channel':
      return formatChannel(value);
    case 'target':
      return toReadableUrl(value);
    case 'domain':
      return escapeInvisible(toReadableHost(value));
    default:
      return escapeInvisible(value);
  }
}

/** A stored code behind the readable name of its domain. */
export function formatCode(stored: string): string {
  const { domain, code } = splitCode(stored);
  return escapeInvisible(domain === '' ? code : `${toReadableHost(domain)}/${code}`);
}

function formatChannel(value: string): string {
  if (value === 'direct') return t('stats.none.referrer');
  const channel = namedChannels.find((channel) => channel === value);
  return channel === undefined ? escapeInvisible(value) : t(`stats.channel.${channel}`);
}

function isAboutReferrer(dimension: Dimension): boolean {
  return dimension === 'referrer' || dimension === 'page' || dimension === 'source';
}

function formatMissingValue(dimension: Dimension): string {
  if (isAboutReferrer(dimension)) return t('stats.none.referrer');
  if (dimension === 'target') return t('stats.none.target');
  // The admin pages are on the main domain.
  if (dimension === 'domain') return location.host;
  return t(dimension.startsWith('utm_') || dimension === 'via' ? 'stats.none.tag' : 'stats.none');
}
