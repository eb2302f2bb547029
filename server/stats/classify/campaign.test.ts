import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { type Campaign, condenseQuery, QUERY_MAX, readCampaign } from './campaign.ts';

/** A query as raw bytes (latin1). */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

function read(query: string): Partial<Campaign> {
  const campaign = Object.entries(readCampaign(query)).filter(
    ([, value]) => value !== '' && value !== false,
  );
  return Object.fromEntries(campaign);
}

const cases: readonly (readonly [query: string, campaign: Partial<Campaign>])[] = [
  ['', {}],
  ['fbclid=IwAR0abc', {}],
  ['fbclid=IwAR0abc&gclid=x', { isPaid: true }],
  ['msclkid=1', { isPaid: true }],
  ['TTCLID=a&utm_source=b', { isPaid: true, utm_source: 'b' }],
  ['gclid=', {}],
  [
    'utm_source=newsletter&utm_medium=email&utm_campaign=spring_sale&utm_term=shoes&utm_content=top',
    {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring_sale',
      utm_term: 'shoes',
      utm_content: 'top',
    },
  ],
  ['utm_campaign=%E6%98%A5%E5%AD%A3+%E7%89%B9%E5%8D%96', { utm_campaign: '春季 特卖' }],
  [bytesOf('utm_campaign=春季特卖'), { utm_campaign: '春季特卖' }],
  ['utm_source=caf%E9', { utm_source: 'café' }],
  ['UTM_Source=WeChat', { utm_source: 'WeChat' }],
  ['utm%5Fsource=x', { utm_source: 'x' }],
  ['utm_source=first&utm_source=second', { utm_source: 'first' }],
  ['utm_source=&utm_source=second', { utm_source: 'second' }],
  ['utm_source&utm_source=%20&UTM_SOURCE=third&utm_source=fourth', { utm_source: 'third' }],
  ['via=&ref=blog&via=friend', { via: 'friend' }],
  ['utm_source=a=b', { utm_source: 'a=b' }],
  ['utm_source', {}],
  ['utm_source=%20+%09', {}],
  ['utm_term=100%&utm_content=%zz%4', { utm_term: '100%', utm_content: '%zz%4' }],
  ['utm_source=a%00b%0D%0Ac%1B%7F', { utm_source: 'abc' }],
  ['utm_source=%E2%80%AEevil%E2%80%8B%C2%85', { utm_source: 'evil' }],
  ['utm_source=%3Cscript%3Ealert(1)%3C/script%3E', { utm_source: '<script>alert(1)</script>' }],
  ['utm_source=%ED%A0%80', { utm_source: 'í' }],
  ['via=friend', { via: 'friend' }],
  ['ref=producthunt', { via: 'producthunt' }],
  ['source=poster', { via: 'poster' }],
  ['source=poster&ref=blog&via=friend', { via: 'friend' }],
  ['source=poster&ref=blog&via=', { via: 'blog' }],
  ['qr', { isScan: true }],
  ['qr=', { isScan: true }],
  ['qr=0', { isScan: true }],
  ['QR=1&utm_source=poster', { isScan: true, utm_source: 'poster' }],
  ['qrcode=1', {}],
  ['xqr', {}],
  ['utm_source=a&amp;utm_medium=b', { utm_source: 'a', utm_medium: 'b' }],
  ['utm_source=a&amp;amp;utm_medium=b&AMP;via=c', { utm_source: 'a', utm_medium: 'b', via: 'c' }],
  ['amp;utm_source=a&amp%3Butm_medium=b', { utm_source: 'a', utm_medium: 'b' }],
  ['utm_source=a&amp;qr', { utm_source: 'a', isScan: true }],
  ['utm_source=a&amp;qr=1&amp', { utm_source: 'a', isScan: true }],
  ['utm_source=rock+%26amp%3B+roll&ampere=1', { utm_source: 'rock &amp; roll' }],
  ['__proto__=x&constructor=y&toString=z', {}],
];

// Texts, because the bytes may be control characters of a terminal.
const named = cases.map(
  ([query, campaign]) => [Buffer.from(query, 'latin1').toString(), query, campaign] as const,
);

test.each(named)('reads %s', (_, query, campaign) => {
  expect(read(query)).toEqual(campaign);
});

test('values have at most 100 complete characters', () => {
  expect(read(`utm_source=${'a'.repeat(150)}`).utm_source).toBe('a'.repeat(100));
  const smile = encodeURIComponent('😀');
  expect(read(`utm_source=a${smile.repeat(35)}`).utm_source).toBe(`a${'😀'.repeat(35)}`);
  const raw = bytesOf('😀'.repeat(60));
  expect(read(`utm_source=a${raw}`).utm_source).toBe(`a${'😀'.repeat(49)}`);
});

/** Known parameters in all spellings. */
const queries = (() => {
  const names = fc.constantFrom('utm_source', 'utm_term', 'via', 'ref', 'QR', 'x', '%', '');
  const values = fc.oneof(
    fc.string({ unit: 'binary' }).map(bytesOf),
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%E4', '%E4%B8', '%00', '&', '=', '+', '%2', '%25', '%2B', '%u4e2d'),
  );
  return fc
    .array(fc.tuple(names, values))
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
})();

test('any input gives short, visible values and throws nothing', () => {
  fc.assert(
    fc.property(queries, (text) => {
      const { isScan, isPaid, ...texts } = readCampaign(text);
      expect([typeof isScan, typeof isPaid]).toEqual(['boolean', 'boolean']);
      for (const value of Object.values(texts)) {
        expect(value.length).toBeLessThanOrEqual(100);
        expect(value).not.toMatch(/\p{Cc}|\p{Cs}|\p{Bidi_Control}/u);
        expect(value).toBe(value.trim());
      }
    }),
    { numRuns: 1000 },
  );
});

test('a condensed query gives the same campaign', () => {
  fc.assert(
    fc.property(queries, (text) => {
      const condensed = condenseQuery(text);
      expect(condensed.length).toBeLessThanOrEqual(QUERY_MAX);
      expect(readCampaign(condensed)).toEqual(readCampaign(text));
    }),
    { numRuns: 1000 },
  );
});

test('a condensed query keeps complete values only', () => {
  const others = ['utm_content', 'utm_term', 'ref', 'utm_campaign', 'utm_medium', 'utm_source'];
  const long = others.map((name) => `${name}=${'a'.repeat(300)}`).join('&');
  const value = 'a'.repeat(100);
  expect(read(condenseQuery(`${long}&utm_term=b&qr`))).toEqual({
    isScan: true,
    utm_source: value,
    utm_medium: value,
    utm_campaign: value,
    via: value,
  });
  const spring = encodeURIComponent('春'.repeat(99));
  expect(
    read(condenseQuery(`utm_content=top&utm_medium=${spring}&utm_source=${spring}&via=friend`)),
  ).toEqual({ utm_source: '春'.repeat(99), via: 'friend', utm_content: 'top' });
});

test('only the first 256 parameters are read, and values are cut before decoding', () => {
  const last = 'utm_source=letter';
  expect(read(`${'x=y&'.repeat(255)}${last}`)).toEqual({ utm_source: 'letter' });
  expect(read(`${'x=y&'.repeat(256)}${last}`)).toEqual({});
  expect(read(`${'%41'.repeat(4000)}=x&${last}`)).toEqual({ utm_source: 'letter' });
  const smile = encodeURIComponent('😀');
  expect(read(`utm_term=${smile.repeat(1000)}&${last}`)).toEqual({
    utm_term: '😀'.repeat(50),
    utm_source: 'letter',
  });
});
