import type { Audience } from '../../../contracts/stats.ts';
import { isPeople } from '../classes.ts';
import type { DayQuarters } from './calendar.ts';
import type { Detail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import {
  compileAudience,
  compileFilters,
  listClasses,
  type Filters,
  type Passing,
} from './report-query.ts';
import type { Tally } from './tally.ts';

/** What a scan looks for. */
export interface Scan {
  readonly passing: Passing;
  readonly audience: Uint8Array;
  /** The class of each agent, of those who did not scan a code and of those who did. */
  readonly classes: readonly [Uint8Array, Uint8Array];
}

/**
 * Says what a scan looks for that begins now: while a report is made facts may come up, of which
 * what it reads later has clicks.
 */
export function compileScan(facts: Facts, filters: Filters, audience: Audience): () => Scan {
  const compile = (): Scan => ({
    passing: compileFilters(facts, filters),
    audience: compileAudience(audience),
    classes: listClasses(facts),
  });
  let known = facts.known;
  let scan = compile();
  return () => {
    if (facts.known.every((last, kind) => last === known[kind])) return scan;
    known = facts.known;
    return (scan = compile());
  };
}

/** Adds details of one day to a tally; `visitors` says how many count with each row. */
export function scanDetail(
  detail: Detail,
  visitors: Uint8Array | Uint32Array,
  { bars, weekHours }: DayQuarters,
  { passing, audience, classes }: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const [agents, referrers, campaigns, places, languages] = tally.byFact;
  const { agent, referrer, campaign, place, language, quarter, scan } = detail;
  const clicks = detail.form === 'settled' ? detail.clicks : null;
  for (let row = 0; row < detail.rows; row += 1) {
    const bar = bars[quarter[row]!]!;
    if (bar === -1) continue;
    const agentId = agent[row]!;
    if (passing.agent !== null && passing.agent[agentId] !== 1) continue;
    if (passing.referrer !== null && passing.referrer[referrer[row]!] !== 1) continue;
    if (passing.campaign !== null && passing.campaign[campaign[row]!] !== 1) continue;
    if (passing.place !== null && passing.place[place[row]!] !== 1) continue;
    if (passing.language !== null && passing.language[language[row]!] !== 1) continue;
    const clickClass = classes[scan[row]!]![agentId];
    // Settled a moment ago by somebody who has met others.
    if (clickClass === undefined) continue;
    const count = clicks === null ? 1 : clicks[row]!;
    const isAudience = audience[clickClass] === 1;
    tally.addTime(clickClass, bar, weekHours[quarter[row]!]!, isAudience, count);
    if (withValues && isAudience) {
      agents![agentId]! += count;
      referrers![referrer[row]!]! += count;
      campaigns![campaign[row]!]! += count;
      places![place[row]!]! += count;
      languages![language[row]!]! += count;
    }
    if (isPeople(clickClass)) tally.visitors += visitors[row]!;
  }
}
