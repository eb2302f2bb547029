const PAIRS_FIRST = 2 ** 16;
const NOWHERE = -1;

/** Which positions of a segment have which terms: trigrams, or words by a negative number. */
export interface Postings {
  keys(): IteratorObject<number>;
  get(term: number): Uint16Array;
}

/** Takes 6 bytes for each pair of a term and a position, and no object. */
export class PostingsBuilder {
  readonly #places = new Map<number, number>();
  readonly #counts: number[] = [];
  readonly #last: number[] = [];
  #pairPlaces = new Uint32Array(PAIRS_FIRST);
  #pairPositions = new Uint16Array(PAIRS_FIRST);
  #pairs = 0;

  /** Positions come in rising order. */
  add(term: number, position: number): void {
    let place = this.#places.get(term);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(term, place);
      this.#counts.push(0);
      this.#last.push(NOWHERE);
    }
    if (this.#last[place] === position) return;
    this.#last[place] = position;
    this.#counts[place]! += 1;
    if (this.#pairs === this.#pairPlaces.length) this.#grow();
    this.#pairPlaces[this.#pairs] = place;
    this.#pairPositions[this.#pairs] = position;
    this.#pairs += 1;
  }

  #grow(): void {
    const places = new Uint32Array(this.#pairs * 2);
    const positions = new Uint16Array(this.#pairs * 2);
    places.set(this.#pairPlaces);
    positions.set(this.#pairPositions);
    this.#pairPlaces = places;
    this.#pairPositions = positions;
  }

  /** The terms that at least so many positions have. The builder is of no use afterwards. */
  finish(positionsMin = 1): Postings {
    const counts = this.#counts;
    const ends = new Uint32Array(counts.length);
    let end = 0;
    for (const [place, count] of counts.entries()) {
      if (count >= positionsMin) end += count;
      ends[place] = end;
    }
    const sorted = new Uint16Array(end);
    const next = ends.map((last, place) => last - counts[place]!);
    for (let pair = 0; pair < this.#pairs; pair += 1) {
      const place = this.#pairPlaces[pair]!;
      if (counts[place]! < positionsMin) continue;
      sorted[next[place]!] = this.#pairPositions[pair]!;
      next[place]! += 1;
    }
    const places = this.#places;
    for (const [term, place] of places) if (counts[place]! < positionsMin) places.delete(term);
    this.#pairPlaces = new Uint32Array();
    this.#pairPositions = new Uint16Array();
    return {
      keys: () => places.keys(),
      get(term) {
        const place = places.get(term);
        if (place === undefined) return new Uint16Array();
        return sorted.subarray(ends[place]! - counts[place]!, ends[place]);
      },
    };
  }
}
