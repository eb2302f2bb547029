import { expect, test } from 'bun:test';
import { LoadedDays, type LoadedDay } from './rollups.ts';

const SIZES = { cells: [64, 8, 1], links: [64], minBytes: 1000 };

function listDays(first: number, last: number, bytes = 1000): LoadedDay[] {
  return count(first, last).map((day) => ({ day, isOpen: false, bytes }));
}

function load(days: readonly LoadedDay[]): LoadedDays {
  const loaded = new LoadedDays(days, [], SIZES);
  for (const rollup of loaded.findMissing()) loaded.add(rollup);
  return loaded;
}

function findMissing(days: readonly LoadedDay[]): number[] {
  return new LoadedDays(days, [], SIZES).findMissing().map(({ size }) => size);
}

function count(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

test('every range has its loaded days once, in rollups or one by one', () => {
  const days = listDays(100, 400).filter(({ day }) => day % 50 !== 0);
  const loaded = load(days);
  for (let first = 90; first < 300; first += 7) {
    for (const length of [1, 5, 20, 64, 130, 400]) {
      const range = { first, last: first + length - 1 };
      for (const { rollups, others } of [loaded.coverCells(range), loaded.coverLinks(range)]) {
        const covered = [
          ...rollups.flatMap(({ size, number }) => count(size * number, size * (number + 1) - 1)),
          ...others.flatMap((other) => count(other.first, other.last)),
        ].toSorted((a, b) => a - b);
        const isLoaded = (one: number): boolean => days.some(({ day }) => day === one);
        expect(covered.filter(isLoaded)).toEqual(count(first, range.last).filter(isLoaded));
        expect(new Set(covered).size).toBe(covered.length);
      }
    }
  }
});

test('a long range is read from few rollups', () => {
  const loaded = load(listDays(1000, 1729));
  const { rollups, others } = loaded.coverCells({ first: 1000, last: 1730 });
  expect(rollups.filter(({ size }) => size === 64)).toHaveLength(12);
  expect(rollups).toHaveLength(14);
  expect(others).toEqual([{ first: 1730, last: 1730 }]);
});

test('a rollup has no open day, no day to come, and enough bytes', () => {
  const [first, ...others] = listDays(0, 7);
  expect(findMissing([{ ...first!, isOpen: true }, ...others])).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(findMissing(listDays(0, 6))).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(findMissing(listDays(0, 7, 125))).toEqual([8]);
  expect(findMissing(listDays(0, 7, 124))).toEqual([]);
});
