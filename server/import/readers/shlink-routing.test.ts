import { describe, expect, test } from 'bun:test';
import { importRow, leadImported } from '../../../tests/support/imported-link.ts';
import { userAgents } from '../../../tests/support/user-agents.ts';
import type { Fields } from './source-row.ts';

const longUrl = 'https://long.example/';
const link = { shortCode: 'a', longUrl, forwardQuery: false };
const target = 'https://rule.example/';

type Condition = readonly [type: string, value: string | null, key?: string];

function writeRule(conditions: readonly Condition[], url: unknown = target): Fields {
  return {
    longUrl: url,
    conditions: conditions.map(([type, matchValue, matchKey = null]) => ({
      type,
      matchKey,
      matchValue,
    })),
  };
}

/** The row of a link with one rule. */
function withRule(...conditions: Condition[]): Fields {
  return { ...link, hasRedirectRules: true, redirectRules: [writeRule(conditions)] };
}

function listParameters(count: number): Condition[] {
  return Array.from({ length: count }, (_, at) => ['query-param', '1', `name-${at}`]);
}

const system = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

describe('a condition fits the same visits', () => {
  type Seen = Parameters<typeof leadImported>[1];
  const time = Date.UTC(2026, 0, 1);
  const conditions: [Condition[], fits: Seen[], others: Seen[]][] = [
    [[['device', 'ios']], [{ userAgent: system.ios }], [{ userAgent: system.android }, {}]],
    [[['device', 'android']], [{ userAgent: system.android }], [{ userAgent: system.ios }]],
    [
      [['device', 'mobile']],
      [{ userAgent: system.ios }, { userAgent: system.android }],
      [{ userAgent: system.windows }],
    ],
    [[['device', 'desktop']], [{ userAgent: system.windows }], [{ userAgent: system.ios }]],
    [
      [
        ['device', 'mobile'],
        ['device', 'ios'],
      ],
      [{ userAgent: system.ios }],
      [{ userAgent: system.android }],
    ],
    [[['browser', 'safari']], [{ userAgent: system.ios }], [{ userAgent: system.windows }, {}]],
    [[['browser', 'chrome']], [{ userAgent: system.android }], [{ userAgent: system.ios }]],
    [[['language', 'de']], [{ languages: 'de-AT,de;q=0.9' }], [{ languages: 'en' }, {}]],
    [[['language', 'pt_BR']], [{ languages: 'pt-BR' }], [{ languages: 'pt-PT' }]],
    [[['geolocation-country-code', 'de']], [{ country: 'DE' }], [{ country: 'FR' }, {}]],
    [
      [['query-param', 'bar', 'foo']],
      [{ query: 'foo=bar' }, { query: 'x=1&foo=bar' }],
      [{ query: 'foo=Bar' }, { query: 'foo' }, { query: 'bar=foo' }],
    ],
    [
      [['any-value-query-param', null, 'foo']],
      [{ query: 'foo=1' }, { query: 'foo=' }, { query: 'foo' }],
      [{ query: 'bar' }, {}],
    ],
    [
      [['valueless-query-param', null, 'foo']],
      [{ query: 'foo' }, { query: 'foo=' }],
      [{ query: 'foo=1' }, {}],
    ],
    [
      [
        ['query-param', '1', 'a'],
        ['query-param', '2', 'b'],
      ],
      [{ query: 'a=1&b=2' }],
      [{ query: 'a=1' }, { query: 'b=2' }],
    ],
    [
      [['before-date', '2026-01-01T01:00:00+01:00']],
      [{ time: time - 1 }],
      [{ time }, { time: time + 1 }],
    ],
    [
      [
        ['device', 'ios'],
        ['geolocation-country-code', 'DE'],
        ['language', 'de'],
      ],
      [{ userAgent: system.ios, country: 'DE', languages: 'de' }],
      [
        { userAgent: system.ios, country: 'DE' },
        { userAgent: system.ios, languages: 'de' },
      ],
    ],
  ];
  test.each(conditions)('%j', (rule, fits, others) => {
    const row = withRule(...rule);
    for (const seen of fits) expect([seen, leadImported(row, seen)]).toEqual([seen, target]);
    for (const seen of others) expect([seen, leadImported(row, seen)]).toEqual([seen, longUrl]);
  });
});

test('every device of Shlink is one of the systems that people use', () => {
  for (const device of ['android', 'ios', 'windows', 'macos', 'linux', 'chromeos']) {
    const row = withRule(['device', device]);
    const seen = userAgents.some(({ text }) => leadImported(row, { userAgent: text }) === target);
    expect([device, seen]).toEqual([device, true]);
  }
});

test('the rule of the highest priority decides, or the first one without priorities', () => {
  const german = writeRule([['language', 'de']], 'https://german.example/');
  const ios = writeRule([['device', 'ios']], 'https://ios.example/');
  const seen = { languages: 'de', userAgent: system.ios };
  const lead = (...redirectRules: Fields[]) => leadImported({ ...link, redirectRules }, seen);
  expect(lead({ ...german, priority: 2 }, { ...ios, priority: 1 })).toBe('https://ios.example/');
  expect(lead(german, ios)).toBe('https://german.example/');
});

test('the rules may be the whole answer of the API', () => {
  const { redirectRules } = withRule(['device', 'ios']);
  const answer = { defaultLongUrl: longUrl, redirectRules };
  const row = { ...link, hasRedirectRules: true, redirectRules: answer };
  expect(leadImported(row, { userAgent: system.ios })).toBe(target);
});

