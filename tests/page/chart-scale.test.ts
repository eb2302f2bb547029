import { expect, test } from 'bun:test';
import { fc } from '../support/random.ts';
import { labelDistance, listTicks, measureLabel } from '../../web/stats/charts/chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [100, [0, 50, 100]],
  [666, [0, 200, 400, 600, 800]],
])('the axis for %d clicks has round numbers', (max, ticks) => {
  expect(listTicks(max)).toEqual(ticks);
});

test('an axis begins with 0 and has at most five evenly spaced whole numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (max) => {
      const ticks = listTicks(max);
      const distance = ticks[1]!;
      expect(ticks).toEqual(ticks.map((_, index) => index * distance));
      expect(Number.isInteger(distance)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(max);
      expect(ticks.at(-2)!).toBeLessThan(Math.max(1, max));
    }),
  );
});

test('labels of an axis do not overlap, and Chinese labels get more room', () => {
  expect(measureLabel('11月25日')).toBeGreaterThan(measureLabel('Nov 25'));
  for (const band of [3, 10, 40, 200]) {
    const distance = labelDistance(['Nov 8', 'Nov 25'], band) * band;
    expect(distance).toBeGreaterThan(measureLabel('Nov 25'));
  }
});
