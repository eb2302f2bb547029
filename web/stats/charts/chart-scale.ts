/** The most intervals on the axis of clicks. */
const INTERVALS = 4;

/**
 * Round numbers for the axis of clicks, from 0 up to at least `max`. Their distance is 1, 2 or 5
 * times a power of ten.
 */
export function listTicks(max: number): number[] {
  const rough = Math.max(1, max / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const distance = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(max / distance));
  return Array.from({ length: count + 1 }, (_, index) => index * distance);
}

/** The space between two labels of the time axis, in pixels. */
const LABEL_GAP = 24;
/** The width of the widest character in a label, in pixels. */
const CHARACTER_WIDTH = 7;
const WIDE_CHARACTER_WIDTH = 12;

/**
 * The number of bars from one label to the next, for labels of this length. `band` is the distance
 * between two bars in pixels.
 */
export function labelDistance(labels: readonly string[], band: number): number {
  const widest = Math.max(0, ...labels.map(measureLabel));
  return Math.max(1, Math.ceil((widest + LABEL_GAP) / band));
}

/** An upper bound of a label's width, in pixels. */
export function measureLabel(label: string): number {
  const wide = label.match(/[\u2E80-\uFFFF]/g)?.length ?? 0;
  return wide * WIDE_CHARACTER_WIDTH + (label.length - wide) * CHARACTER_WIDTH;
}
