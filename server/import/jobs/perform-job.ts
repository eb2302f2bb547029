import { Problem } from '../../http/problem.ts';
import { engineProblem } from '../../http/engine-problem.ts';
import { nowSeconds } from '../../engine/now.ts';
import { checkJob, type JobContext } from './check-job.ts';
import { selectJob, Superseded, updateJob, type StoredJob } from './job.store.ts';
import { runJob } from './run-job.ts';
import { undoJob } from './undo-job.ts';

/** Does what a job was told last, from where it stands. Its row says how it ended. */
export async function performJob(context: JobContext, id: number): Promise<void> {
  const { engine } = context;
  const job = await selectJob(engine.db, id);
  if (job === null) return;
  try {
    if (job.state === 'checking') await checkJob(context, job);
    else if (job.state === 'running') await runJob(context, job);
    else if (job.state === 'undoing') await undoJob(context, job);
  } catch (error) {
    if (error instanceof Superseded) return;
    const failure = engine.classifyError(error);
    const problem = failure === null ? error : engineProblem(failure);
    // Without a database, the work goes on when it is back.
    if (!(problem instanceof Problem) || problem.problem === 'storage.unavailable') throw error;
    await noteFailure(context, job, problem);
  }
}

/** What is stored stays: the job can go on when there is room again. */
async function noteFailure(
  { engine }: JobContext,
  job: StoredJob,
  { problem, outcome, details }: Problem,
): Promise<void> {
  const state = problem === 'storage.full' && job.state !== 'checking' ? 'stopped' : 'failed';
  const error = { key: outcome.key, reason: details.reason ?? '' };
  const now = nowSeconds();
  await engine
    .write((tx) => updateJob(tx, job, { state, error, seen_at: now, finished_at: now }))
    .catch((failure: unknown) => {
      if (!(failure instanceof Superseded)) throw failure;
    });
}
