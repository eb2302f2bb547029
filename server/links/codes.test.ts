import { expect, test } from 'bun:test';
import { isReservedCode } from '../../contracts/links/custom-code.ts';
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
