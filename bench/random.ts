/** Tells a number from 0 up to, and without, 1. */
export type Random = () => number;

/** Numbers without any order that are the same each time: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A rank from 0 to `count` - 1, by Zipf's law: the second comes half as often as the first, the
 * third a third as often, and so on. Off by less than a tenth for the first, by nothing to speak of
 * for the others: what is drawn is 1/x between the halves.
 */
export function drawRank(random: Random, count: number): number {
  return Math.min(count - 1, Math.floor(0.5 * (2 * count + 1) ** random() - 0.5));
}

/** One of them by Zipf's law, the first most often. */
export function drawOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[drawRank(random, items.length)]!;
}
