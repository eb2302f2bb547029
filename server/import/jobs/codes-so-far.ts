import { excerpt } from '../excerpt.ts';

/** 24 MiB. */
const SLOTS_MAX = 2 ** 21;
const SLOTS_FIRST = 2 ** 12;
const LOAD_MAX = 2 / 3;
/** Of the listed rows, the long URLs are shown. */
const SHOWN_MAX = 10_000;
const NO_URL = 0;

/**
 * The codes that a file repeats, each with the long URL of its last row so far. Of more than 1.4
 * million such codes, the others count as new each time.
 */
export class CodesSoFar {
  #lows = new Uint32Array(SLOTS_FIRST);
  #highs = new Uint32Array(SLOTS_FIRST);
  #urls = new Uint32Array(SLOTS_FIRST);
  #size = 0;
  readonly #shown = new Map<string, string>();

  /** Remembers a code that comes again. */
  expect(code: string): void {
    if (this.#size >= SLOTS_MAX * LOAD_MAX) return;
    const slot = this.#find(code);
    if (!this.#isEmpty(slot)) return;
    [this.#lows[slot], this.#highs[slot]] = hashCode(code);
    this.#size += 1;
    if (this.#size > this.#lows.length * LOAD_MAX && this.#lows.length < SLOTS_MAX) this.#grow();
  }

  /** Gives a code its long URL, if it comes again. */
  take(code: string, longUrl: string): void {
    const slot = this.#find(code);
    if (this.#isEmpty(slot)) return;
    this.#urls[slot] = hashUrl(longUrl);
    if (this.#shown.size < SHOWN_MAX || this.#shown.has(code)) {
      this.#shown.set(code, excerpt(longUrl));
    }
  }

  leadsTo(code: string, longUrl: string): 'there' | 'elsewhere' | 'nowhere' {
    const url = this.#urls[this.#find(code)]!;
    if (url === NO_URL) return 'nowhere';
    return url === hashUrl(longUrl) ? 'there' : 'elsewhere';
  }

  /** The long URL, shortened; undefined for codes beyond the first ones. */
  show(code: string): string | undefined {
    return this.#shown.get(code);
  }

  #isEmpty(slot: number): boolean {
    return this.#lows[slot] === 0 && this.#highs[slot] === 0;
  }

  /** The slot of the code, or the empty one where it belongs. */
  #find(code: string): number {
    const [low, high] = hashCode(code);
    return this.#findHash(low, high);
  }

  #findHash(low: number, high: number): number {
    const mask = this.#lows.length - 1;
    let slot = low & mask;
    while (!this.#isEmpty(slot) && (this.#lows[slot] !== low || this.#highs[slot] !== high)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [lows, highs, urls] = [this.#lows, this.#highs, this.#urls];
    const slots = lows.length * 2;
    this.#lows = new Uint32Array(slots);
    this.#highs = new Uint32Array(slots);
    this.#urls = new Uint32Array(slots);
    for (let from = 0; from < lows.length; from += 1) {
      if (lows[from] === 0 && highs[from] === 0) continue;
      const to = this.#findHash(lows[from]!, highs[from]!);
      this.#lows[to] = lows[from]!;
      this.#highs[to] = highs[from]!;
      this.#urls[to] = urls[from]!;
    }
  }
}

/** 64 bits, of which one is set. */
export function hashCode(code: string): readonly [low: number, high: number] {
  const hash = Bun.hash.xxHash64(code);
  return [Number(hash & 0xffff_ffffn), (Number(hash >> 32n) | 1) >>> 0];
}

function hashUrl(longUrl: string): number {
  return Math.max(NO_URL + 1, Bun.hash.xxHash32(longUrl, 3));
}
