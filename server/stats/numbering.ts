import { grow } from './grow.ts';

/** Numbers keys of 48 bits, of which there may be a million, in the order in which they come. */
export class Numbering {
  /** How many there are: the next one has this number. */
  size = 0;
  /** By number. */
  #low = new Uint32Array(64);
  #high = new Uint16Array(64);
  /** Twice as many: number plus 1, or 0 where there is none. Who is not in the own slot is behind it. */
  #slots = new Uint32Array(128);

  /** How many bytes it takes, about. */
  get bytes(): number {
    return 14 * this.#low.length;
  }

  /** The number of a key, by its low 32 bits and the 16 others. */
  numberOf(low: number, high: number): number {
    const slot = this.#findSlot(low, high);
    const number = this.#slots[slot]! - 1;
    return number === -1 ? this.#add(low, high, slot) : number;
  }

  /** The same for a key that may have none: -1 then. */
  find(low: number, high: number): number {
    return this.#slots[this.#findSlot(low, high)]! - 1;
  }

  /** The slot of a key, or the free one that would be its own. */
  #findSlot(low: number, high: number): number {
    const last = this.#slots.length - 1;
    for (let slot = low & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot]! - 1;
      if (number === -1) return slot;
      if (this.#low[number] === low && this.#high[number] === high) return slot;
    }
  }

  #add(low: number, high: number, slot: number): number {
    const number = this.size;
    this.#low[number] = low;
    this.#high[number] = high;
    this.size += 1;
    this.#slots[slot] = this.size;
    if (this.size === this.#low.length) this.#grow();
    return number;
  }

  #grow(): void {
    const low = this.#low;
    this.#low = grow(low, 2 * low.length);
    this.#high = grow(this.#high, 2 * low.length);
    this.#slots = new Uint32Array(4 * low.length);
    const last = this.#slots.length - 1;
    for (const [number, own] of low.entries()) {
      let slot = own & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number + 1;
    }
  }
}
