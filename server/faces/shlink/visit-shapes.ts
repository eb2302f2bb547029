import type { EqualVisits } from '../../stats/open-statistics.ts';
import { toDate } from './shapes.ts';

/** Short texts that readers of user agents take for the same system. */
const systems: Readonly<Record<string, string>> = {
  Windows: 'Windows NT 10.0; Win64; x64',
  macOS: 'Macintosh; Intel Mac OS X 10_15_7',
  Linux: 'X11; Linux x86_64',
  'Chrome OS': 'X11; CrOS x86_64 14541.0.0',
  Android: 'Linux; Android 14; K',
  iOS: 'iPhone; CPU iPhone OS 17_0 like Mac OS X',
  iPadOS: 'iPad; CPU OS 17_0 like Mac OS X',
};

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0';

const browsers: Readonly<Record<string, string>> = {
  Firefox: 'Gecko/20100101 Firefox/120.0',
  Safari: `${WEBKIT} Version/17.0 Safari/604.1`,
  Chrome: `${CHROMIUM} Safari/537.36`,
  Edge: `${CHROMIUM} Safari/537.36 Edg/120.0`,
  Opera: `${CHROMIUM} Safari/537.36 OPR/106.0`,
  Vivaldi: `${CHROMIUM} Safari/537.36 Vivaldi/6.5`,
  'Samsung Internet': `${CHROMIUM} SamsungBrowser/23.0 Safari/537.36`,
};

/** What apps call themselves, where it is not their name. */
const tokens: Readonly<Record<string, string>> = {
  WeChat: 'MicroMessenger',
  Facebook: 'FBAV',
  LINE: 'Line',
  'Android WebView': 'Version/4.0 Chrome',
};

/** On phones and tablets of Apple, other browsers have names of their own. */
const appleBrowsers: Readonly<Record<string, string>> = {
  Firefox: `${WEBKIT} FxiOS/120.0 Mobile/15E148 Safari/604.1`,
  Safari: `${WEBKIT} Version/17.0 Mobile/15E148 Safari/604.1`,
  Chrome: `${WEBKIT} CriOS/120.0 Mobile/15E148 Safari/604.1`,
  Edge: `${WEBKIT} EdgiOS/120.0 Mobile/15E148 Safari/604.1`,
};

type Agent = Pick<EqualVisits, 'isPerson' | 'browser' | 'system' | 'device'>;

/** Lists of visits keep no user agents: writes one that has the same browser and system. */
export function writeUserAgent({ isPerson, browser, system, device }: Agent): string {
  if (!isPerson) return browser === '' ? '' : `${browser}/1.0`;
  if (browser === '') return system === '' ? '' : `Mozilla/5.0 (${systems[system] ?? system})`;
  const isApple = system === 'iOS' || system === 'iPadOS';
  const usual = (isApple ? appleBrowsers : browsers)[browser];
  const named = usual ?? `${WEBKIT} ${tokens[browser] ?? browser}/1.0`;
  const isPhone = system === 'Android' && device === 'mobile';
  const program = isPhone ? markPhone(named) : named;
  return `Mozilla/5.0 (${systems[system] ?? system}) ${program}`.trim();
}

function markPhone(program: string): string {
  const marked = program.replace(' Safari/537.36', ' Mobile Safari/537.36');
  return marked === program ? `Mobile ${program}` : marked;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function showPlace({ country, city }: Pick<EqualVisits, 'country' | 'city'>) {
  if (country === '' && city === '') return null;
  return {
    countryCode: country,
    countryName: /^[A-Z]{2}$/.test(country) ? (countries.of(country) ?? country) : country,
    regionName: '',
    cityName: city,
    latitude: null,
    longitude: null,
    timezone: '',
    isEmpty: false,
  };
}

/** A page, else a host; apps have a name alone. */
function writeReferrer({ referrer, page }: Pick<EqualVisits, 'referrer' | 'page'>): string {
  if (page !== '') return `https://${page}`;
  return /^[\w-]+(?:\.[\w-]+)+$/.test(referrer) ? `https://${referrer}/` : referrer;
}

export function showVisit(visit: EqualVisits, visitedUrl: string) {
  return {
    referer: writeReferrer(visit),
    date: toDate(visit.at),
    userAgent: writeUserAgent(visit),
    visitLocation: showPlace(visit),
    potentialBot: !visit.isPerson,
    visitedUrl,
    redirectUrl: visit.target === '' ? null : visit.target,
  };
}

export function showUnknownVisit({ at }: { readonly at: number }, visitedUrl: string) {
  return {
    referer: '',
    date: toDate(at),
    userAgent: '',
    visitLocation: null,
    potentialBot: false,
    visitedUrl,
    redirectUrl: null,
    type: 'invalid_short_url',
  };
}
