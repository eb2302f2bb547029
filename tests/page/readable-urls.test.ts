import { describe, expect, test } from 'bun:test';
import { domainToUnicode } from 'node:url';
import { fc } from '../support/random.ts';
import { decodePunycode } from '../../web/ui/text/punycode.ts';
import { toLinkName, toReadableAddress, toReadableUrl } from '../../web/ui/text/readable-url.ts';

/** The stored form of a URL. */
function store(typed: string): string {
  return new URL(typed).href;
}

test.each([
  'https://bücher.example/',
  'https://日本語.example/寿司?q=値#章',
  'https://президент.рф/',
  'https://сор.рф/',
  'http://www.straße.example:8080/größe/ä%20b',
  'https://コーヒー.example/パス',
  'https://한국.example/서울',
  'https://ไทย.example/ที่นี่',
  'https://भारत.example/नमस्ते',
  'https://ελλάδα.example/',
  'https://שלום.example/עברית',
  'https://e.example/путь/%D0%',
  'https://e.example/パ%FF%E3%83',
  'https://e.example/café?a=b&c=%26%2F%3F%23%25',
  'https://e.example/👍/❤',
  'https://中文abc.example/',
  'https://e.example/新年？',
])('%s is shown as it was typed', (typed) => {
  expect(toReadableUrl(store(typed))).toBe(typed);
  expect(toReadableAddress(store(typed))).toBe(typed.replace(/^https?:\/\//, ''));
});

describe('a misleading text stays encoded', () => {
  test.each([
    ['a name that looks like a Latin one', 'https://аррӏе.com/'],
    ['another', 'https://сор.example/'],
    ['one of Greek letters', 'https://νοτ.example/'],
    ['letters of two writing systems', 'https://pаypal.com/'],
    ['a letter that looks like a slash', 'https://google.comノ.example/'],
    ['a phonetic letter', 'https://ɡoogle.com/'],
    ['a heart in a name', 'https://i❤.example/'],
  ])('%s', (_, typed) => {
    expect(toReadableUrl(store(typed))).toBe(store(typed));
    expect(store(typed)).toContain('xn--');
  });

  test.each([
    ['a mark of direction', '%E2%80%AEgpj.exe'],
    ['another', '%D8%9C'],
    ['an isolate', '%E2%81%A6'],
    ['a zero-width space', 'a%E2%80%8Bb'],
    ['a soft hyphen', '%C2%AD'],
    ['a no-break space', '%C2%A0'],
    ['an ideographic space', '%E3%80%80'],
    ['a line separator', '%E2%80%A8'],
    ['a control character', '%C2%85'],
    ['a filler', '%E3%85%A4'],
    ['a blank of Braille', '%E2%A0%80'],
    ['a variation selector', '%EF%B8%8F'],
    ['a tag', '%F3%A0%81%A7'],
    ['a character of private use', '%EE%80%80'],
    ['an invalid character', '%EF%BF%BD'],
    ['bytes that are no text', '%FF%FE'],
    ['text of another encoding', '%B4%FA'],
    ['a blank', 'a%20b'],
    ['separators', 'a%2Fb%3Fc%23d%25e%26f'],
  ])('%s', (_, path) => {
    expect(toReadableUrl(`https://e.example/${path}`)).toBe(`https://e.example/${path}`);
  });
});

test('the readable form of any URL is the same URL, without invisible characters', () => {
  const labels = fc.constantFrom(
    'xn--bcher-kva',
    'xn--80ak6aa92e',
    'xn--zckzah',
    'www',
    'xn--',
    'xn--p1ai',
  );
  const bytes = fc.constantFrom(
    '%C3%9F',
    '%e3%83%91',
    '%E2%80%8B',
    '%2F',
    '%20',
    '%25',
    '%FF',
    '%',
    'a',
    '?',
    '#',
    '/',
    '%D7%90',
    '%CC%81',
    '%E2%81%84',
  );
  fc.assert(
    fc.property(fc.array(labels, { minLength: 1, maxLength: 3 }), fc.array(bytes), (host, path) => {
      const url = URL.parse(`https://${host.join('.')}/${path.join('')}`)?.href;
      if (url === undefined) return;
      const readable = toReadableUrl(url);
      expect(new URL(readable).href.toUpperCase()).toBe(url.toUpperCase());
      expect(readable).not.toMatch(/[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
    }),
    { numRuns: 2000 },
  );
});

// From RFC 3492, section 7.1.
test.each([
  ['egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['Proprostnemluvesky-uyb24dma41a', 'Pročprostěnemluvíčesky'],
  ['n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa', 'なぜみんな日本語を話してくれないのか'],
  ['b1abfaaepdrnnbgefbadotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
  ['3B-ww4c5e180e575a65lsy2b', '3年B組金八先生'],
  ['-> $1.00 <--', '-> $1.00 <-'],
])('Punycode %s stands for %s', (encoded, text) => {
  expect(decodePunycode(encoded)).toBe(text);
});

test('invalid Punycode is recognized', () => {
  for (const encoded of ['99999999', 'ü', 'a-ü', 'aa-A!', 'x'.repeat(64)]) {
    expect([encoded, decodePunycode(encoded)]).toEqual([encoded, null]);
  }
});

test('Punycode of any name decodes as the system decodes it', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', '-', 'ü', 'я', '語', 'ん', 'ง', '7'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(name, (typed) => {
      const label = URL.parse(`http://${typed}.example/`)?.hostname.split('.')[0] ?? '';
      if (!label.startsWith('xn--')) return;
      expect(decodePunycode(label.slice(4))).toBe(domainToUnicode(label));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['', 'a', 'a'],
  ['go.example', 'a', 'go.example/a'],
  ['xn--mnchen-3ya.example', 'spring+', 'münchen.example/spring+'],
  // Cyrillic letters that look like Latin ones.
  ['xn--80ak6aa92e.com', 'a', 'xn--80ak6aa92e.com/a'],
])('a link on the domain %j is named as readers know it', (domain, short_url, name) => {
  expect(toLinkName({ domain, short_url })).toBe(name);
});
