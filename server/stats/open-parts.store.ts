import type { Engine, Write } from '../engine/engine.ts';
import { insertRows } from '../engine/change-rows.ts';
import type { NewChunk } from './open-chunk.ts';

/** Up to which link a part is settled of which nothing is, not even the sums of the site. */
export const NOT_SETTLED = -1;

/** The clicks of a day that came in one transaction, or were put together from several such. */
export interface OpenPart {
  /** No other part has this number. */
  readonly part: number;
  readonly clicks: number;
  /** The clicks of the links up to this one are settled: here they count no more. */
  readonly settledTo: number;
}

/** The parts of a day, in the order of their numbers. */
export async function selectParts(db: Engine['db'] | Write, day: number): Promise<OpenPart[]> {
  const rows = await db
    .selectFrom('open_part')
    .select(['part', 'clicks', 'settled_to'])
    .where('day', '=', day)
    .orderBy('part')
    .execute();
  return rows.map(({ part, clicks, settled_to: settledTo }) => ({ part, clicks, settledTo }));
}

/** Stores clicks of a day: at least one. */
export async function insertPart(
  tx: Write,
  day: number,
  clicks: number,
  chunks: readonly NewChunk[],
): Promise<void> {
  const part = createPart();
  await insertRows(tx, 'open_part (day, part, clicks, settled_to)', [
    [day, part, clicks, NOT_SETTLED],
  ]);
  const rows = chunks.map(({ lastLinkId, body }) => [day, part, lastLinkId, body]);
  await insertRows(tx, 'open_chunk (day, part, last_link_id, body)', rows);
}

/** The number of a new part: 48 random bits. */
export function createPart(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low + 1;
}
