import type { Engine } from '../engine/engine.ts';
import { countUnsorted, sortLinks } from './click-order.store.ts';

/** Sorting more blocks on this thread would delay redirects. */
const BLOCKS_MAX = 4;

/** Sorts a few blocks here: that is faster than to start a process. */
export async function updateClickOrder(
  engine: Engine,
  sortInBackground: () => Promise<void>,
): Promise<void> {
  const unsorted = await countUnsorted(engine);
  if (unsorted > BLOCKS_MAX) await sortInBackground();
  else if (unsorted > 0) await sortLinks(engine);
}
