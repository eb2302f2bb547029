import type { Engine } from '../../engine/engine.ts';
import { TopLinks } from '../top-links.ts';
import { selectDayTops } from './top-links.store.ts';
import { TopSums } from './top-sums.ts';

/** The ids of the links that most people visited on settled days, both included, at most so many. */
export async function findMostVisited(
  engine: Engine,
  firstDay: number,
  lastDay: number,
  max: number,
): Promise<number[]> {
  const top = new TopLinks(max);
  const sums = new TopSums(await selectDayTops(engine, firstDay, lastDay), true);
  sums.forEach((linkId, people) => top.add(linkId, people));
  return top.list().map(({ linkId }) => linkId);
}
