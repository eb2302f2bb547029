import { expect, test } from 'bun:test';
import { isCustomCode, isReservedCode, toCustomCode } from '../../contracts/links/custom-code.ts';
import { generateCode, ATTEMPTS_MAX } from './codes.ts';

test('a generated code has six distinct-looking characters, all equally likely', () => {
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 20_000; draw += 1) {
    const code = generateCode(0);
    expect(code).toMatch(/^[bcdfghjkmnpqrstvwxyz23456789]{6}$/);
    for (const character of code) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(28);
  const mean = 120_000 / 28;
  // Nine standard deviations: a fair draw fails once in 10^17 runs.
  for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(9 * mean ** 0.5);
});

test('codes get longer when codes of a length are taken', () => {
  expect(generateCode(2)).toHaveLength(6);
  expect(generateCode(3)).toHaveLength(7);
  expect(generateCode(ATTEMPTS_MAX - 1)).toHaveLength(11);
});

test('a generated code is never a reserved word', () => {
  // Accidental words must not exist: none of these fits the alphabet.
  for (const word of ['api', 'init', 'admin', 'login', 'logout', 'docs', 'assets', 'healthz']) {
    expect(isReservedCode(word)).toBe(true);
    expect(isReservedCode(word.toUpperCase())).toBe(true);
    expect(word).not.toMatch(/^[bcdfghjkmnpqrstvwxyz23456789]+$/);
  }
  expect(isReservedCode('apis')).toBe(false);
});

test.each([
  'a',
  'x'.repeat(64),
  '2026-sale_1',
  'äpfel',
  'straße',
  '春日',
  'かな',
  '한국어',
  'عربي',
  'हिन्दी',
  '٣',
  '🍎',
  '🍎-sale',
  '❤',
  '❤️',
  '👩‍💻',
  '👍🏽',
  '🇩🇪',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣',
  '😀'.repeat(64),
])('people may choose the code %s', (code) => {
  expect(toCustomCode(code)).toBe(code);
  expect(isCustomCode(code)).toBe(true);
});

test.each([
  '',
  'x'.repeat(65),
  '😀'.repeat(65),
  'a b',
  'a/b',
  'a.b',
  'a?b',
  'a#b',
  'a%20b',
  'a+b',
  'a\0',
  '①',
  '€',
  'a\u200db',
  '\u200d',
  '\ufe0f',
  '\u202eab',
  'a\u2066b',
  'a\u00adb',
  '\u3164',
  '\u115f',
  '\ud83d',
  `\u{1f34e}${'\u0301'.repeat(100_000)}`,
  `${'1\u20e3'.repeat(31)}.`,
])('people may not choose the code %j', (code) => {
  expect(isCustomCode(toCustomCode(code))).toBe(false);
});

test('a typed code is trimmed, composed and in lower case', () => {
  expect(toCustomCode(' A\u0308PFEL ')).toBe('äpfel');
  expect(toCustomCode('Łódź')).toBe('łódź');
});
