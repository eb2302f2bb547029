/** Some of the rows of a detail: a bit for each, the first one the lowest of the first number. */
export type RowSet = Int32Array;

/** How many bytes the set of some of so many rows takes. */
export function rowSetBytes(rows: number): number {
  return Math.ceil(rows / 32) * 4;
}

/** The set of none of so many rows. */
export function emptyRowSet(rows: number): RowSet {
  return new Int32Array(rowSetBytes(rows) / 4);
}

/** The set of those with these numbers, of so many rows. */
export function toRowSet(rows: number, numbers: Int32Array): RowSet {
  const set = emptyRowSet(rows);
  for (let i = 0; i < numbers.length; i += 1) addRow(set, numbers[i]!);
  return set;
}

export function addRow(set: RowSet, row: number): void {
  set[row >>> 5]! |= 1 << (row & 31);
}

/** The set of all of so many rows. */
export function allRowsOf(rows: number): RowSet {
  const set = emptyRowSet(rows).fill(-1);
  // No bits beyond the last row.
  if ((rows & 31) !== 0) set[set.length - 1] = (1 << (rows & 31)) - 1;
  return set;
}

/** Those that are in one or in another. */
export function unite(one: RowSet, another: RowSet): RowSet {
  const set = new Int32Array(one.length);
  for (let at = 0; at < set.length; at += 1) set[at] = one[at]! | another[at]!;
  return set;
}

/** Those that are in one and in another. */
export function intersect(one: RowSet, another: RowSet): RowSet {
  const set = new Int32Array(one.length);
  for (let at = 0; at < set.length; at += 1) set[at] = one[at]! & another[at]!;
  return set;
}

/** Those that are in one and not in another. */
export function subtract(one: RowSet, another: RowSet): RowSet {
  const set = new Int32Array(one.length);
  for (let at = 0; at < set.length; at += 1) set[at] = one[at]! & ~another[at]!;
  return set;
}

/** How many there are. */
export function countRows(set: RowSet): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 1) {
    // The bits of each two, four, eight bits; then those of all four bytes.
    let bits = set[at]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
    count += Math.imul(bits, 0x01010101) >>> 24;
  }
  return count;
}

/** Writes their numbers, in their order, where there is room for them; returns how many there are. */
export function writeNumbers(set: RowSet, to: Int32Array): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 1) {
    for (let bits = set[at]!; bits !== 0; bits &= bits - 1) {
      to[count] = at * 32 + 31 - Math.clz32(bits & -bits);
      count += 1;
    }
  }
  return count;
}
