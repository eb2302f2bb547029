/** How many intervals the axis of clicks has at most. */
const INTERVALS = 4;

/**
 * Round numbers for the axis of clicks: from 0 to the first that is not below `max`, at even
 * distances of 1, 2 or 5 times a power of ten.
 */
export function listTicks(max: number): number[] {
  const rough = Math.max(1, max / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const distance = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(max / distance));
  return Array.from({ length: count + 1 }, (_, index) => index * distance);
}

/** Room between two labels of the axis of time, in pixels. */
const LABEL_GAP = 24;
/** The widest character of a label, in pixels. */
const CHARACTER_WIDTH = 7;
const WIDE_CHARACTER_WIDTH = 12;

/**
 * Every how many bars a label has room, where bars are `band` pixels apart and labels are as long as
 * these.
 */
export function labelDistance(labels: readonly string[], band: number): number {
  const widest = Math.max(0, ...labels.map(measureLabel));
  return Math.max(1, Math.ceil((widest + LABEL_GAP) / band));
}

/** How wide a label is at most, in pixels. */
export function measureLabel(label: string): number {
  const wide = label.match(/[\u2E80-\uFFFF]/g)?.length ?? 0;
  return wide * WIDE_CHARACTER_WIDTH + (label.length - wide) * CHARACTER_WIDTH;
}
