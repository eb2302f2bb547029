import { isPeople } from '../classes.ts';
import type { DayQuarters } from './calendar.ts';
import type { Detail } from '../detail.ts';
import type { Passing } from './report-query.ts';
import type { Tally } from './tally.ts';

/** What a scan looks for. */
export interface Scan {
  readonly passing: Passing;
  readonly audience: Uint8Array;
  /** The class of each agent, of those who did not scan a code and of those who did. */
  readonly classes: readonly [Uint8Array, Uint8Array];
}

/** Adds the details of one day to a tally. */
export function scanDetails(
  details: readonly Detail[],
  { bars, weekHours }: DayQuarters,
  { passing, audience, classes }: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const firsts = findFirsts(details, classes);
  const [agents, referrers, campaigns, places, languages] = tally.byFact;
  for (const detail of details) {
    const { agent, referrer, campaign, place, language, quarter, scan } = detail;
    const clicks = detail.form === 'settled' ? detail.clicks : null;
    for (let row = 0; row < detail.rows; row += 1) {
      const bar = bars[quarter[row]!]!;
      if (bar === -1) continue;
      const agentId = agent[row]!;
      // A fact that came up since the filters were compiled passes none.
      if (passing.agent !== null && passing.agent[agentId] !== 1) continue;
      if (passing.referrer !== null && passing.referrer[referrer[row]!] !== 1) continue;
      if (passing.campaign !== null && passing.campaign[campaign[row]!] !== 1) continue;
      if (passing.place !== null && passing.place[place[row]!] !== 1) continue;
      if (passing.language !== null && passing.language[language[row]!] !== 1) continue;
      const clickClass = classes[scan[row]!]![agentId];
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
      if (!isPeople(clickClass)) continue;
      tally.visitors +=
        detail.form === 'settled' ? detail.visitors[row]! : firsts.take(detail, row);
    }
  }
}

/** How many visitors the clicks of a day have that are not settled. */
export function countOpenVisitors(details: readonly Detail[], { classes }: Scan): number {
  return findFirsts(details, classes).visitors;
}

type OpenDetail = Extract<Detail, { form: 'open' }>;

/** Finds the first click of each visitor of an open day. */
function findFirsts(details: readonly Detail[], classes: Scan['classes']) {
  const quarters = new Map<number, number>();
  for (const detail of details) {
    if (detail.form === 'settled') continue;
    for (let row = 0; row < detail.rows; row += 1) {
      const visitor = visitorOf(detail, row);
      if (visitor === 0 || !isPeople(classes[detail.scan[row]!]![detail.agent[row]!]!)) continue;
      const first = quarters.get(visitor);
      const quarter = detail.quarter[row]!;
      if (first === undefined || quarter < first) quarters.set(visitor, quarter);
    }
  }
  return {
    visitors: quarters.size,
    /** 1 when the row is the first of its visitor, 0 when it is not, or was taken before. */
    take(detail: OpenDetail, row: number): number {
      const visitor = visitorOf(detail, row);
      if (quarters.get(visitor) !== detail.quarter[row]) return 0;
      quarters.delete(visitor);
      return 1;
    },
  };
}

function visitorOf(detail: OpenDetail, row: number): number {
  return detail.visitorHigh[row]! * 2 ** 32 + detail.visitorLow[row]!;
}
