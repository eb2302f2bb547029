/**
 * How many ids one segment of the index covers. Larger ones cost fewer bytes for each link,
 * smaller ones leave fewer links to look at one by one until the next is full.
 */
export const SEGMENT_SIZE = 16_384;

const WORDS = SEGMENT_SIZE / 32;
const BITMAP_BYTES = SEGMENT_SIZE / 8;

/** A set of links of one segment, by their place in it. */
export class SegmentSet {
  readonly #bits = new Uint32Array(WORDS);

  /** Reads what {@link packPlaces} has written. */
  static unpack(bytes: Uint8Array): SegmentSet {
    const set = new SegmentSet();
    // A copy begins where a 32-bit number may begin.
    const { buffer } = bytes.slice();
    if (bytes.length === BITMAP_BYTES) set.#bits.set(new Uint32Array(buffer));
    else for (const place of new Uint16Array(buffer)) set.add(place);
    return set;
  }

  add(place: number): this {
    this.#bits[place >> 5]! |= 1 << (place & 31);
    return this;
  }

  delete(place: number): void {
    this.#bits[place >> 5]! &= ~(1 << (place & 31));
  }

  has(place: number): boolean {
    return (this.#bits[place >> 5]! & (1 << (place & 31))) !== 0;
  }

  /** Keeps what is in both. */
  intersect(other: SegmentSet): void {
    for (let i = 0; i < WORDS; i += 1) this.#bits[i]! &= other.#bits[i]!;
  }

  /** Adds all that are in the other. */
  unite(other: SegmentSet): void {
    for (let i = 0; i < WORDS; i += 1) this.#bits[i]! |= other.#bits[i]!;
  }

  /** Drops what is in the other. */
  subtract(other: SegmentSet): void {
    for (let i = 0; i < WORDS; i += 1) this.#bits[i]! &= ~other.#bits[i]!;
  }

  copy(): SegmentSet {
    const copy = new SegmentSet();
    copy.#bits.set(this.#bits);
    return copy;
  }

  get size(): number {
    let size = 0;
    for (let i = 0; i < WORDS; i += 1) size += countBits(this.#bits[i]!);
    return size;
  }

  /** All places, in order. */
  get places(): number[] {
    const places: number[] = [];
    for (let i = 0; i < WORDS; i += 1) {
      for (let rest = this.#bits[i]!; rest !== 0; rest &= rest - 1) {
        places.push(i * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
    return places;
  }
}

/** Writes places down, each given once: as a list of 16-bit numbers or as a bitmap. */
export function packPlaces(places: readonly number[]): Uint8Array {
  if (places.length * 2 < BITMAP_BYTES) return new Uint8Array(Uint16Array.from(places).buffer);
  const bits = new Uint32Array(WORDS);
  for (const place of places) bits[place >> 5]! |= 1 << (place & 31);
  return new Uint8Array(bits.buffer);
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
