/** Ids per segment. Larger segments use fewer bytes per link, but leave more links unindexed. */
export const SEGMENT_SIZE = 16_384;

const WORDS = SEGMENT_SIZE / 32;
const BITMAP_BYTES = SEGMENT_SIZE / 8;

export class SegmentSet {
  readonly #bits = new Uint32Array(WORDS);

  /** Packs unique positions into 16-bit numbers or a bitmap, whichever is smaller. */
  static pack(positions: Uint16Array): Uint8Array {
    if (positions.length * 2 < BITMAP_BYTES) {
      return new Uint8Array(positions.slice().buffer);
    }
    const set = new SegmentSet();
    for (const position of positions) set.add(position);
    return new Uint8Array(set.#bits.buffer);
  }

  static unpack(bytes: Uint8Array): SegmentSet {
    const set = new SegmentSet();
    // A copy, because a typed array needs an aligned offset.
    const { buffer } = bytes.slice();
    if (bytes.length === BITMAP_BYTES) set.#bits.set(new Uint32Array(buffer));
    else for (const position of new Uint16Array(buffer)) set.add(position);
    return set;
  }

  add(position: number): this {
    this.#bits[position >> 5]! |= 1 << (position & 31);
    return this;
  }

  delete(position: number): void {
    this.#bits[position >> 5]! &= ~(1 << (position & 31));
  }

  has(position: number): boolean {
    return (this.#bits[position >> 5]! & (1 << (position & 31))) !== 0;
  }

  intersect(other: SegmentSet): void {
    for (let i = 0; i < WORDS; i += 1) this.#bits[i]! &= other.#bits[i]!;
  }

  unite(other: SegmentSet): void {
    for (let i = 0; i < WORDS; i += 1) this.#bits[i]! |= other.#bits[i]!;
  }

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

  get positions(): number[] {
    const positions: number[] = [];
    for (let i = 0; i < WORDS; i += 1) {
      for (let rest = this.#bits[i]!; rest !== 0; rest &= rest - 1) {
        positions.push(i * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
    return positions;
  }
}

/** Source: https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
