import type { Engine } from '../../engine/engine.ts';
import { selectOpenDays } from '../days.store.ts';
import { joinOpen, readDetail } from '../detail.ts';
import { createPart } from '../part.ts';
import { insertRows } from '../insert-rows.ts';
import { deleteParts, selectLinksOfManyParts, selectSmallParts } from './details.store.ts';

/** How many bytes a part has that is put together of small ones, about. */
const PART_BYTES = 256 * 1024;

interface CompactOptions {
  readonly engine: Engine;
  /** How many small parts a link may have on a day. */
  readonly partsMax: number;
  /** Asked between transactions: true leaves the rest to the next time. */
  readonly isOver: () => boolean;
}

/**
 * Puts small parts of open details together: each time that clicks are counted leaves one, which is
 * once a second while somebody watches. Throws what the database throws.
 */
export async function compact({ engine, partsMax, isOver }: CompactOptions): Promise<void> {
  for (const day of await selectOpenDays(engine)) {
    for (const linkId of await selectLinksOfManyParts(engine, day, partsMax)) {
      while (!isOver() && (await joinSome(engine, day, linkId, partsMax)));
    }
  }
}

/** Makes one part of as many as may be; false when there are no longer too many. */
async function joinSome(
  engine: Engine,
  day: number,
  linkId: number,
  partsMax: number,
): Promise<boolean> {
  const small = await selectSmallParts(engine, day, linkId);
  if (small.length <= partsMax) return false;
  let bytes = 0;
  const end = small.findIndex(({ body }) => (bytes += body.length) > PART_BYTES);
  const some = end === -1 ? small : small.slice(0, end);
  const details = some
    .map(({ body }) => readDetail(body))
    .filter((detail) => detail.form === 'open');
  const joined = joinOpen(details);
  await engine.write(async (tx) => {
    // Somebody else may have settled the day meanwhile.
    const numbers = some.map(({ part }) => part);
    if (!(await deleteParts(engine, tx, day, linkId, numbers))) return;
    await insertRows(tx, 'click_detail (day, link_id, part, body)', [
      [day, linkId, createPart(), joined],
    ]);
  });
  return true;
}
