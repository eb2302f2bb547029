import type { Engine } from '../../engine/engine.ts';
import { deleteUnknownCodesBefore, trimUnknownCodesBefore } from './unknown-codes.store.ts';

/** Codes that a past day keeps, because a report reads all codes of many days. */
export const KEPT_A_DAY = 200;

/** Deletes codes of days beyond retention, and the rare codes of past days. */
export async function pruneUnknownCodes(
  engine: Engine,
  firstKept: number,
  today: number,
): Promise<void> {
  await deleteUnknownCodesBefore(engine, firstKept);
  await trimUnknownCodesBefore(engine, today, KEPT_A_DAY);
}
