import { dimensions, LIST_MAX, OTHER, type RankedList } from '../../../contracts/stats.ts';
import { CLASSES } from '../classes.ts';
import { factKinds } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';

const WEEK_HOURS = 7 * 24;

/** Adds up what a report tells. */
export class Tally {
  /** Of the audience. */
  clicks = 0;
  visitors = 0;
  readonly byClass = new Float64Array(CLASSES);
  /** Index of the bar, times the number of classes, plus the class. */
  readonly bars: Float64Array;
  readonly weekHours = new Float64Array(WEEK_HOURS);
  /** Of each kind the clicks of the audience by the ids of facts. */
  readonly byFact: readonly Float64Array[];
  /** Of each dimension the clicks of the audience by the ids of values. */
  readonly #byValue: Float64Array<ArrayBuffer>[];

  constructor(facts: Facts, bars: number) {
    this.bars = new Float64Array(bars * CLASSES);
    this.#byValue = facts.values.known.map((last) => new Float64Array(last + 1));
    this.byFact = factKinds.map((kind) => new Float64Array(facts.all(kind).length));
  }

  addTime(clickClass: number, bar: number, weekHour: number, isAudience: boolean, clicks: number) {
    this.byClass[clickClass]! += clicks;
    this.bars[bar * CLASSES + clickClass]! += clicks;
    if (!isAudience) return;
    this.clicks += clicks;
    this.weekHours[weekHour]! += clicks;
  }

  addValue(dimension: number, id: number, clicks: number): void {
    let values = this.#byValue[dimension]!;
    if (id >= values.length) {
      // It came up while this was added up.
      const grown = new Float64Array(2 * id);
      grown.set(values);
      values = grown;
      this.#byValue[dimension] = grown;
    }
    values[id]! += clicks;
  }

  /** The lists of all dimensions, most clicks first. */
  rank(facts: Facts): RankedList[] {
    this.#takeFacts(facts);
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

  #takeFacts(facts: Facts): void {
    for (const [number, kind] of factKinds.entries()) {
      const clicks = this.byFact[number]!;
      for (const { id, values } of facts.all(kind)) {
        if (clicks[id] === 0 || clicks[id] === undefined) continue;
        for (const value of values) {
          if (value.id !== 0) this.addValue(value.dimension, value.id, clicks[id]);
        }
      }
      clicks.fill(0);
    }
  }
}
