import type { VisitReason } from '../../../contracts/links/simulator.ts';

/** A link, a visit of it, and where that leads. */
export interface VisitCase {
  readonly title: string;
  readonly link: TableLink;
  readonly visit: TableVisit;
  readonly leads: Leads;
}

export interface TableLink {
  /** As in a request that creates the link. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Counted before the visit. */
  readonly clicks: number;
  /** Links whose codes continue the code of this link, by what follows its slash. */
  readonly deeper?: Readonly<Record<string, DeepLink>>;
}

export interface DeepLink {
  readonly long_url: string;
  readonly is_active?: number;
  /** JSON, as stored. */
  readonly routing?: string;
}

export interface TableVisit {
  readonly agent?: keyof typeof agents;
  /** The header `Accept-Language`. */
  readonly language?: string;
  readonly country?: string;
  /** The header `Sec-Fetch-Dest`. */
  readonly destination?: string;
  readonly query?: string;
  /** Behind the code, without its slash. */
  readonly path?: string;
  /** The password that the visitor enters. */
  readonly password?: string;
}

export interface Leads {
  readonly status: number;
  /** Any of these; empty = a page of this site. */
  readonly targets: readonly string[];
  readonly rule: number | null;
  readonly why: VisitReason | 'missing';
}

export const LONG = 'https://long.example/page';
export const A = 'https://a.example/';
export const B = 'https://b.example/b?own=1#part';
export const C = 'https://c.example/c';
export const FALLBACK = 'https://fallback.example/';

export const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  tablet:
    'Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  tv: 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36',
  wechat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x1800312b) NetType/WIFI Language/zh_CN',
  qq: 'Mozilla/5.0 (Linux; Android 13; V2157A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/6.2 TBS/046291 Mobile Safari/537.36 V1_AND_SQ_9.0.25_5742_YYB_D QQ/9.0.25.14755 NetType/WIFI',
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5; en_US)',
  facebook:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 [FBAN/FBIOS;FBAV/470.0.0.41.108;FBBV/614512345]',
  tiktok:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_35.3.0 JsSdk/2.0 NetType/WIFI',
  line: 'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Line/14.10.0/IAB',
  weibo:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone14,5__weibo__14.6.0__iphone__os17.5)',
  slackbot: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  none: '',
} as const;

/** The cases of one link. */
export function casesOf(
  name: string,
  fields: TableLink['fields'],
  visits: readonly (readonly [visit: TableVisit, leads: Leads])[],
  clicks = 0,
): VisitCase[] {
  const link: TableLink = { fields: { long_url: LONG, title: 'A link', ...fields }, clicks };
  return visits.map(([visit, leads]) => {
    const title = `${name}: ${JSON.stringify(visit)}`;
    return { title, link, visit, leads };
  });
}

export function toLong(target = LONG, status = 302): Leads {
  return { status, targets: [target], rule: null, why: 'long-url' };
}

export function toRule(rule: number, target: string, status = 302): Leads {
  return { status, targets: [target], rule, why: 'rule' };
}

export function toShare(rule: number, ...targets: readonly string[]): Leads {
  return { status: 302, targets, rule, why: 'split' };
}

export function toFallback(why: VisitReason): Leads {
  return { status: 302, targets: [FALLBACK], rule: null, why };
}

/** A page of this site. */
export function toPage(why: Leads['why'], status = 200): Leads {
  return { status, targets: [], rule: null, why };
}
