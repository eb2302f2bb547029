import { existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FAILED_ROWS_MAX } from '../../../contracts/import.constants.ts';
import { jobOptions, type JobRow } from '../../../contracts/import-jobs.ts';
import { createActor } from '../../audit/actor.ts';
import { INPUT_ENDING } from '../../engine/files/data-directory.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import type { JobContext } from './check-job.ts';
import {
  assertIdle,
  commandEnded,
  estimateEnd,
  isOfCommand,
  isUndoable,
  planUndo,
  stopCommand,
} from './job-states.ts';
import {
  ignoreSuperseded,
  insertJob,
  orderJob,
  removeJob,
  selectJob,
  selectRows,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { performJob } from './perform-job.ts';
import { digestFile } from '../source/disk-file.ts';

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

export interface JobProgress extends Pick<StoredJob, 'state' | 'done' | 'total'> {
  /** Unix seconds; null while nothing is known. */
  readonly endsAt: number | null;
}

/** Its checkpoint throws {@link Interrupted} to stop the job. */
export interface CommandContext extends JobContext {
  /** Called each second while the job is at work. */
  readonly onProgress: (progress: JobProgress) => void;
}

/** Thrown when the caller of the command wants it to end. */
export class Interrupted extends Error {}

const SIGN_MS = 1000;

/**
 * Checks a file, and imports it when `decide` says so; otherwise no job is left. Throws
 * `import.busy`, and why the work failed.
 */
export async function importByCommand(
  context: CommandContext,
  { path, timeZone, ownHostnames }: CommandFile,
  decide: (checked: ImportOfCommand) => Promise<boolean>,
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
  let isWanted = false;
  let checked: StoredJob;
  let digest: string;
  try {
    digest = await digestFile(path);
    checked = await perform(context, id);
    if (checked.state === 'ready') {
      const rows = await selectFailed(engine, id);
      isWanted = await giveSigns(context, id, () => decide({ job: checked, rows }));
    }
  } finally {
    if (!isWanted) {
      await engine.write((tx) => removeJob(tx, id));
      removeInput(context, path);
    }
  }
  if (!isWanted) return { job: checked, rows: [] };
  await order(context, id, ({ total, findings }) => ({
    state: 'running',
    started_at: nowSeconds(),
    total: total / 2,
    findings: { ...findings, digest },
  }));
  return finish(context, id);
}

/** Goes on with an import of the command. Throws as {@link importByCommand}, and `import.not-ready`. */
export async function resumeByCommand(
  context: CommandContext,
  id: number,
): Promise<ImportOfCommand> {
  const { file } = await selectKnown(context.engine.db, id);
  const digest = existsSync(file) ? await digestFile(file) : null;
  await order(context, id, (job) => {
    const isStopped = job.state === 'stopped' || job.state === 'failed';
    if (!isStopped || job.started_at === null || job.findings.undoneBy !== undefined) {
      throw notReady(
        `Import ${id} is ${job.findings.undoneBy === undefined ? job.state : 'being undone'}`,
      );
    }
    if (!isOfCommand(job))
      throw notReady(`A server has the file of import ${id}: go on on the page`);
    if (digest === null) throw notReady(`The file ${job.file} is gone`);
    if (digest !== job.findings.digest) {
      throw notReady(
        `The file ${job.file} is not the one that import ${id} began with: put that one back, or import this one, which passes over what is here`,
      );
    }
    return { state: 'running' };
  });
  return finish(context, id);
}

/** Throws `import.job-unknown`, `import.not-ready` and `import.busy`. */
export async function undoByCommand(context: CommandContext, id: number): Promise<StoredJob> {
  await order(context, id, (job, tx) => {
    if (!isUndoable(job)) throw notReady(`Import ${id} is ${job.state}`);
    return planUndo(tx, job, 'command');
  });
  return perform(context, id);
}

function notReady(reason: string): Problem {
  return new Problem('import.not-ready', { reason });
}

async function selectKnown(
  db: Engine['db'] | Write,
  id: number,
  reason = `There is no import ${id}`,
): Promise<StoredJob> {
  const job = await selectJob(db, id);
  if (job !== null) return job;
  throw new Problem('import.job-unknown', { reason });
}

function order(
  { engine }: CommandContext,
  id: number,
  plan: (job: StoredJob, tx: Write) => Partial<StoredJob> | Promise<Partial<StoredJob>>,
): Promise<void> {
  return engine.write(async (tx) => {
    await assertIdle(tx);
    const job = await selectKnown(tx, id);
    await orderJob(tx, job, { done: 0, ...(await plan(job, tx)) });
  });
}

async function finish(context: CommandContext, id: number): Promise<ImportOfCommand> {
  const job = await perform(context, id);
  if (job.state === 'done') removeInput(context, job.file);
  return { job, rows: await selectFailed(context.engine, id) };
}

/** Only what arrived on standard input is a file of the command. */
function removeInput({ folder }: CommandContext, file: string): void {
  if (dirname(file) === folder && file.endsWith(INPUT_ENDING)) rmSync(file, { force: true });
}

/** A job that was interrupted is stopped. Throws why the work failed. */
async function perform(context: CommandContext, id: number): Promise<StoredJob> {
  const { engine } = context;
  await giveSigns(context, id, () => performJob(context, id)).catch(async (error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    await ignoreSuperseded(engine.write(async (tx) => stopCommand(tx, await selectKnown(tx, id))));
  });
  const job = await selectKnown(engine.db, id, `Import ${id} was deleted meanwhile`);
  const { error } = job;
  if (error === null || error.key === commandEnded.key) return job;
  throw new Problem('import.unreadable', { reason: error.reason || error.key });
}

/** Others take a command without signs for killed. */
async function giveSigns<Result>(
  { engine, onProgress }: CommandContext,
  id: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let sign: Promise<unknown> = Promise.resolve();
  const give = async (): Promise<void> => {
    const job = await selectKnown(engine.db, id);
    const { state, done, total } = job;
    onProgress({ state, done, total, endsAt: estimateEnd(job) });
    await engine.write((tx) => updateJob(tx, job, { seen_at: nowSeconds() }));
  };
  // The work itself meets what keeps a sign from being stored.
  const timer = setInterval(() => {
    sign = sign.then(give).catch(() => undefined);
  }, SIGN_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await sign;
  }
}

async function selectFailed({ db }: Engine, id: number): Promise<JobRow[]> {
  const page = { page: 1, limit: FAILED_ROWS_MAX };
  const taken = await selectRows(db, id, 'taken', page);
  const refused = await selectRows(db, id, 'refused', page);
  return [...taken, ...refused].sort((a, b) => a.row - b.row).slice(0, FAILED_ROWS_MAX);
}
