import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE } from '../../engine/data-directory.ts';

/** Removes the projection's file; the next report builds it anew. */
export function removeProjection(dataDir: string): void {
  const file = join(dataDir, PROJECTION_FILE);
  for (const path of [file, `${file}.wal`]) rmSync(path, { force: true });
}
