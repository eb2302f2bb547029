/** Adds clicks to those that stand somewhere; counts of clicks are less than 2³¹. */
export function addClicks(counts: Int32Array, at: number, clicks: number): void {
  // Said to be an integer, it is never made a floating number on the way.
  counts[at] = (counts[at]! + clicks) | 0;
}
