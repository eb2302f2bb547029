/** Longer texts are not cached, in bytes. */
const LONGEST = 1024;
/** Slots that a text may take: texts with equal hashes must not cost a long search. */
const SLOTS = 16;

interface TextCacheOptions<Known> {
  /** The number of texts, a power of two. A full cache is cleared. */
  readonly max: number;
  readonly bytesMax: number;
  readonly create: (text: string) => Known;
}

/** Finds texts by their bytes: a string per click would keep the garbage collector busy. */
export class TextCache<Known> {
  readonly #max: number;
  readonly #create: (text: string) => Known;
  readonly #empty: Known;
  /** Linear probing from the slot of the hash; after `SLOTS` slots the first is overwritten. */
  readonly #entries: (Known | undefined)[];
  readonly #hashes: Int32Array;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint16Array;
  readonly #bytes: DataView<ArrayBuffer>;
  #count = 0;
  #end = 0;
  #read: Buffer | null = null;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor({ max, bytesMax, create }: TextCacheOptions<Known>) {
    this.#max = max;
    this.#create = create;
    this.#empty = create('');
    const slots = 2 * max;
    // Trap: the array is allocated whole, because one with holes is many times slower.
    this.#entries = Array.from({ length: slots });
    this.#hashes = new Int32Array(slots);
    this.#starts = new Uint32Array(slots);
    this.#lengths = new Uint16Array(slots);
    this.#bytes = new DataView(new ArrayBuffer(bytesMax));
  }

  readonly read = (bytes: Buffer, from: number, to: number): Known => {
    const length = to - from;
    if (length === 0) return this.#empty;
    if (length > LONGEST) return this.#create(bytes.toString('latin1', from, to));
    const view = this.#viewOf(bytes);
    const hashed = hash(view, from, to);
    const mask = 2 * this.#max - 1;
    for (let i = 0; i < SLOTS; i += 1) {
      const slot = (hashed + i) & mask;
      const entry = this.#entries[slot];
      if (entry === undefined) return this.#add(slot, hashed, bytes, from, to);
      const isKnown =
        this.#hashes[slot] === hashed &&
        this.#lengths[slot] === length &&
        isSame(view, from, to, this.#bytes, this.#starts[slot]!);
      if (isKnown) return entry;
    }
    return this.#add(hashed & mask, hashed, bytes, from, to);
  };

  #add(slot: number, hashed: number, bytes: Buffer, from: number, to: number): Known {
    const length = to - from;
    const entry = this.#create(bytes.toString('latin1', from, to));
    if (this.#count === this.#max || this.#end + length > this.#bytes.byteLength) {
      this.#entries.fill(undefined);
      this.#count = this.#end = 0;
      return entry;
    }
    new Uint8Array(this.#bytes.buffer).set(bytes.subarray(from, to), this.#end);
    this.#hashes[slot] = hashed;
    this.#starts[slot] = this.#end;
    this.#lengths[slot] = length;
    this.#end += length;
    if (this.#entries[slot] === undefined) this.#count += 1;
    return (this.#entries[slot] = entry);
  }

  #viewOf(bytes: Buffer): DataView {
    if (this.#read !== bytes) {
      this.#read = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.#view;
  }
}

function hash(bytes: DataView, from: number, to: number): number {
  let hashed = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hashed = Math.imul(hashed ^ bytes.getInt32(at), 0x9e3779b1);
  for (; at < to; at += 1) hashed = Math.imul(hashed ^ bytes.getUint8(at), 0x9e3779b1);
  hashed = Math.imul(hashed ^ (hashed >>> 15), 0x85ebca6b);
  return hashed ^ (hashed >>> 13);
}

function isSame(a: DataView, from: number, to: number, b: DataView, start: number): boolean {
  let at = from;
  let other = start;
  for (; at + 4 <= to; at += 4, other += 4) if (a.getInt32(at) !== b.getInt32(other)) return false;
  for (; at < to; at += 1, other += 1) if (a.getUint8(at) !== b.getUint8(other)) return false;
  return true;
}
