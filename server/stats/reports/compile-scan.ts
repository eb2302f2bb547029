import type { Audience } from '../../../contracts/stats.ts';
import { BOT, classOf, isPeople, PERSON, PREVIEW, SCAN } from '../classes.ts';
import type { Facts } from '../facts.ts';
import {
  compileAudience,
  compileFilters,
  findFilterIds,
  type Filters,
  type Passing,
} from './report-query.ts';

/** What a scan looks for, as look-ups by the ids of facts. */
export interface Scan {
  readonly passing: Passing;
  /** Class → 1 when the audience is of it. */
  readonly audience: Uint8Array;
  /**
   * What a click of an agent is, by its id, doubled, plus 1 for who scanned a code: the class, and
   * whether it is people's and the audience's.
   */
  readonly kinds: Uint8Array;
  readonly difference: Difference;
}

/** The bits of a kind. */
export const CLASS = 3;
export const IS_PEOPLE = 4;
export const IS_AUDIENCE = 8;

/** What an audience is beyond people, whose values the sum of a day knows. */
interface Difference {
  /** Whether the audience has persons: then the sum is the greater part of it. */
  readonly hasPersons: boolean;
  /** Whether the clicks that make the difference are to be added, or taken away. */
  readonly sign: 1 | -1;
  /** Whether they are the scans, and no others. */
  readonly isOfScans: boolean;
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
    return {
      passing: compileFilters(facts, findFilterIds(facts, filters)),
      audience: isAudience,
      kinds: compileKinds(facts, isAudience),
      difference: compileDifference(facts, isAudience),
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
    kinds[kind] = own | (isPeople(own) ? IS_PEOPLE : 0) | (audience[own] === 1 ? IS_AUDIENCE : 0);
  }
  return kinds;
}

function compileDifference(facts: Facts, audience: Uint8Array): Difference {
  const hasPersons = audience[PERSON] === 1;
  const hasScans = audience[SCAN] === 1;
  const isOfScans = hasScans !== hasPersons;
  const agents = Uint8Array.from(facts.all('agent'), ({ class: own }) => {
    if (isOfScans) return own === PERSON ? 1 : 0;
    return own === PREVIEW || own === BOT ? audience[own]! : 0;
  });
  return { hasPersons, sign: isOfScans && hasPersons ? -1 : 1, isOfScans, agents };
}
