import { describe, expect, test } from 'bun:test';
import { importRow, leadImported } from '../../../tests/support/imported-link.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { userAgents } from '../../../tests/support/user-agents.ts';
import { parseRouting } from '../../links/routing/routing.ts';
import type { Fields } from './source-row.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const url = 'https://long.example/';
const link = { slug: 'a', url };
const apple = 'https://apps.apple.com/app/id1';
const google = 'https://play.google.com/store/apps/details?id=one';
const geo = { DE: 'https://de.example/', AT: 'https://de.example/', FR: 'https://fr.example/' };

/** What Sink documents: devices before countries, Android before Apple, by parts of the user agent. */
function leadBySink(row: Fields, userAgent: string, country: string): string {
  const text = userAgent.toLowerCase();
  const isApple = ['iphone', 'ipad', 'ipod', 'crios'].some((part) => text.includes(part));
  const byCountry = (row['geo'] as Record<string, string> | undefined)?.[country];
  if (typeof row['google'] === 'string' && text.includes('android')) return row['google'];
  if (typeof row['apple'] === 'string' && isApple) return row['apple'];
  return byCountry ?? url;
}

/** Brisk reads their system more closely: Windows Phone, HarmonyOS 5, iPads, apps that name no Android. */
const others =
  /Windows Phone|OpenHarmony|Macintosh.*(?:FxiOS|EdgiOS|GSA\/|CriOS)|^\[FBAN|Android.*iPad|FBSN\/iPadOS/;
const people = userAgents
  .filter((agent) => agent.class === 'person' && !others.test(agent.text))
  .map(({ text }) => text);

test('an imported link leads every visit where Sink leads it', () => {
  expect(people.length).toBeGreaterThan(100);
  const rows: Fields[] = [{}, { geo }].flatMap((field) =>
    [{}, { apple }, { google }, { apple, google }].map((targets) =>
      Object.assign({}, link, field, targets),
    ),
  );
  const some = chooseForRun(
    people.filter((_, index) => index % 4 === 0),
    people,
  );
  for (const userAgent of some) {
    for (const [index, row] of rows.entries()) {
      const country = ['DE', 'AT', 'US', ''][index % 4]!;
      const target = leadImported(row, { userAgent, country });
      expect([userAgent, row, target]).toEqual([
        userAgent,
        row,
        leadBySink(row, userAgent, country),
      ]);
    }
  }
});

test('an iPhone in Germany gets the target for Apple, and a computer there that for Germany', () => {
  const row = { ...link, apple, geo };
  expect(leadImported(row, { userAgent: iPhone, country: 'DE' })).toBe(apple);
  expect(leadImported(row, { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', country: 'DE' })).toBe(
    geo.DE,
  );
});

test('countries with one target are one rule, and empty targets are none', () => {
  const row = { ...link, apple: '', google: null, geo: { ...geo, US: '', IT: null } };
  expect(importRow(row)).toMatchObject({
    routing: JSON.stringify({
      rules: [
        { when: { country: ['DE', 'AT'] }, target: geo.DE },
        { when: { country: ['FR'] }, target: geo.FR },
      ],
    }),
  });
  expect(importRow({ ...row, geo: JSON.stringify(row.geo) })).toEqual(importRow(row));
  expect(importRow({ ...link, geo: '{}' })).toMatchObject({ routing: '' });
});

test('redirectWithQuery forwards the query', () => {
  const seen = { query: 'a=1' };
  expect(leadImported({ ...link, redirectWithQuery: true }, seen)).toBe(`${url}?a=1`);
  expect(leadImported({ ...link, redirectWithQuery: false }, seen)).toBe(url);
  expect(leadImported(link, seen)).toBe(url);
  expect(importRow({ ...link, redirectWithQuery: 'perhaps' })).toMatchObject({
    key: 'link.flag.unclear',
    detail: 'redirectWithQuery: "perhaps"',
  });
});

function readCard(fields: Fields) {
  const read = importRow({ ...link, ...fields });
  return 'reason' in read ? read : parseRouting(read.routing).social;
}

describe('the card of Sink', () => {
  const bot = { userAgent: 'Twitterbot/1.0' };
  const card = { title: 'T', description: 'D', image: 'https://i.example/1.png' };

  test('is shown to preview programs if it has a title or an image', () => {
    expect(leadImported({ ...link, ...card }, bot)).toBe('card');
    expect(leadImported({ ...link, ...card }, { userAgent: iPhone })).toBe(url);
    expect(readCard(card)).toEqual(card);
    expect(readCard({ title: 'T' })).toEqual({ title: 'T', description: '', image: '' });
    expect(leadImported({ ...link, description: 'D' }, bot)).toBe(url);
  });

  test('is shortened, and lacks an image that lies on the site of Sink', () => {
    const long = {
      title: 'x'.repeat(300),
      description: 'y\u0000'.repeat(900),
      image: '/_assets/1',
    };
    const { title, description, image } = readCard(long) as typeof card;
    expect([title.length, description.length, image]).toEqual([256, 511, '']);
  });

  test('is not shown before the password', () => {
    const hash = `$2b$12$${'.'.repeat(53)}`;
    expect(leadImported({ ...link, ...card, password: hash }, bot)).toBe('password');
  });
});

describe('a row of Sink fails with', () => {
  const bad: [string, Fields, string][] = [
    ['a target that is no web address', { apple: 'itms-apps://x' }, 'link.has.rules'],
    ['a script as target', { geo: { DE: 'javascript:alert(1)' } }, 'link.has.rules'],
    ['a target with a password in it', { google: 'https://u:p@x.example/' }, 'link.has.rules'],
    ['a target of 9,000 characters', { apple: `${url}${'x'.repeat(9000)}` }, 'link.has.rules'],
    ['a target that is a list', { apple: [apple] }, 'link.has.rules'],
    ['a target that leads back', { geo: { DE: 'https://go.example/b' } }, 'error.link'],
    ['a country of three letters', { geo: { DEU: url } }, 'link.has.rules'],
    ['a country in small letters', { geo: { de: url } }, 'link.has.rules'],
    ['Tor as a country', { geo: { T1: url } }, 'link.has.rules'],
    [
      'a name of a prototype as a country',
      { geo: JSON.parse(`{"__proto__":"${url}"}`) as object },
      'link.has.rules',
    ],
    ['a list of countries', { geo: [url] }, 'link.has.rules'],
    ['text that is no JSON', { geo: 'DE' }, 'link.has.rules'],
    ['a hidden password', { password: '__SINK_MASKED__•••abc' }, 'link.protected'],
    ['a readable password', { password: 'secret' }, 'link.protected'],
    ['cloaking', { cloaking: true }, 'link.cloaked'],
    ['a proxy', { proxy: true }, 'link.cloaked'],
    ['a warning', { unsafe: true }, 'link.unsafe'],
    ['allowed countries', { countryAllow: ['DE'] }, 'link.has.rules'],
  ];
  test.each(bad)('%s', (_, fields, key) => {
    expect(importRow({ ...link, ...fields })).toMatchObject({ key });
  });
});

describe('of many countries', () => {
  const codes = Array.from({ length: 676 }, (_, at) =>
    String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
  );
  const targets = (count: number) =>
    Object.fromEntries(codes.slice(0, count).map((code) => [code, `https://${code}.example/`]));

  test('all may have one target', () => {
    const row = { ...link, geo: Object.fromEntries(codes.map((code) => [code, geo.DE])) };
    for (const country of codes) expect(leadImported(row, { country })).toBe(geo.DE);
    expect(leadImported(row, {})).toBe(url);
  });

  test('32 targets are kept, those of devices included, and 33 fail the row', () => {
    const row = { ...link, geo: targets(31), apple };
    expect(leadImported(row, { country: 'BE' })).toBe('https://be.example/');
    for (const fields of [{ geo: targets(33) }, { ...row, google }, { geo: targets(676) }]) {
      expect(importRow({ ...link, ...fields })).toMatchObject({
        key: 'link.has.rules',
        reason: expect.stringContaining('more than 32 rules') as string,
      });
    }
  });

  test('10,000 names that are no countries fail the row', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => [`C${at}`, url]);
    expect(importRow({ ...link, geo: Object.fromEntries(names) as object })).toMatchObject({
      key: 'link.has.rules',
      detail: 'geo: {"C0":"https://long.example/"}',
    });
  });
});
