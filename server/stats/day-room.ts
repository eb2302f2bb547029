import { factKinds, factsMax, VALUES_MAX } from './fact-kinds.ts';

/** How much was stored when a day began, by the clock of the server and in UTC. */
export interface DayBegin {
  /** In days since 1970-01-01 UTC. */
  readonly day: number;
  /** Of each kind the number of facts. */
  readonly facts: readonly number[];
  /** Of each dimension the number of values. */
  readonly values: readonly number[];
}

/** How much there may be at the end of a day. */
export interface DayRoom {
  /** Of each kind how many facts. */
  readonly facts: readonly number[];
  /** The same for facts that say less than they could. */
  readonly lessFacts: readonly number[];
  /** Of each dimension how many values. */
  readonly values: readonly number[];
}

/** How many more facts of a kind there may be of those that say less. */
const LESS_MAX = 5000;
/** How many facts of a kind that say least, and values that are `other`, come on top of the room. */
const LEAST_MAX = 100;

/** Tells whether a day began like this: today's, or what a clock that is ahead took for it. */
export function isBeginOf({ day }: DayBegin, today: number): boolean {
  return day === today || day === today + 1;
}

/**
 * The room of a day: half of what was left when it began, so that nobody who floods a site fills it.
 */
export function roomOf({ facts, values }: DayBegin): DayRoom {
  return {
    facts: facts.map((count, kind) => addHalf(count, maxOf(kind))),
    lessFacts: facts.map((count, kind) => addHalf(count, maxOf(kind) + LESS_MAX)),
    values: values.map((count) => addHalf(count, VALUES_MAX)),
  };
}

/** Tells whether there is more than the room of a day, and what always finds some. */
export function isBeyond(
  { lessFacts, values }: DayRoom,
  factCounts: readonly number[],
  valueCounts: readonly number[],
): boolean {
  return (
    factCounts.some((count, kind) => count > lessFacts[kind]! + LEAST_MAX) ||
    valueCounts.some((count, dimension) => count > values[dimension]! + LEAST_MAX)
  );
}

function maxOf(kind: number): number {
  return factsMax[factKinds[kind]!];
}

function addHalf(count: number, max: number): number {
  return count + Math.floor(Math.max(0, max - count) / 2);
}
