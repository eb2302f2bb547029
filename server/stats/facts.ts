import { OTHER } from '../../contracts/stats.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { isBeginOf, isBeyond, roomOf, type DayBegin, type DayRoom } from './day-room.ts';
import { factDimensions, factKinds, type FactKind } from './fact-kinds.ts';
import {
  hasNew,
  insertFacts,
  insertValues,
  selectDayBegin,
  selectNewFacts,
  selectNewValues,
  selectRulesVersion,
  upsertDayBegin,
  type StoredFact,
} from './facts.store.ts';
import { dayOf } from './quarter.ts';
import {
  agentRules,
  isAsItCame,
  readFact,
  sayLeast,
  sayLess,
  writeFact,
  type AgentRules,
  type Meaning,
} from './read-fact.ts';
import { Values, type Value } from './values.ts';

/** What visitors said of themselves; its id is 0 until it is stored. */
export interface Fact {
  readonly kind: FactKind;
  readonly text: string;
  id: number;
  /** Of a user agent the number of its class, else that of persons. */
  class: number;
  /** In the order of the dimensions of its kind. */
  values: readonly Value[];
}

/**
 * All facts and values that clicks name by number, in memory. New ones come up while clicks are
 * read; `save` stores them, and must have done so before the clicks are stored.
 *
 * User agents mean here what the rules of this process say, from its start on and whatever is
 * stored of them: so all that is written at the same time rests on the same rules.
 */
export class Facts {
  readonly #engine: Engine;
  readonly rules: AgentRules;
  readonly values = new Values();
  readonly #byText = factKinds.map((kind) => new Map([['', this.#create(kind, '')]]));
  readonly #byId = this.#byText.map((facts): Fact[] => [facts.get('')!]);
  readonly #unsaved = new Set<Fact>();
  /** How often facts were forgotten because they could not be stored. */
  losses = 0;
  /** What the room of today is reckoned from; as it is stored from the first save of the day on. */
  #begin: DayBegin = { day: -1, facts: [], values: [] };
  #room: DayRoom = { facts: [], lessFacts: [], values: [] };
  /** Whether the stored meanings are those of the rules. */
  #trustsStored = false;
  #saved: Promise<unknown> = Promise.resolve();

  private constructor(engine: Engine, rules: AgentRules) {
    this.#engine = engine;
    this.rules = rules;
  }

  static async open(engine: Engine, rules = agentRules): Promise<Facts> {
    const facts = new Facts(engine, rules);
    facts.#trustsStored = (await selectRulesVersion(engine.db)) === rules.version;
    await facts.refresh();
    // What comes later may be stored by a server of another version.
    facts.#trustsStored = false;
    // A process that is started anew has no new room.
    const begin = await selectDayBegin(engine.db);
    if (begin !== null) facts.#beginAt(begin);
    return facts;
  }

  /** Of each kind the largest id. */
  get known(): number[] {
    return this.#byId.map((facts) => facts.length - 1);
  }

  /**
   * The fact with a text. Where this day has no room for it, or for one of its values, it is one
   * that says less.
   */
  get(kind: FactKind, text: string): Fact {
    const number = factKinds.indexOf(kind);
    const facts = this.#byText[number]!;
    const known = facts.get(text);
    if (known !== undefined) return known;
    const room = this.#roomOfToday();
    const meaning = readFact(kind, text, this.rules);
    if (facts.size <= room.facts[number]! && this.#hasRoom(kind, meaning, room)) {
      return this.#add(number, text, meaning);
    }
    const less = sayLess(kind, meaning);
    const lessText = writeFact(kind, less);
    // One that cannot say less has no room of its own.
    const mayAdd =
      lessText !== text && facts.size <= room.lessFacts[number]! && this.#hasRoom(kind, less, room);
    if (mayAdd || facts.has(lessText)) return this.#add(number, lessText, less);
    const least = sayLeast(meaning);
    return this.#add(number, writeFact(kind, least), least);
  }

  /** The class of who sends a user agent, which is not kept. */
  classOf(userAgent: string): number {
    const known = this.#byText[factKinds.indexOf('agent')]!.get(userAgent);
    return (known ?? readFact('agent', userAgent, this.rules)).class;
  }

  /** The fact that says just this. */
  say(kind: FactKind, meaning: Meaning): Fact {
    return this.get(kind, writeFact(kind, meaning));
  }

  /** All stored facts of a kind by their ids; the first says nothing. */
  all(kind: FactKind): readonly Fact[] {
    return this.#byId[factKinds.indexOf(kind)]!;
  }

  /** Reads what others have stored. */
  async refresh(): Promise<void> {
    const { db } = this.#engine;
    if (await hasNew(db, this.known, this.values.known)) await this.#learnFrom(db);
  }

