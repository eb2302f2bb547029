import { SEGMENT_SIZE, SegmentSet } from './segment.ts';

/** A set of link ids: one bitmap per segment with members. */
export class LinkSet {
  readonly #segments = new Map<number, SegmentSet>();

  add(id: number): void {
    const segment = Math.floor(id / SEGMENT_SIZE);
    let set = this.#segments.get(segment);
    if (set === undefined) this.#segments.set(segment, (set = new SegmentSet()));
    set.add(id % SEGMENT_SIZE);
  }

  delete(id: number): void {
    this.#segments.get(Math.floor(id / SEGMENT_SIZE))?.delete(id % SEGMENT_SIZE);
  }

  has(id: number): boolean {
    const set = this.#segments.get(Math.floor(id / SEGMENT_SIZE));
    return set !== undefined && set.has(id % SEGMENT_SIZE);
  }

  addSegment(segment: number, set: SegmentSet): void {
    const present = this.#segments.get(segment);
    if (present === undefined) this.#segments.set(segment, set);
    else present.unite(set);
  }

  unite(other: LinkSet): void {
    for (const [segment, set] of other.#segments) this.addSegment(segment, set.copy());
  }

  intersect(other: LinkSet): void {
    for (const [segment, set] of this.#segments) {
      const its = other.#segments.get(segment);
      if (its === undefined) this.#segments.delete(segment);
      else set.intersect(its);
    }
  }

  subtract(other: LinkSet): void {
    for (const [segment, set] of other.#segments) this.#segments.get(segment)?.subtract(set);
  }

  subtractSegment(segment: number, set: SegmentSet): void {
    this.#segments.get(segment)?.subtract(set);
  }

  copy(): LinkSet {
    const copy = new LinkSet();
    copy.unite(this);
    return copy;
  }

  get size(): number {
    return this.#segments.values().reduce((sum, set) => sum + set.size, 0);
  }

  get ids(): number[] {
    return this.#sorted().flatMap(([segment, set]) => idsOf(segment, set));
  }

  /** `size` ids, newest first, after skipping `skip`. */
  newest(skip: number, size: number): number[] {
    const ids: number[] = [];
    let passed = 0;
    for (const [segment, set] of this.#sorted().toReversed()) {
      if (ids.length >= size) break;
      const count = set.size;
      if (passed + count > skip) {
        const start = Math.max(0, skip - passed);
        const part = idsOf(segment, set).toReversed();
        ids.push(...part.slice(start, start + size - ids.length));
      }
      passed += count;
    }
    return ids;
  }

  #sorted(): [number, SegmentSet][] {
    return [...this.#segments].toSorted(([a], [b]) => a - b);
  }
}

function idsOf(segment: number, set: SegmentSet): number[] {
  return set.positions.map((position) => segment * SEGMENT_SIZE + position);
}
