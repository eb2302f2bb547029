import { expect, test } from 'bun:test';
import { Numbering } from './numbering.ts';

test('each key has one number, in the order in which they come', () => {
  const numbering = new Numbering();
  // Half of them differ in the high bits alone, and all want few slots.
  const keys = Array.from({ length: 1000 }, (_, i) => [(i >>> 1) * 65_536, i & 1] as const);
  for (const [number, [low, high]] of keys.entries()) {
    expect(numbering.find(low, high)).toBe(-1);
    expect(numbering.numberOf(low, high)).toBe(number);
  }
  for (const [number, [low, high]] of keys.entries()) {
    expect(numbering.numberOf(low, high)).toBe(number);
    expect(numbering.find(low, high)).toBe(number);
  }
  expect(numbering.size).toBe(1000);
});

test('the largest keys are told apart', () => {
  const numbering = new Numbering();
  expect(numbering.numberOf(2 ** 32 - 1, 65_535)).toBe(0);
  expect(numbering.numberOf(2 ** 32 - 1, 65_534)).toBe(1);
  expect(numbering.numberOf(2 ** 32 - 1, 65_535)).toBe(0);
});