  /** Stores what is new. When it cannot, that is forgotten, and it throws what the database throws. */
  save(): Promise<void> {
    // Writes may share a transaction, and it is not known before its end what is stored.
    const saved = this.#saved.then(() => this.#save());
    this.#saved = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    if (this.#unsaved.size === 0 && !this.values.hasUnsaved) return;
    try {
      const stored = await this.#engine.write(async (tx) => {
        await this.#beginSave(tx);
        const values = this.values.number();
        const facts = this.#number();
        await insertValues(tx, values);
        await insertFacts(tx, facts);
        return { values, facts };
      });
      this.values.learn(stored.values);
      this.#learn(stored.facts);
    } catch (error) {
      this.#forgetUnsaved();
      throw error;
    }
  }

  #forgetUnsaved(): void {
    this.losses += 1;
    const forgotten = this.values.forgetUnsaved();
    for (const { kind, text } of this.#unsaved) {
      this.#byText[factKinds.indexOf(kind)]!.delete(text);
    }
    this.#unsaved.clear();
    // Stored user agents may have another meaning than is stored.
    for (const fact of this.all('agent')) {
      if (!fact.values.some((value) => forgotten.has(value))) continue;
      fact.values = this.#create('agent', fact.text).values;
    }
  }

  /**
   * Learns what other processes have stored meanwhile, the begin of the day included, or stores that.
   * Throws when there is no room for what is new here on top of it: then it must be read again.
   */
  async #beginSave(tx: Write): Promise<void> {
    const before = [this.known, this.values.known, this.#begin];
    await this.#learnFrom(tx);
    const now = nowSeconds();
    const stored = await selectDayBegin(tx);
    if (stored !== null && isBeginOf(stored, dayOf(now))) this.#beginAt(stored);
    else {
      this.#beginAt({ day: dayOf(now), facts: this.known, values: this.values.known });
      await upsertDayBegin(tx, this.#begin, now);
    }
    if (Bun.deepEquals(before, [this.known, this.values.known, this.#begin])) return;
    const counts = this.#byText.map((facts) => facts.size - 1);
    if (isBeyond(this.#room, counts, this.values.counts)) {
      throw new Error('others have taken the room of the day for what visits say');
    }
  }

  #beginAt(begin: DayBegin): void {
    this.#begin = begin;
    this.#room = roomOf(begin);
  }

  #roomOfToday(): DayRoom {
    const day = dayOf(nowSeconds());
    if (!isBeginOf(this.#begin, day)) {
      this.#beginAt({ day, facts: this.known, values: this.values.known });
    }
    return this.#room;
  }

  /** Tells whether all values of a fact are known, or find room. */
  #hasRoom(kind: FactKind, { texts }: Meaning, room: DayRoom): boolean {
    return factDimensions[kind].every((dimension, i) => {
      const text = texts[i] ?? '';
      return text === OTHER || this.values.hasRoom(dimension, text, room.values);
    });
  }

  #add(number: number, text: string, meaning: Meaning): Fact {
    const facts = this.#byText[number]!;
    const known = facts.get(text);
    if (known !== undefined) return known;
    const fact = this.#create(factKinds[number]!, text, meaning);
    facts.set(text, fact);
    this.#unsaved.add(fact);
    return fact;
  }

  #create(kind: FactKind, text: string, meaning = readFact(kind, text, this.rules)): Fact {
    const { class: clickClass, texts } = meaning;
    const values = factDimensions[kind].map((dimension, i) =>
      this.values.get(dimension, texts[i] ?? ''),
    );
    return { kind, text, id: 0, class: clickClass, values };
  }

  async #learnFrom(db: Parameters<typeof selectNewFacts>[0]): Promise<void> {
    // The facts first: their values are stored before them.
    const facts = await selectNewFacts(db, this.known);
    this.values.learn(await selectNewValues(db, this.values.known));
    this.#learn(facts);
  }

  #learn(stored: readonly StoredFact[]): void {
    for (const row of stored) {
      const { kind: number, id, text } = row;
      const fact = this.#byText[number]!.get(text) ?? this.#recall(row);
      fact.id = id;
      this.#byText[number]!.set(text, fact);
      this.#byId[number]![id] = fact;
      this.#unsaved.delete(fact);
    }
  }

  #recall({ kind: number, id, text, class: clickClass, valueIds }: StoredFact): Fact {
    const kind = factKinds[number]!;
    if (!this.#trustsStored && isAsItCame(kind, text)) return this.#create(kind, text);
    const values = factDimensions[kind].map((dimension, i) =>
      this.values.at(dimension, valueIds[i] ?? 0),
    );
    return { kind, text, id, class: clickClass, values };
  }

  /** What must be stored; each has its id from now on. */
  #number(): StoredFact[] {
    const last = this.known;
    return [...this.#unsaved].map((fact) => {
      const number = factKinds.indexOf(fact.kind);
      last[number]! += 1;
      fact.id = last[number]!;
      const valueIds = fact.values.map(({ id }) => id);
      return { kind: number, id: fact.id, text: fact.text, class: fact.class, valueIds };
    });
  }
}
