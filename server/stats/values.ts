import { dimensions, OTHER, VALUE_MAX, type Dimension } from '../../contracts/stats.ts';
import { numberOf, VALUES_MAX } from './fact-kinds.ts';
import type { StoredValue } from './facts.store.ts';

/** A value of a dimension; its id is 0 until it is stored. */
export interface Value {
  readonly dimension: number;
  readonly text: string;
  id: number;
}

/** The values of all dimensions, as far as they are known here; '' has the id 0 in each. */
export class Values {
  readonly #byText = dimensions.map((_, dimension) => new Map([['', nothing(dimension)]]));
  readonly #byId = dimensions.map((_, dimension): Value[] => [nothing(dimension)]);
  readonly #unsaved = new Set<Value>();

  /** Of each dimension the largest id. */
  get known(): number[] {
    return this.#byId.map((values) => values.length - 1);
  }

  /** Of each dimension how many there are, the unsaved included. */
  get counts(): number[] {
    return this.#byText.map((values) => values.size - 1);
  }

  /** Tells whether a value is known, or its dimension has less than there may be of each. */
  hasRoom(dimension: Dimension, text: string, max: readonly number[]): boolean {
    const number = numberOf(dimension);
    const values = this.#byText[number]!;
    return values.size <= max[number]! || values.has(shorten(text));
  }

  /** The value with a text, which may have to be stored. */
  get(dimension: Dimension, text: string): Value {
    const number = numberOf(dimension);
    const values = this.#byText[number]!;
    const short = shorten(text);
    const known = values.get(short);
    if (known !== undefined) return known;
    if (values.size > VALUES_MAX && short !== OTHER) return this.get(dimension, OTHER);
    const value = { dimension: number, text: short, id: 0 };
    values.set(short, value);
    this.#unsaved.add(value);
    return value;
  }

  /** The id of a stored value, or null when nobody has ever come with it. */
  idOf(dimension: Dimension, text: string): number | null {
    const value = this.#byText[numberOf(dimension)]!.get(text);
    return value === undefined || (value.id === 0 && text !== '') ? null : value.id;
  }

  /** The stored value with an id; what is not known here is ''. */
  at(dimension: Dimension, id: number): Value {
    const values = this.#byId[numberOf(dimension)]!;
    return values[id] ?? values[0]!;
  }

  /** Takes in what is stored, in the order of the ids. */
  learn(stored: readonly StoredValue[]): void {
    for (const { dimension, id, text } of stored) {
      const values = this.#byText[dimension]!;
      const value = values.get(text) ?? { dimension, text, id };
      value.id = id;
      values.set(text, value);
      this.#byId[dimension]![id] = value;
      this.#unsaved.delete(value);
    }
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** What must be stored; each has its id from now on. */
  number(): StoredValue[] {
    const last = this.known;
    const values = [...this.#unsaved];
    for (const value of values) {
      last[value.dimension]! += 1;
      value.id = last[value.dimension]!;
    }
    return values;
  }

  /** Forgets what could not be stored, and returns it. */
  forgetUnsaved(): ReadonlySet<Value> {
    const forgotten = new Set(this.#unsaved);
    for (const { dimension, text } of forgotten) this.#byText[dimension]!.delete(text);
    this.#unsaved.clear();
    return forgotten;
  }
}

function shorten(text: string): string {
  return text.slice(0, VALUE_MAX).toWellFormed();
}

function nothing(dimension: number): Value {
  return { dimension, text: '', id: 0 };
}
