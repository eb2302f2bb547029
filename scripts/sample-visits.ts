import type { Click } from '../server/clicks/journal/click.ts';

const DAYS = 60;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
const referrers = [
  null,
  'https://www.google.com/',
  'https://mastodon.social/',
  'https://news.ycombinator.com/',
  'https://www.reddit.com/r/trains/',
  'https://duckduckgo.com/',
];
const countries = ['DE', 'GB', 'US', 'FR', 'CN', 'JP', 'IN', 'BR', 'AU', 'CA', 'ZA'];
const languages = ['de-DE', 'en-GB', 'en-US', 'fr-FR', 'zh-CN', 'ja-JP'];
const queries = [null, null, null, 'utm_source=newsletter&utm_campaign=autumn', 'qr', 'via=poster'];

/** Repeatable numbers between 0 and 1. */
function* generateNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Visits of two months, more of them lately, by day and on working days. */
export function* sampleVisits(linkId: number, count: number, now: number): Generator<Click> {
  const numbers = generateNumbers(linkId);
  const next = () => numbers.next().value;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() ** 2 * values.length)]!;
  for (let made = 0; made < count;) {
    const day = Math.floor(next() ** 1.5 * DAYS) * DAY_MS;
    const time = now - day - (next() + next()) * 8 * HOUR_MS;
    const weekday = new Date(time).getUTCDay();
    if ((weekday === 0 || weekday === 6) && next() < 0.5) continue;
    made += 1;
    yield {
      linkId,
      time: Math.floor(time),
      address: `198.51.${Math.floor(next() * 100)}.1`,
      referrer: pick(referrers),
      userAgent: pick(browsers),
      language: pick(languages),
      query: pick(queries),
      country: pick(countries),
    };
  }
}
