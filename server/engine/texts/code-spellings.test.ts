import { describe, expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { getCodeFamily, foldCode, listPossibleCodes, trimCode } from './code-spellings.ts';

const behind = [
  '.',
  ',',
  ')',
  '”',
  '"',
  "'",
  '’',
  ' ',
  ';',
  ':',
  '!',
  '?',
  ']',
  '}',
  '>',
  '»',
  '*',
  '_',
  '-',
  '~',
  '|',
  '`',
  '/',
  '//',
  '/.',
  '、',
  '。',
  '，',
  '！',
  '？',
  '…',
  '）',
  '】',
  '》',
  '」',
  '❞',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u202c',
  '\u2060',
  '\u2069',
  '\ufeff',
  '\u00ad',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u3164',
  '\ufe0f',
  '\ufffd',
  '\t',
  '\r\n',
  '&amp;utm_source=a',
  '&utm_source=a',
  '&nbsp;',
  '?x=1',
  '#top',
  '</a>',
  '">here',
  '](https://s.example/code)',
  '|label',
  '，领取红包',
  '.).',
  '**.',
  '!!!',
  '...........................',
  '\u200b.\u200e)',
];
const before = [
  '(',
  '"',
  '“',
  '「',
  '（',
  '<',
  "'",
  '‘',
  '[',
  ' ',
  '\u200b',
  '\ufeff',
  '\u200e',
  '/',
];

describe('text around a code', () => {
  test.each(behind)('%j after the code is ignored', (text) => {
    expect(trimCode(`Code${text}`)).toBe('Code');
    expect(listPossibleCodes(`Code${text}`)).toContain('Code');
  });

  test.each(before)('%j before the code is ignored', (text) => {
    expect(trimCode(`${text}Code`)).toBe('Code');
    expect(listPossibleCodes(`${text}Code`)).toContain('Code');
  });

  test('is removed step by step, first at the end', () => {
    expect(listPossibleCodes('(a_b_).')).toEqual([
      '(a_b_).',
      '(a_b_)',
      '(a_b_',
      '(a_b',
      'a_b_).',
      'a_b_)',
      'a_b_',
      'a_b',
    ]);
    expect(listPossibleCodes('abc_，领取')).toEqual(['abc_，领取', 'abc_', 'abc']);
    expect(listPossibleCodes('abc')).toEqual(['abc']);
    expect(listPossibleCodes('...')).toEqual(['...', '..', '.']);
  });

  test.each([
    'a.b',
    'a:b',
    'a,b',
    '.env',
    '_a',
    '-a',
    'a+',
    'a+b',
    'a b',
    'a +',
    '短',
    '👍🏽',
    '🏴\u{e0067}\u{e0062}',
    '%00',
    'a%00b',
  ])('%j stays whole', (code) => {
    expect(trimCode(code)).toBe(code);
    expect(listPossibleCodes(code)).toEqual([code]);
  });

  test.each([
    ['fq复制', 'fq'],
    ['fq复制这段文字', 'fq'],
    ['fq_コピー', 'fq'],
    ['%E7%9F%AD', '短'],
    ['caf%C3%A9.', 'café'],
  ])('%s may be %s, as the last possibility', (typed, code) => {
    expect(listPossibleCodes(typed).at(-1)).toBe(code);
    expect(listPossibleCodes(typed)[0]).toBe(typed);
  });

  test('long texts yield few possible codes', () => {
    expect(listPossibleCodes(`${'('.repeat(4000)}a${'.'.repeat(4000)}`).length).toBeLessThan(30);
    expect(listPossibleCodes('.'.repeat(290)).length).toBeLessThan(30);
  });
});

test.each([
  ['ABC', 'abc'],
  ['caf\u00e9', 'cafe\u0301'],
  ['CAF\u00c9', 'cafe\u0301'],
  ['❤', '❤\ufe0f'],
  ['👨‍💻', '👨💻'],
  ['ΟΔΟΣ', 'οδος'],
  ['a\u200bb', 'ab'],
  ['a\u00adb', 'AB'],
  ['a\ufeffb', 'ab'],
])('%j and %j fold to the same code', (a, b) => {
  expect(foldCode(a)).toBe(foldCode(b));
});

test.each([
  ['straße', 'strasse'],
  ['cafe', 'café'],
  ['Ａ', 'a'],
  ['🏴\u{e0067}\u{e007f}', '🏴'],
])('%j and %j fold to different codes', (a, b) => {
  expect(foldCode(a)).not.toBe(foldCode(b));
});

test("every possible code is of the typed code's family", () => {
  const part = fc.constantFrom(
    ...behind,
    ...before,
    'a',
    'B',
    'İ',
    'Σ',
    'é',
    'e',
    '\u0301',
    '\u0338',
    '\u2329',
    '\u037e',
    '\u1fef',
    '+',
    '≮',
    '%20',
    '%41',
    '%E7%9F%AD',
    '%25',
    '%2F',
    '复制',
    'コ',
    '=',
  );
  const texts = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (typed) => {
      const family = getCodeFamily(typed);
      for (const code of listPossibleCodes(typed)) {
        expect(getCodeFamily(code)).toBe(family);
        expect(getCodeFamily(foldCode(code))).toBe(family);
      }
      expect(foldCode(foldCode(typed))).toBe(foldCode(typed));
    }),
    // An invisible character separates a mark from the character before it.
    { numRuns: 3000, examples: [['<\u200b\u0338']] },
  );
});
