import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { foldText, foldTexts, readableUrl } from './folded-texts.ts';

test.each([
  ['Straße', 'STRASSE'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['Οδός', 'οδοσ'],
  ['İSTANBUL', 'istanbul'],
  ['ısı', 'ISI'],
  ['ＡＢＣ　１２３', 'abc 123'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['ガイド', 'カ\u3099イト\u3099'],
  ['Äpfel', 'apfel'],
  ['Cafe\u0301', 'CAFÉ'],
  ['Ærø Łódź', 'aero lodz'],
  ['ﬁnd', 'FIND'],
  ['①', '1'],
  ['it’s “here” – now', 'it\'s "here" - now'],
  ['so\u00adft\u200b', 'soft'],
  ['a \u00a0\n b', 'A B'],
  ['wait…', 'wait...'],
  ['\u212a', 'k'],
  ['新年，优惠！', '新年,优惠!'],
  ['한글', '한글'.normalize('NFD')],
  ['مَرْحَبًا', 'مرحبا'],
  ['שָׁלוֹם', 'שלום'],
])('%j and %j fold to the same text', (a, b) => {
  expect(foldText(a)).toBe(foldText(b));
});

test.each([
  ['パス', 'ハス'],
  ['й', 'и'],
  ['हिन्दी', 'हनद'],
  ['ที่', 'ท'],
  ['新', '旧'],
  ['%', '_'],
])('%j and %j fold to different texts', (a, b) => {
  expect(foldText(a)).not.toBe(foldText(b));
});

test.each([
  ['https://xn--bcher-kva.example/', 'https://bücher.example/'],
  ['https://www.xn--bcher-kva.XN--P1AI/', 'https://www.bücher.рф/'],
  ['https://e.example/%E3%83%91%E3%82%B9?q=%d0%bf', 'https://e.example/パス?q=п'],
  ['https://e.example/a%20b', 'https://e.example/a b'],
  ['https://e.example/%ff%zz%', 'https://e.example/%ff%zz%'],
  ['https://e.example/%E3%83%91%FF%E3%83', 'https://e.example/パ%FF%E3%83'],
  ['https://e.example/%00%0a%ed%a0%80', 'https://e.example/%00%0a%ed%a0%80'],
  ['https://xn--.example/xn--99999999', 'https://xn--.example/xn--99999999'],
])('%s is read as %s', (url, readable) => {
  expect(readableUrl(url)).toBe(readable);
});

test('lower-case ASCII texts have no folded copy', () => {
  const plain = {
    short_url: 'my-code',
    long_url: 'https://Example.com/A?b=c',
    title: 'Big SALE',
    note: 'For Ada',
  };
  const none = { folded_code: null, folded_url: null, folded_title: null, folded_note: null };
  expect(foldTexts(plain)).toEqual(none);
  expect(foldTexts({ ...plain, title: '新年优惠' })).toEqual(none);
  expect(
    foldTexts({
      short_url: 'MyCode',
      long_url: 'https://e.example/%20',
      title: 'Äpfel',
      note: 'Two\nlines',
    }),
  ).toEqual({
    folded_code: 'mycode',
    folded_url: 'https://e.example/ ',
    folded_title: 'apfel',
    folded_note: 'two lines',
  });
});

test('folding a folded text changes nothing, and every database accepts the result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = foldText(readableUrl(text.toWellFormed()));
      expect(foldText(folded)).toBe(folded);
      expect(folded).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 2000 },
  );
});
