import type { Audience } from '../../../contracts/stats.ts';
import { BOT, classOf, isPeople, peoplesClasses, PERSON, PREVIEW, SCAN } from '../classes.ts';
import type { Facts } from '../facts.ts';
import {
  compileAudience,
  compileFilters,
  findFilterIds,
  type Filters,
  type Passing,
} from './report-query.ts';

/** As what clicks are counted, as look-ups by the ids of facts. */
export interface Counted {
  /** Whether they are to be added, or taken away. */
  readonly sign: 1 | -1;
  /** Class → 1 when the audience is of it. */
  readonly audience: Uint8Array;
  /**
   * What a click of an agent is, by its id, doubled, plus 1 for who scanned a code: the class, and
   * whether it is people's and one whose values count.
   */
  readonly kinds: Uint8Array;
}

/** What a scan looks for. */
export interface Scan extends Counted {
  readonly passing: Passing;
  readonly difference: Difference;
  /** As what is taken away that a sum has and that does not pass; of values it has those of people. */
  readonly removed: Counted;
}

/** The bits of a kind. */
export const CLASS = 3;
export const IS_PEOPLE = 4;
export const HAS_VALUES = 8;

/** What an audience is beyond people, whose values the sum of a day knows. */
interface Difference {
  /** Whether the audience has persons: then the sum is the greater part of it. */
  readonly hasPersons: boolean;
  /** Whether the clicks that make the difference are to be added, or taken away. */
  readonly sign: 1 | -1;
  /** Whether they are the scans, and no others. */
  readonly isOfScans: boolean;
  /** The classes of these clicks. */
  readonly classes: readonly number[];
  /** Agent → 1 when its clicks, or its scans, are of them. */
  readonly agents: Uint8Array;
}

/**
 * Says what a scan looks for that begins now: while a report is made facts may come up, of which
 * what it reads later has clicks.
 */
export function compileScan(facts: Facts, filters: Filters, audience: Audience): () => Scan {
  const compile = (): Scan => {
    const isAudience = compileAudience(audience);
    const kinds = compileKinds(facts, isAudience);
    const peoplesKinds = audience === 'people' ? kinds : compileKinds(facts, peoplesClasses);
    return {
      passing: compileFilters(facts, findFilterIds(facts, filters)),
      sign: 1,
      audience: isAudience,
      kinds,
      difference: compileDifference(facts, isAudience),
      removed: { sign: -1, audience: isAudience, kinds: peoplesKinds },
    };
  };
  let known = facts.known;
  let scan = compile();
  return () => {
    if (facts.known.every((last, kind) => last === known[kind])) return scan;
    known = facts.known;
    return (scan = compile());
  };
}

function compileKinds(facts: Facts, audience: Uint8Array): Uint8Array {
  const agents = facts.all('agent');
  const kinds = new Uint8Array(2 * agents.length);
  for (let kind = 0; kind < kinds.length; kind += 1) {
    const own = classOf(agents[kind >>> 1]!.class, (kind & 1) === 1);
    kinds[kind] = own | (isPeople(own) ? IS_PEOPLE : 0) | (audience[own] === 1 ? HAS_VALUES : 0);
  }
  return kinds;
}

function compileDifference(facts: Facts, audience: Uint8Array): Difference {
  const hasPersons = audience[PERSON] === 1;
  const hasScans = audience[SCAN] === 1;
  const isOfScans = hasScans !== hasPersons;
  const classes = isOfScans ? [SCAN] : [PREVIEW, BOT].filter((own) => audience[own] === 1);
  const agents = Uint8Array.from(facts.all('agent'), ({ class: own }) =>
    classes.includes(classOf(own, isOfScans)) ? 1 : 0,
  );
  const sign = isOfScans && hasPersons ? -1 : 1;
  return { hasPersons, sign, isOfScans, classes, agents };
}
