import type { Engine } from '../../engine/engine.ts';
import { deleteMissedBefore, thinMissedBefore } from './missed-codes.store.ts';

/** How many codes a day keeps when it is over: what many days add up to must be read at once. */
export const KEPT_A_DAY = 200;

/** Forgets all codes of the days before one, and the rare ones of those that are over. */
export async function forgetMissed(
  engine: Engine,
  firstKept: number,
  today: number,
): Promise<void> {
  await deleteMissedBefore(engine, firstKept);
  await thinMissedBefore(engine, today, KEPT_A_DAY);
}
