import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { canCheckAgain, isBusy, isHalfUndone, UNDO_SECONDS } from './job-states.ts';
import { removeJob, selectFiles, selectJob, selectJobs, selectSilentJobs } from './job.store.ts';

const DAY_SECONDS = 86_400;
/** A file of an upload that is still arriving belongs to no job. */
const ORPHAN_MS = 6 * 3600 * 1000;

/** Deletes checks after a day, and imports when they can no longer be undone. */
export async function pruneJobs(engine: Engine, folder: string, now: number): Promise<void> {
  for (const job of await selectSilentJobs(engine, now - DAY_SECONDS)) {
    const isActive = isBusy(job) || job.state === 'checking';
    const keptFor = job.started_at === null ? DAY_SECONDS : UNDO_SECONDS;
    if (isActive || job.seen_at >= now - keptFor) continue;
    await engine.write(async (tx) => {
      const whole = await selectJob(tx, job.id);
      if (whole !== null && !isHalfUndone(whole)) await removeJob(tx, job.id);
    });
  }
  const files = await selectFiles(engine);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOld = stats !== undefined && stats.mtimeMs < Date.now() - ORPHAN_MS;
    if (!files.has(name) && !files.has(path) && isOld) rmSync(path, { force: true });
  }
}

/** Deletes the files of ended imports and of checks that no option can mend. */
export async function removeFinishedFiles(engine: Engine, folder: string): Promise<void> {
  const names = readdirSync(folder);
  if (names.length === 0) return;
  const finished = new Set(await selectFiles(engine, 'done', 'undone'));
  for (const job of await selectJobs(engine.db, 'any', 'failed')) {
    if (job.started_at === null && !canCheckAgain(job)) finished.add(job.file);
  }
  for (const name of names) {
    const path = join(folder, name);
    if (finished.has(name) || finished.has(path)) rmSync(path, { force: true });
  }
}