test('the targets for devices of Shlink 3 become rules', () => {
  const row = {
    ...link,
    deviceLongUrls: { android: null, ios: target, desktop: 'https://desk.example/' },
  };
  expect(leadImported(row, { userAgent: system.ios })).toBe(target);
  expect(leadImported(row, { userAgent: system.android })).toBe(longUrl);
  expect(leadImported(row, { userAgent: system.windows })).toBe('https://desk.example/');
});

test('the query is forwarded unless the link says otherwise', () => {
  const seen = { query: 'a=1' };
  const { forwardQuery: _, ...unset } = link;
  for (const row of [unset, { ...link, forwardQuery: null }, { ...link, forwardQuery: true }]) {
    expect(leadImported(row, seen)).toBe(`${longUrl}?a=1`);
  }
  expect(leadImported(link, seen)).toBe(longUrl);
  expect(importRow({ ...link, forwardQuery: 'some' })).toMatchObject({ key: 'link.flag.unclear' });
});

test('a limit of visits counts the visits at Shlink', () => {
  const row = { ...link, meta: { maxVisits: 9 } };
  const summary = { total: 8, nonBots: 1, bots: 7 };
  // Bots do not learn the target of a link with a limit.
  const person = {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  };
  expect(leadImported({ ...row, visitsSummary: summary }, person)).toBe(longUrl);
  expect(leadImported({ ...row, visitsSummary: { ...summary, total: 9 } }, person)).toBe('used-up');
  expect(leadImported({ ...row, visitsCount: 9 }, person)).toBe('used-up');
});

test('a link leads nowhere before its start and after its end', () => {
  const meta = { validSince: '2026-02-01T00:00:00+00:00', validUntil: '2026-03-01T00:00:00+00:00' };
  const lead = (month: number) =>
    leadImported({ ...link, meta }, { time: Date.UTC(2026, month, 15) });
  expect([0, 1, 2].map(lead)).toEqual(['not-started', longUrl, 'expired']);
});

describe('a row of Shlink fails with', () => {
  const ruled = (...redirectRules: unknown[]) => ({ ...link, redirectRules });
  const ios = writeRule([['device', 'ios']]);
  const bad: [string, Fields][] = [
    ['rules that the file lacks', { ...link, hasRedirectRules: true }],
    ['an empty list of rules', { ...link, hasRedirectRules: true, redirectRules: [] }],
    ['an address as condition', withRule(['ip-address', '10.0.0.0/8'])],
    ['a city as condition', withRule(['geolocation-city-name', 'Berlin'])],
    ['an unknown condition', withRule(['moon', 'full'])],
    ['an unknown device', withRule(['device', 'fridge'])],
    ['a condition beside one that Brisk knows', withRule(['device', 'ios'], ['ip-address', '::1'])],
    ['an asterisk as value', withRule(['query-param', '*', 'a'])],
    ['a parameter without a name', withRule(['any-value-query-param', 'a'])],
    ['a parameter of 65 characters', withRule(['any-value-query-param', null, 'x'.repeat(65)])],
    ['a name that would be lost', withRule(['query-param', '1', '__proto__'])],
    ['a value of 257 characters', withRule(['query-param', 'x'.repeat(257), 'a'])],
    ['two values of one parameter', withRule(['query-param', '1', 'a'], ['query-param', '2', 'a'])],
    ['two languages', withRule(['language', 'de'], ['language', 'en'])],
    ['two systems', withRule(['device', 'ios'], ['device', 'android'])],
    [
      'two countries',
      withRule(['geolocation-country-code', 'DE'], ['geolocation-country-code', 'AT']),
    ],
    ['a language that is none', withRule(['language', '*'])],
    ['a country that is none', withRule(['geolocation-country-code', 'D1'])],
    ['a date that is none', withRule(['before-date', 'soon'])],
    ['a rule without conditions', ruled(writeRule([]))],
    ['a rule that is text', ruled('x')],
    ['a rule without a target', ruled(writeRule([['device', 'ios']], null))],
    ['a rule that lacks its target', ruled({ conditions: ios['conditions'] })],
    ['a condition that is missing', ruled({ longUrl: target, conditions: [null] })],
    ['a script as target', ruled(writeRule([['device', 'ios']], 'javascript:1'))],
    ['conditions that are no list', ruled({ longUrl: target, conditions: { type: 'device' } })],
    ['a condition that is text', ruled({ longUrl: target, conditions: ['ios'] })],
    ['a priority that is text', ruled({ ...ios, priority: '1' })],
    ['65 conditions', withRule(...listParameters(65))],
    ['100,000 conditions', withRule(...listParameters(100_000))],
    ['33 rules', ruled(...Array.from({ length: 33 }, () => ios))],
    ['100,000 rules', ruled(...Array.from({ length: 100_000 }, () => ios))],
    ['rules that are text', { ...link, redirectRules: JSON.stringify([ios]) }],
    ['an unknown device of Shlink 3', { ...link, deviceLongUrls: { mobile: target } }],
    ['targets for devices beside rules', { ...ruled(ios), deviceLongUrls: { ios: target } }],
  ];
  test.each(bad)('%s', (_, row) => {
    expect(importRow(row)).toMatchObject({
      key: 'link.has.rules',
      reason: expect.stringMatching(/\(\w+: .+\)$/) as string,
    });
  });

  test('a rule that leads back to the site', () => {
    const row = ruled(writeRule([['device', 'ios']], 'https://go.example/x'));
    expect(importRow(row)).toMatchObject({ key: 'error.link' });
  });
});
