import { dimensions, LIST_MAX, OTHER, type RankedList } from '../../../contracts/stats.ts';
import { CLASSES } from '../classes.ts';
import { ROW_CLICKS_MAX } from '../detail.ts';
import { factKinds, type FactKind } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';
import { grow } from '../grow.ts';

const WEEK_HOURS = 7 * 24;

/** Of how many rows a number of 32 bits holds the clicks. */
export const TALLY_ROWS_MAX = Math.floor((2 ** 31 - 1) / ROW_CLICKS_MAX);

/** Clicks by the ids of facts. */
export type ByFact = Readonly<Record<FactKind, Int32Array>>;

/** Adds up what a report tells. */
export class Tally {
  /** Of the audience. */
  clicks = 0;
  visitors = 0;
  readonly byClass = new Float64Array(CLASSES);
  /** Index of the bar, times the number of classes, plus the class. */
  readonly bars: Float64Array;
  readonly weekHours = new Float64Array(WEEK_HOURS);
  /** Of each kind the clicks of the audience by the ids of facts; as long as they are added up. */
  #byFact: ByFact | null = null;
  /** How many rows these are of at most. */
  #rows = 0;
  /** Of each dimension the clicks of the audience by the ids of values. */
  readonly #byValue: Float64Array<ArrayBuffer>[];
  readonly #facts: Facts;

  constructor(facts: Facts, bars: number) {
    this.bars = new Float64Array(bars * CLASSES);
    this.#byValue = facts.values.known.map((last) => new Float64Array(last + 1));
    this.#facts = facts;
  }

  /** How many numbers it has. */
  get size(): number {
    return (
      this.bars.length + this.#byValue.reduce((sum, values) => sum + values.length, WEEK_HOURS)
    );
  }

  /** The clicks of the audience by facts, for so many rows to be added: {@link TALLY_ROWS_MAX} at most. */
  byFact(rows: number): ByFact {
    if (this.#rows + rows > TALLY_ROWS_MAX) this.complete();
    this.#rows += rows;
    const byFact = this.#byFact;
    // They may have come up while this was added up.
    const isLong = (kind: FactKind) => byFact![kind].length >= this.#facts.all(kind).length;
    if (byFact !== null && factKinds.every(isLong)) return byFact;
    return (this.#byFact = growByFact(byFact, this.#facts));
  }

  addTime(clickClass: number, bar: number, weekHour: number, isAudience: boolean, clicks: number) {
    this.byClass[clickClass]! += clicks;
    this.bars[bar * CLASSES + clickClass]! += clicks;
    if (!isAudience) return;
    this.clicks += clicks;
    this.weekHours[weekHour]! += clicks;
  }

  addValue(dimension: number, id: number, clicks: number): void {
    // It may have come up while this was added up.
    const values = this.#valuesOf(dimension, id);
    values[id]! += clicks;
  }

  /** Adds what another has that is complete, and whose bars begin with the same one. */
  add(other: Tally): this {
    this.clicks += other.clicks;
    this.visitors += other.visitors;
    addAll(this.byClass, other.byClass);
    addAll(this.bars, other.bars);
    addAll(this.weekHours, other.weekHours);
    for (const [dimension, values] of other.#byValue.entries()) {
      addAll(this.#valuesOf(dimension, values.length - 1), values);
    }
    return this;
  }

  /** The lists of all dimensions, most clicks first. */
  rank(): RankedList[] {
    const facts = this.#facts;
    this.complete();
    return dimensions.map((dimension, number) => {
      const named: { value: string; clicks: number }[] = [];
      let other = 0;
      let known = 0;
      for (const [id, clicks] of this.#byValue[number]!.entries()) {
        if (clicks === 0) continue;
        known += clicks;
        const value = facts.values.at(dimension, id).text;
        // Another server may have given an id that is not known here yet.
        if (value === OTHER || value === '') other += clicks;
        else named.push({ value, clicks });
      }
      named.sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
      for (const { clicks } of named.slice(LIST_MAX)) other += clicks;
      const values = named.slice(0, LIST_MAX);
      return { dimension, values, other, none: this.clicks - known };
    });
  }

  /** Says by their values what was added by facts. */
  complete(): this {
    if (this.#byFact === null) return this;
    for (const kind of factKinds) {
      const clicks = this.#byFact[kind];
      for (const { id, values } of this.#facts.all(kind)) {
        if (clicks[id] === 0 || clicks[id] === undefined) continue;
        for (const value of values) {
          if (value.id !== 0) this.addValue(value.dimension, value.id, clicks[id]);
        }
      }
    }
    this.#byFact = null;
    this.#rows = 0;
    return this;
  }

  /** The values of a dimension, with room for an id. */
  #valuesOf(dimension: number, id: number): Float64Array {
    const values = this.#byValue[dimension]!;
    if (id < values.length) return values;
    return (this.#byValue[dimension] = grow(values, 2 * id));
  }
}

/** The same clicks by all facts that are known. */
function growByFact(byFact: ByFact | null, facts: Facts): ByFact {
  const growOf = (kind: FactKind): Int32Array =>
    grow(byFact?.[kind] ?? new Int32Array(), facts.all(kind).length);
  return {
    agent: growOf('agent'),
    referrer: growOf('referrer'),
    campaign: growOf('campaign'),
    place: growOf('place'),
    language: growOf('language'),
  };
}

function addAll(to: Float64Array, from: Float64Array): void {
  const length = Math.min(to.length, from.length);
  for (let i = 0; i < length; i += 1) to[i]! += from[i]!;
}
