import { expect, test } from 'bun:test';
import { LoadedDays, type LoadedDay, type Rollup } from './rollups.ts';

const SIZES = { cells: [64, 8, 1], links: [64, 8], minBytes: 1000 };

function listDays(first: number, last: number, bytes = 1000): LoadedDay[] {
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: first + at,
    isOpen: false,
    bytes,
  }));
}

function load(days: readonly LoadedDay[]): LoadedDays {
  const loaded = new LoadedDays(days, [], SIZES);
  for (const rollup of loaded.findMissing()) loaded.add(rollup);
  return loaded;
}

function findMissing(days: readonly LoadedDay[]): number[] {
  return new LoadedDays(days, [], SIZES).findMissing().map(({ size }) => size);
}

function count(rollups: readonly Rollup[], size: number): number {
  return rollups.filter((rollup) => rollup.size === size).length;
}

test('every range of days has its days once, in rollups or one by one', () => {
  const loaded = load(listDays(100, 400).filter(({ day }) => day % 50 !== 0));
  for (let first = 90; first < 300; first += 7) {
    for (const length of [1, 5, 20, 64, 130, 400]) {
      const range = { first, last: first + length - 1 };
      for (const { rollups, days } of [loaded.coverCells(range), loaded.coverLinks(range)]) {
        const inRollups = rollups.flatMap(({ size, number }) =>
          Array.from({ length: size }, (_, at) => size * number + at),
        );
        for (const day of inRollups) expect(day >= range.first && day <= range.last).toBe(true);
        const known = new Set(loaded.list(range));
        const covered = [...inRollups.filter((day) => known.has(day)), ...days];
        expect(covered.toSorted((a, b) => a - b)).toEqual([...known]);
      }
    }
  }
});

test('a long range is read from few rollups', () => {
  const loaded = load(listDays(1000, 1729));
  const { rollups, days } = loaded.coverLinks({ first: 1000, last: 1729 });
  expect([count(rollups, 64), count(rollups, 8), days.length]).toEqual([11, 3, 2]);
});

test('a rollup has no open day, no day to come, and enough bytes', () => {
  const [first, ...others] = listDays(0, 7);
  expect(findMissing([{ ...first!, isOpen: true }, ...others])).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(findMissing(listDays(0, 6))).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(findMissing(listDays(0, 7, 125))).toEqual([8]);
  expect(findMissing(listDays(0, 7, 124))).toEqual([]);
});
