import { PROJECTION_FILE } from '../../engine/data-directory.ts';
import { Problem } from '../../http/problem.ts';

/** DuckDB's message when another process has the file open. */
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
