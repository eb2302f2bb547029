import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { readLanguage } from './language.ts';

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8,en-GB;q=0.7,en-US;q=0.6', 'zh'],
  ['zh-TW,zh-HK;q=0.9,zh;q=0.8', 'zh'],
  ['zh-Hans-CN;q=1', 'zh'],
  ['zh-Hant', 'zh'],
  ['id-ID,in;q=0.9', 'id'],
  ['tl-PH', 'tl'],
  ['nn-NO', 'nn'],
  ['no', 'no'],
  ['cmn-Hans-CN', 'zh'],
  ['en-US,en;q=0.5', 'en'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['en_US', 'en'],
  ['de-DE;q=0.8, fr;q=0.9', 'fr'],
  ['de;q=0.8,fr;q=0.8', 'de'],
  ['da, en-gb;q=0.8, en;q=0.7', 'da'],
  ['*, nl;q=0.5', 'nl'],
  ['pt-BR ; q = 0.3', 'pt'],
  ['nb-NO,nb;q=0.9,no-NO;q=0.8', 'nb'],
  ['fil-PH,fil;q=0.9,en-US;q=0.8', 'tl'],
  ['iw-IL', 'he'],
  ['in-ID', 'id'],
  ['ji', 'yi'],
  ['sh', 'sr'],
  ['mo', 'ro'],
  ['eng', 'en'],
  ['sr-Latn-RS', 'sr'],
  ['fr;q=0.4,es;q=', 'fr'],
  ['fr;q=0.4,es;q=7', 'fr'],
  ['fr;q=0', ''],
  ['*', ''],
  ['', ''],
  ['yue-HK,en;q=0.9', ''],
  ['tlh', ''],
  ['zz', ''],
  ['x-klingon', ''],
  ['deutsch', ''],
  ['<script>alert(1)</script>', ''],
  [';;;,,,;q=1,=', ''],
])('%s is %s', (header, language) => {
  expect(readLanguage(header)).toBe(language);
});

test('any header gives a language of two letters or none', () => {
  const pieces = fc.constantFrom('en', 'zh-CN', 'xx', '*', ';', 'q=', '0.', '1', ',', '-', ' ');
  const header = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(header, (text) => {
      expect(readLanguage(text)).toMatch(/^(?:[a-z]{2})?$/);
    }),
    { numRuns: 2000 },
  );
});
