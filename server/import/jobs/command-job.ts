import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { FAILED_ROWS_MAX } from '../../../contracts/import.constants.ts';
import { jobOptions, type JobRow } from '../../../contracts/import-jobs.ts';
import { createActor } from '../../audit/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import type { JobContext } from './check-job.ts';
import {
  clearRows,
  insertJob,
  removeJob,
  selectJob,
  selectRows,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { assertIdle, isUndoable } from './jobs.ts';
import { performJob } from './perform-job.ts';

export interface CommandFile {
  /** Absolute: no server takes the job for its own. */
  readonly path: string;
  readonly timeZone: string;
  readonly ownHostnames: readonly string[];
}

export interface ImportOfCommand {
  readonly job: StoredJob;
  /** The first rows that failed. */
  readonly rows: readonly JobRow[];
}

/**
 * Checks a file, and imports it when `decide` says so; otherwise no job is left. Throws
 * `import.busy`, and why the work failed.
 */
export async function importByCommand(
  context: JobContext,
  { path, timeZone, ownHostnames }: CommandFile,
  decide: (checked: StoredJob) => Promise<boolean>,
): Promise<ImportOfCommand> {
  const { engine } = context;
  const { recorded: _, ...actor } = createActor('command');
  const { id } = await engine.write((tx) =>
    insertJob(tx, {
      name: basename(path),
      file: path,
      options: jobOptions.parse({ time_zone: timeZone }),
      state: 'checking',
      actor: { ...actor, ownHostnames },
      total: 2 * statSync(path).size,
      created_at: nowSeconds(),
    }),
  );
  const isWanted = await perform(context, id).then(decide, async (error: unknown) => {
    await engine.write((tx) => removeJob(tx, id));
    throw error;
  });
  const checked = (await selectJob(engine.db, id))!;
  if (!isWanted) {
    await engine.write((tx) => removeJob(tx, id));
    return { job: checked, rows: [] };
  }
  await order(context, checked, {
    state: 'running',
    started_at: nowSeconds(),
    total: checked.total / 2,
  });
  const job = await perform(context, id);
  return { job, rows: await selectFailed(engine, id) };
}

/** Throws `import.job-unknown`, `import.not-ready` and `import.busy`. */
export async function undoByCommand(context: JobContext, id: number): Promise<StoredJob> {
  const job = await selectJob(context.engine.db, id);
  if (job === null) {
    throw new Problem('import.job-unknown', { reason: `There is no import ${id}` });
  }
  if (!isUndoable(job)) {
    throw new Problem('import.not-ready', { reason: `Import ${id} is ${job.state}` });
  }
  await order(context, job, { state: 'undoing', total: job.counts.new });
  return perform(context, id);
}

function order({ engine }: JobContext, job: StoredJob, change: Partial<StoredJob>): Promise<void> {
  const now = nowSeconds();
  return engine.write(async (tx) => {
    await assertIdle(tx);
    if (change.state === 'undoing') await clearRows(tx, job.id);
    const common = { turn: job.turn + 1, done: 0, seen_at: now, phase_at: now };
    await updateJob(tx, job, { ...common, finished_at: null, ...change });
  });
}

async function perform(context: JobContext, id: number): Promise<StoredJob> {
  await performJob(context, id);
  const job = (await selectJob(context.engine.db, id))!;
  if (job.error === null) return job;
  throw new Problem('import.unreadable', { reason: job.error.reason });
}

async function selectFailed({ db }: Engine, id: number): Promise<JobRow[]> {
  const page = { page: 1, limit: FAILED_ROWS_MAX };
  const taken = await selectRows(db, id, 'taken', page);
  const refused = await selectRows(db, id, 'refused', page);
  return [...taken, ...refused].sort((a, b) => a.row - b.row).slice(0, FAILED_ROWS_MAX);
}
