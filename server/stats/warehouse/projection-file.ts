import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE } from '../../engine/files/data-directory.ts';
import { Problem } from '../../http/problem.ts';

/** The next report rebuilds the file. */
export function removeProjection(dataDir: string): void {
  const file = join(dataDir, PROJECTION_FILE);
  for (const path of [file, `${file}.wal`]) rmSync(path, { force: true });
}

const LOCKED = /set lock/i;
/** How long an ending process may hold the file, and the polling interval, in milliseconds. */
const LOCKED_MS = 10_000;
const POLL_MS = 20;

export async function waitForLock<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const begun = performance.now(); ;) {
    try {
      return await open();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() - begun > LOCKED_MS) {
        const reason = `another process has ${PROJECTION_FILE} open`;
        throw new Problem('stats.unavailable', { field: 'statistics', reason });
      }
      await Bun.sleep(POLL_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && LOCKED.test(error.message);
}

const DAMAGE = /IO Error|Serialization Error|INTERNAL Error|FATAL Error|checksum|corrupt/i;
const FULL = /no space left|ENOSPC|EDQUOT|disk quota|failed to offload data/i;

/** A file that cannot be opened is always rebuilt: its log may belong to another file. */
export function isDamage(error: unknown, isOpen: boolean): boolean {
  if (!(error instanceof Error) || error instanceof Problem || isFull(error)) return false;
  return !isOpen || DAMAGE.test(error.message);
}

export function isFull(error: unknown): boolean {
  return error instanceof Error && FULL.test(error.message);
}
