import type { Engine } from '../engine/engine.ts';
import { countUnsorted, sortLinks } from './click-order.store.ts';

/** Up to how many blocks are sorted here: with more, who redirects would notice. */
const BLOCKS_MAX = 4;

/**
 * Brings the order of the links by clicks up to date: a little of it here, as to start a process
 * takes longer, and what keeps a thread busy by `sortInBackground`.
 */
export async function updateClickOrder(
  engine: Engine,
  sortInBackground: () => Promise<void>,
): Promise<void> {
  const unsorted = await countUnsorted(engine);
  if (unsorted > BLOCKS_MAX) await sortInBackground();
  else if (unsorted > 0) await sortLinks(engine);
}
