import { classOf, peoplesClasses } from './classes.ts';
import { readSum, timeKey, valueKey } from './day-sum.ts';
import type { DetailRows } from './detail.ts';
import { factKinds } from './fact-kinds.ts';
import type { Facts } from './facts.ts';
import { grow } from './grow.ts';
import { NumberWriter } from './numbers.ts';

/** Makes sums of clicks, one after the other: the next begins when one was taken. */
export class DaySumBuilder {
  /** How many people these were; 0 until the day is settled. */
  visitors = 0;
  #clicks = 0;
  /** Of the clicks, those of persons and scans. */
  #people = 0;
  readonly #byTime = new Counts();
  /** Of the people. */
  readonly #byValue = new Counts();
  /** Of the people, by kind and id: most facts come more than once, and have several values. */
  readonly #byFact = factKinds.map(() => new Counts());
  readonly #writer = new NumberWriter();
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Begins a sum with nothing, also when the last one was given up halfway. */
  begin(): void {
    this.#clicks = this.#people = this.visitors = 0;
    for (const counts of this.#byFact) counts.clear();
    this.#byTime.clear();
    this.#byValue.clear();
  }

  /**
   * Adds rows, or those at some of the places in a list, by what the facts mean now; they must be
   * known. The visitors are those of the clicks that are settled and still people's. Values are those of
   * people, or of other classes (class → 1), which the sum has in the place of people then.
   */
  addDetail(
    { detail, from, to }: DetailRows,
    places: Int32Array | null = null,
    classes: Uint8Array = peoplesClasses,
  ): void {
    const agents = this.#facts.all('agent');
    const { agent, referrer, campaign, place, language, quarter, scan } = detail;
    const [byAgent, byReferrer, byCampaign, byPlace, byLanguage] = this.#byFact;
    for (let i = from; i < to; i += 1) {
      const row = places === null ? i : places[i]!;
      const agentId = agent[row]!;
      const clicks = detail.form === 'settled' ? detail.clicks[row]! : 1;
      const clickClass = classOf(agents[agentId]!.class, scan[row] === 1);
      this.#clicks += clicks;
      this.#byTime.add(timeKey(quarter[row]!, clickClass), clicks);
      if (classes[clickClass] === 0) continue;
      this.#people += clicks;
      if (detail.form === 'settled') this.visitors += detail.visitors[row]!;
      byAgent!.add(agentId, clicks);
      byReferrer!.add(referrer[row]!, clicks);
      byCampaign!.add(campaign[row]!, clicks);
      byPlace!.add(place[row]!, clicks);
      byLanguage!.add(language[row]!, clicks);
    }
  }

  /** Adds what is stored. */
  addStored(body: Uint8Array): void {
    const { clicks, people, visitors } = readSum(body, {
      time: (key, some) => this.#byTime.add(key, some),
      value: (key, some) => this.#byValue.add(key, some),
    });
    this.#clicks += clicks;
    this.#people += people;
    this.visitors += visitors;
  }

  /** The sum as it is stored. */
  take(): Uint8Array {
    for (const [kind, counts] of this.#byFact.entries()) {
      const facts = this.#facts.all(factKinds[kind]!);
      counts.forEach((id, clicks) => {
        for (const value of facts[id]!.values) {
          if (value.id !== 0) this.#byValue.add(valueKey(value.dimension, value.id), clicks);
        }
      });
    }
    for (const number of [this.#clicks, this.#people, this.visitors]) this.#writer.write(number);
    this.#write(this.#byTime);
    this.#write(this.#byValue);
    this.begin();
    return this.#writer.take();
  }

  #write(counts: Counts): void {
    this.#writer.write(counts.size);
    let last = 0;
    counts.sort();
    counts.forEach((key, count) => {
      this.#writer.write((key - last) * 2 + (count === 1 ? 0 : 1));
      if (count !== 1) this.#writer.write(count);
      last = key;
    });
  }
}

/** So many keys are sorted one by one. */
const FEW = 16;

/**
 * Counts by keys, of which a few are used at a time and none is large: most of the time that clicks
 * take to be counted goes into this.
 */
class Counts {
  #counts = new Float64Array(512);
  /** Those that are used. */
  #keys = new Uint32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: number, by: number): void {
    if (key >= this.#counts.length) this.#counts = grow(this.#counts, 2 * key);
    const count = this.#counts[key]!;
    if (count === 0) {
      if (this.#size === this.#keys.length) this.#keys = grow(this.#keys, 2 * this.#size);
      this.#keys[this.#size] = key;
      this.#size += 1;
    }
    this.#counts[key] = count + by;
  }

  sort(): void {
    if (this.#size > FEW) this.#keys.subarray(0, this.#size).sort();
    else this.#sortFew();
  }

  /** To call the system's sort would take longer. */
  #sortFew(): void {
    const keys = this.#keys;
    for (let i = 1; i < this.#size; i += 1) {
      const key = keys[i]!;
      let at = i;
      for (; at > 0 && keys[at - 1]! > key; at -= 1) keys[at] = keys[at - 1]!;
      keys[at] = key;
    }
  }

  /** Tells of all, by their keys when they were sorted. */
  forEach(tell: (key: number, count: number) => void): void {
    for (let i = 0; i < this.#size; i += 1) tell(this.#keys[i]!, this.#counts[this.#keys[i]!]!);
  }

  clear(): void {
    for (let i = 0; i < this.#size; i += 1) this.#counts[this.#keys[i]!] = 0;
    this.#size = 0;
  }
}
