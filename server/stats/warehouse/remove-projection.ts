import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE } from '../../engine/data-directory.ts';

/** The next report rebuilds the file. */
export function removeProjection(dataDir: string): void {
  const file = join(dataDir, PROJECTION_FILE);
  for (const path of [file, `${file}.wal`]) rmSync(path, { force: true });
}
