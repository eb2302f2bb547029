import { isAbsolute } from 'node:path';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import { clearRows, selectJobs, updateJob, type JobError, type StoredJob } from './job.store.ts';

export const UNDO_SECONDS = 30 * 86_400;
/** A command gives a sign of life each second, and waits up to 10 s for another writer. */
const SILENT_SECONDS = 15;
/** Without a sign of life for so long, a server is taken for gone. */
export const AWAY_SECONDS = 60;

/** One of them runs at a time. */
export const busyStates = ['running', 'undoing'] as const;

export function isBusy({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'running' || state === 'undoing';
}

/** Whether any process writes links of an import, or removes them. */
export async function isAnyAtWork({ db }: Engine): Promise<boolean> {
  const jobs = await selectJobs(db, 'any', ...busyStates);
  return jobs.some(({ seen_at: seenAt }) => seenAt > nowSeconds() - AWAY_SECONDS);
}

/** Whether the command `brisk import` does the job: no server takes it for its own. */
export function isOfCommand({ file }: Pick<StoredJob, 'file'>): boolean {
  return isAbsolute(file);
}

/** Other options make a file readable only if its columns are known. */
export function canCheckAgain({ state, findings }: StoredJob): boolean {
  return state !== 'failed' || findings.columns.length > 0;
}

/** An undo that stopped: what is left can only be undone further. */
export function isHalfUndone({ state, findings }: StoredJob): boolean {
  return state !== 'undone' && findings.undoneBy !== undefined;
}

export function isUndoable(job: StoredJob): boolean {
  return ['done', 'failed', 'stopped'].includes(job.state) && undoableUntil(job) !== null;
}

/** Unix seconds; null for an import that can't be undone. */
export function undoableUntil({
  state,
  started_at: startedAt,
  finished_at: finishedAt,
}: StoredJob): number | null {
  if (startedAt === null || finishedAt === null || state === 'undone') return null;
  return finishedAt + UNDO_SECONDS;
}

/** An undo that stopped goes on, and keeps what it has listed. */
export async function planUndo(
  tx: Write,
  { counts, done, findings, id, options, total }: StoredJob,
  undoneBy: 'server' | 'command',
): Promise<Partial<StoredJob>> {
  const links = counts.new + (options.taken === 'replace' ? counts.taken : 0);
  const isBegun = findings.undoneBy !== undefined;
  if (!isBegun) await clearRows(tx, id);
  return {
    state: 'undoing',
    done: 0,
    total: isBegun ? total - done : links,
    findings: { ...findings, undoneBy },
  };
}

/** Unix seconds; null while nothing is known. */
export function estimateEnd(job: StoredJob): number | null {
  if (!isBusy(job) && job.state !== 'checking') return null;
  if (job.done === 0 || job.total <= job.done) return null;
  const seconds = Math.max(1, nowSeconds() - job.phase_at);
  return nowSeconds() + Math.ceil(((job.total - job.done) / job.done) * seconds);
}

export function notReady(reason: string): Problem {
  return new Problem('import.not-ready', { field: 'id', reason });
}

/** Throws `import.busy`. */
export async function assertIdle(tx: Write): Promise<void> {
  for (const job of await selectJobs(tx, 'any', ...busyStates)) {
    if (!isSilent(job)) {
      const reason = `Import ${job.id} is ${job.state}`;
      throw new Problem('import.busy', { field: 'id', reason });
    }
    await stopCommand(tx, job);
  }
}

/** A command that was killed leaves its job behind. */
export function isSilent(job: StoredJob): boolean {
  const { state, findings } = job;
  const isAtCommand = state === 'undoing' ? findings.undoneBy === 'command' : isOfCommand(job);
  return isAtCommand && job.seen_at < nowSeconds() - SILENT_SECONDS;
}

export const commandEnded: JobError = {
  key: 'import.command.ended',
  reason: 'The command "brisk import" ended before its work was done',
};

/** A server can go on with an undo, which needs no file. Throws `Superseded`. */
export function replaceCommand(tx: Write, job: StoredJob): Promise<StoredJob> {
  if (job.state !== 'undoing') return stopCommand(tx, job);
  const findings = { ...job.findings, undoneBy: 'server' } as const;
  return updateJob(tx, job, { turn: job.turn + 1, findings, seen_at: nowSeconds() });
}

/** A command that only slept ends when it sees the new turn. Throws `Superseded`. */
export function stopCommand(tx: Write, job: StoredJob): Promise<StoredJob> {
  return updateJob(tx, job, {
    state: 'stopped',
    turn: job.turn + 1,
    error: commandEnded,
    finished_at: nowSeconds(),
  });
}
