import type { Engine } from '../engine/engine.ts';
import { selectOffsets } from './offsets.store.ts';
import { readOrigins } from './origin.ts';

/** The byte up to which files are counted; a copy has its segment's offset. Omits 0. */
export async function readOffsets(
  db: Engine['db'],
  directory: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const origins = readOrigins(directory, names);
  const offsets = await selectOffsets(db, [...new Set(origins.values())]);
  const drained = new Map<string, number>();
  for (const [name, origin] of origins) {
    const offset = offsets.get(origin);
    if (offset !== undefined) drained.set(name, offset);
  }
  return drained;
}
