import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  allRowsOf,
  countRows,
  intersect,
  rowSetBytes,
  subtract,
  toRowSet,
  unite,
  writeNumbers,
} from './row-set.ts';

const ROWS = 200;
const numbers = fc.uniqueArray(fc.nat(ROWS - 1)).map((rows) => rows.toSorted((a, b) => a - b));

function list(set: Int32Array): number[] {
  const room = new Int32Array(ROWS);
  return [...room.subarray(0, writeNumbers(set, room))];
}

test('sets of rows are those of their numbers', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, another) => {
      const [a, b] = [one, another].map((rows) => toRowSet(ROWS, Int32Array.from(rows)));
      expect(a!.byteLength).toBe(rowSetBytes(ROWS));
      expect(list(a!)).toEqual(one);
      expect(countRows(a!)).toBe(one.length);
      expect(list(unite(a!, b!))).toEqual(
        [...new Set([...one, ...another])].toSorted((x, y) => x - y),
      );
      expect(list(intersect(a!, b!))).toEqual(one.filter((row) => another.includes(row)));
      expect(list(subtract(a!, b!))).toEqual(one.filter((row) => !another.includes(row)));
    }),
  );
});

test.each([0, 1, 31, 32, 33, 200])('the set of all of %i rows has no others', (rows) => {
  const all = allRowsOf(rows);
  expect(all.byteLength).toBe(rowSetBytes(rows));
  expect(list(all)).toEqual(Array.from({ length: rows }, (_, row) => row));
});
