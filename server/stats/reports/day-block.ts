/** Sums are read, and in a copy added up, so many days at a time. */
const BLOCK_DAYS = 32;

/** The number of the block that a day is of. */
export function blockOf(day: number): number {
  return Math.floor(day / BLOCK_DAYS);
}
