import type { Engine } from '../../engine/engine.ts';
import { deleteMissedBefore, thinMissedBefore } from './missed-codes.store.ts';

/** Codes that a past day keeps, because a report reads all codes of many days. */
export const KEPT_A_DAY = 200;

/** Deletes codes of days beyond retention, and the rare codes of past days. */
export async function forgetMissed(
  engine: Engine,
  firstKept: number,
  today: number,
): Promise<void> {
  await deleteMissedBefore(engine, firstKept);
  await thinMissedBefore(engine, today, KEPT_A_DAY);
}
