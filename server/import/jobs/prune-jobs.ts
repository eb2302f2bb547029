import { readdirSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { removeJob, selectFiles, selectSilentJobs, updateJob } from './job.store.ts';
import { isBusy, UNDO_SECONDS } from './jobs.ts';

const DAY_SECONDS = 86_400;
/** A file of an upload that is still arriving belongs to no job. */
const ORPHAN_MS = 6 * 3600 * 1000;

/** Deletes checks after a day, and imports when they can no longer be undone. */
export async function pruneJobs(engine: Engine, folder: string, now: number): Promise<void> {
  for (const job of await selectSilentJobs(engine, now - DAY_SECONDS)) {
    const isActive = isBusy(job) || job.state === 'checking';
    const keptFor = job.started_at === null ? DAY_SECONDS : UNDO_SECONDS;
    if (isActive && isAbsolute(job.file)) {
      // The command was killed.
      await engine.write((tx) => updateJob(tx, job, { state: 'stopped', finished_at: now }));
    } else if (!isActive && job.seen_at < now - keptFor) {
      await engine.write((tx) => removeJob(tx, job.id));
    }
  }
  const files = await selectFiles(engine);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOld = stats !== undefined && stats.mtimeMs < Date.now() - ORPHAN_MS;
    if (!files.has(name) && isOld) rmSync(path, { force: true });
  }
}

export async function removeFinishedFiles(engine: Engine, folder: string): Promise<void> {
  const names = readdirSync(folder);
  if (names.length === 0) return;
  const finished = await selectFiles(engine, 'done', 'undone');
  for (const name of names) {
    if (finished.has(name)) rmSync(join(folder, name), { force: true });
  }
}
