/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** A repeatable generator: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks a rank from 0 to `count` - 1, approximately by Zipf's law: rank 0 is off by up to 10 %. */
export function pickRank(random: Random, count: number): number {
  return Math.min(count - 1, Math.floor(0.5 * (2 * count + 1) ** random() - 0.5));
}

/** Picks an item by Zipf's law, the first one most often. */
export function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[pickRank(random, items.length)]!;
}
