/** How many texts are remembered at most, and of how many bytes each. */
const TEXTS_MAX = 4096;
const BYTES_MAX = 256;

/**
 * Reads texts out of bytes, a character for each byte. Of those that come again and again there is
 * one string, which is found by its bytes: one for each click would keep the collector busy.
 */
export class Texts {
  /** Each at the place that a hash of its bytes names; who comes later takes it. */
  readonly #texts: string[] = [];
  #bytesOf: DataView | null = null;
  #viewed: Buffer | null = null;
  #view: DataView | null = null;

  readonly read = (bytes: Buffer, from: number, to: number): string => {
    const length = to - from;
    if (length === 0) return '';
    if (length > BYTES_MAX) return bytes.toString('latin1', from, to);
    const view = this.#viewOf(bytes);
    const known = (this.#bytesOf ??= new DataView(new ArrayBuffer(TEXTS_MAX * BYTES_MAX)));
    const place = hash(view, from, to) % TEXTS_MAX;
    const text = this.#texts[place];
    const own = place * BYTES_MAX;
    if (text?.length === length && isSame(view, from, to, known, own)) return text;
    for (let at = 0; at < length; at += 1) known.setUint8(own + at, view.getUint8(from + at));
    return (this.#texts[place] = bytes.toString('latin1', from, to));
  };

  /** Many texts are read from the same bytes. */
  #viewOf(bytes: Buffer): DataView {
    if (this.#viewed !== bytes || this.#view === null) {
      this.#viewed = bytes;
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
  return (hashed ^ (hashed >>> 15)) >>> 0;
}

function isSame(a: DataView, from: number, to: number, b: DataView, start: number): boolean {
  let at = from;
  let other = start;
  for (; at + 4 <= to; at += 4, other += 4) if (a.getInt32(at) !== b.getInt32(other)) return false;
  for (; at < to; at += 1, other += 1) if (a.getUint8(at) !== b.getUint8(other)) return false;
  return true;
}
