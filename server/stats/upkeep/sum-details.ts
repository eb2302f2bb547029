import { classOf, isPeople } from '../classes.ts';
import { DaySum } from '../day-sum.ts';
import type { StoredDetail } from './details.store.ts';
import type { Facts } from '../facts.ts';

/**
 * The sum of all details of a link and a day, by what the facts mean now; they must be known. The
 * visitors are those of the clicks that are settled and still people's.
 */
export function sumDetails(details: readonly StoredDetail[], facts: Facts): DaySum {
  const sum = new DaySum();
  const agents = facts.all('agent');
  const referrers = facts.all('referrer');
  const campaigns = facts.all('campaign');
  const places = facts.all('place');
  const languages = facts.all('language');
  for (const { detail } of details) {
    for (let row = 0; row < detail.rows; row += 1) {
      const agent = agents[detail.agent[row]!]!;
      const named = [
        agent,
        referrers[detail.referrer[row]!]!,
        campaigns[detail.campaign[row]!]!,
        places[detail.place[row]!]!,
        languages[detail.language[row]!]!,
      ];
      const clickClass = classOf(agent.class, detail.scan[row] === 1);
      const isSettled = detail.form === 'settled';
      sum.add(clickClass, detail.quarter[row]!, named, isSettled ? detail.clicks[row]! : 1);
      if (isSettled && isPeople(clickClass)) sum.visitors += detail.visitors[row]!;
    }
  }
  return sum;
}
