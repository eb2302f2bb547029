import { SEGMENT_SIZE, type SegmentSet } from './segment.ts';

/** The links that a search has found, by id. */
export class Matches {
  readonly total: number;
  /** Newest segment first, with how many it has. */
  readonly #segments: ReadonlyMap<number, { readonly set: SegmentSet; readonly size: number }>;
  /** Behind all segments, in order. */
  readonly #behind: readonly number[];
  /** The same, made for the first who asks of a single link: many more follow. */
  #isBehind: ReadonlySet<number> | null = null;

  constructor(segments: ReadonlyMap<number, SegmentSet>, behind: readonly number[]) {
    this.#segments = new Map(
      [...segments]
        .toSorted(([a], [b]) => b - a)
        .map(([segment, set]) => [segment, { set, size: set.size }]),
    );
    this.#behind = behind;
    this.total = this.#segments.values().reduce((sum, { size }) => sum + size, behind.length);
  }

  has(id: number): boolean {
    const segment = this.#segments.get(Math.floor(id / SEGMENT_SIZE));
    if (segment !== undefined) return segment.set.has(id % SEGMENT_SIZE);
    this.#isBehind ??= new Set(this.#behind);
    return this.#isBehind.has(id);
  }

  /** `size` ids, the newest first, behind the first `skip` of them. */
  newest(skip: number, size: number): number[] {
    const ids: number[] = [];
    let passed = 0;
    const take = (count: number, list: () => readonly number[]): void => {
      // Only segments that have a part in the answer are written out.
      if (passed + count > skip && ids.length < size) {
        const start = Math.max(0, skip - passed);
        ids.push(...list().slice(start, start + size - ids.length));
      }
      passed += count;
    };
    take(this.#behind.length, () => this.#behind.toReversed());
    for (const [segment, { set, size: count }] of this.#segments) {
      take(count, () => set.places.map((place) => segment * SEGMENT_SIZE + place).toReversed());
    }
    return ids;
  }
}
