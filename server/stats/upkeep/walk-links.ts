import type { Engine } from '../../engine/engine.ts';
import type { Facts } from '../facts.ts';
import { selectLinks } from './details.store.ts';

export interface UpkeepOptions {
  readonly engine: Engine;
  readonly facts: Facts;
  /** Asked between transactions: true leaves the rest to the next time. */
  readonly isOver: () => boolean;
}

/**
 * Has work done on all links that have details on a day, so many at a time as can be in memory.
 * Where it says false, because somebody has changed them meanwhile, it is done once more. Returns
 * false when it was ended before all were done. `onlyOpen`: on those that have clicks not settled.
 */
export async function walkLinks(
  { engine, isOver }: UpkeepOptions,
  { day, onlyOpen }: { readonly day: number; readonly onlyOpen: boolean },
  work: (linkIds: readonly number[]) => Promise<boolean>,
): Promise<boolean> {
  for (let after = -1; !isOver();) {
    const linkIds = await selectLinks(engine, day, after, onlyOpen);
    if (linkIds.length === 0) return true;
    if (await work(linkIds)) after = linkIds.at(-1)!;
  }
  return false;
}
