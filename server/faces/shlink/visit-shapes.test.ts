import { expect, test } from 'bun:test';
import { readAgent } from '../../stats/classify/agents/agent.ts';
import { showVisit, writeUserAgent } from './visit-shapes.ts';

test.each([
  ['Firefox', 'Windows', 'desktop'],
  ['Firefox', 'Linux', 'desktop'],
  ['Firefox', 'Android', 'mobile'],
  ['Firefox', 'iOS', 'mobile'],
  ['Chrome', 'Windows', 'desktop'],
  ['Chrome', 'Chrome OS', 'desktop'],
  ['Chrome', 'Android', 'mobile'],
  ['Chrome', 'Android', 'tablet'],
  ['Chrome', 'iOS', 'mobile'],
  ['Safari', 'macOS', 'desktop'],
  ['Safari', 'iOS', 'mobile'],
  ['Safari', 'iPadOS', 'tablet'],
  ['Edge', 'Windows', 'desktop'],
  ['Edge', 'iOS', 'mobile'],
  ['Opera', 'Windows', 'desktop'],
  ['Vivaldi', 'Linux', 'desktop'],
  ['Samsung Internet', 'Android', 'mobile'],
  ['WeChat', 'Android', 'mobile'],
  ['Facebook', 'iOS', 'mobile'],
  ['LINE', 'Android', 'mobile'],
  ['WhatsApp', 'iOS', 'mobile'],
  ['Telegram', 'Android', 'mobile'],
  ['DuckDuckGo', 'Android', 'mobile'],
])('%s on %s, %s, is read back from its user agent', (browser, system, device) => {
  const text = writeUserAgent({ isPerson: true, browser, system, device });
  expect(readAgent(text)).toEqual({ class: 'person', browser, system, device });
});

test.each([
  ['', '', ''],
  ['Googlebot', '', 'Googlebot/1.0'],
])('a bot %s has the user agent %s%s', (browser, system, text) => {
  expect(writeUserAgent({ isPerson: false, browser, system, device: '' })).toBe(text);
});

const plain = {
  times: 1,
  at: 1_700_000_100,
  isPerson: true,
  code: 'a',
  browser: '',
  system: '',
  device: '',
  referrer: '',
  page: '',
  country: '',
  city: '',
  target: '',
} as const;

test.each([
  ['news.example', '', 'https://news.example/'],
  ['news.example', 'news.example/a', 'https://news.example/a'],
  ['WeChat', '', 'WeChat'],
  ['', '', ''],
])('the referrer %s with the page %s is %s', (referrer, page, referer) => {
  expect(showVisit({ ...plain, referrer, page }, 'https://s.example/a').referer).toBe(referer);
});

test.each([
  ['DE', 'Germany'],
  ['(other)', '(other)'],
  ['XX', 'XX'],
])('the country %s is called %s', (country, countryName) => {
  const { visitLocation } = showVisit({ ...plain, country }, 'https://s.example/a');
  expect(visitLocation).toMatchObject({ countryCode: country, countryName, isEmpty: false });
});

test('a visit of which nothing is known has its time and address alone', () => {
  expect(showVisit(plain, 'https://s.example/a')).toEqual({
    referer: '',
    date: '2023-11-14T22:15:00+00:00',
    userAgent: '',
    visitLocation: null,
    potentialBot: false,
    visitedUrl: 'https://s.example/a',
    redirectUrl: null,
  });
});
