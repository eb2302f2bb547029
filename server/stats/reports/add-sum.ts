import { readSum } from '../day-sum.ts';
import type { DayQuarters } from './calendar.ts';
import type { Counted } from './compile-scan.ts';
import type { Tally } from './tally.ts';

/** Tells whether all clicks of a sum are of quarters that are wanted. */
export function liesWithin(body: Uint8Array, { bars }: DayQuarters): boolean {
  if (!bars.includes(-1)) return true;
  let isWithin = true;
  readSum(body, {
    time: (key) => {
      if (bars[key >>> 2] === -1) isWithin = false;
    },
  });
  return isWithin;
}

/** Adds the values that a sum tells of, or takes them away. */
export function addValues(tally: Tally, body: Uint8Array, sign: 1 | -1): void {
  readSum(body, {
    time: () => undefined,
    value: (key, clicks) => tally.addValue(key & 15, key >>> 4, sign * clicks),
  });
}

/** Adds all that the sum of a day knows; its visitors are those of settled clicks. */
export function addSum(
  tally: Tally,
  body: Uint8Array,
  { bars, weekHours }: DayQuarters,
  { audience }: Counted,
  withValues: boolean,
): void {
  const { visitors } = readSum(body, {
    time: (key, clicks) => {
      const bar = bars[key >>> 2]!;
      const clickClass = key & 3;
      if (bar === -1) return;
      const isAudience = audience[clickClass] === 1;
      tally.addTime(clickClass, bar, weekHours[key >>> 2]!, isAudience, clicks);
    },
    ...(withValues
      ? { value: (key: number, clicks: number) => tally.addValue(key & 15, key >>> 4, clicks) }
      : {}),
  });
  tally.visitors += visitors;
}
