import { SEGMENT_SIZE, type SegmentSet } from './segment.ts';

/** The links that a search has found, by id. */
export class Matches {
  readonly total: number;
  /** Newest segment first, with how many it has. */
  readonly #segments: readonly (readonly [segment: number, set: SegmentSet, size: number])[];
  /** Behind all segments, in order. */
  readonly #behind: readonly number[];

  constructor(segments: ReadonlyMap<number, SegmentSet>, behind: readonly number[]) {
    this.#segments = [...segments]
      .map(([segment, set]) => [segment, set, set.size] as const)
      .toSorted(([a], [b]) => b - a);
    this.#behind = behind;
    this.total = this.#segments.reduce((sum, [, , size]) => sum + size, behind.length);
  }

  has(id: number): boolean {
    const segment = Math.floor(id / SEGMENT_SIZE);
    const found = this.#segments.find(([number]) => number === segment);
    return found?.[1].has(id % SEGMENT_SIZE) ?? this.#behind.includes(id);
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
    for (const [segment, set, count] of this.#segments) {
      take(count, () => set.places.map((place) => segment * SEGMENT_SIZE + place).toReversed());
    }
    return ids;
  }
}
