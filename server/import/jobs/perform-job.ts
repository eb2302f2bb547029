import { Problem } from '../../http/problem.ts';
import { engineProblem } from '../../http/engine-problem.ts';
import { nowSeconds } from '../../engine/now.ts';
import { UnknownTable } from '../tables/open-table.ts';
import { checkJob, type JobContext } from './check-job.ts';
import {
  ignoreSuperseded,
  noFindings,
  selectJob,
  Superseded,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { runJob } from './run-job.ts';
import { undoJob } from './undo-job.ts';

/** Carries out the last order of a job, from the position in its row. The row says how it ended. */
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

/** What is stored stays: the job can go on when there is room, or its sender has the right again. */
async function noteFailure(
  { engine }: JobContext,
  job: StoredJob,
  failure: Problem,
): Promise<void> {
  const { problem, outcome, details } = failure;
  const canGoOn = problem === 'storage.full' || problem === 'import.not-allowed';
  const state = canGoOn && job.state !== 'checking' ? 'stopped' : 'failed';
  const error = { key: outcome.key, reason: details.reason ?? '' };
  const now = nowSeconds();
  await ignoreSuperseded(
    engine.write((tx) =>
      updateJob(tx, job, { state, error, ...findColumns(failure), seen_at: now, finished_at: now }),
    ),
  );
}

/** The columns of a table in which none has the long URL, so that someone can name it. */
function findColumns(failure: Problem): Pick<Partial<StoredJob>, 'findings'> {
  if (!(failure instanceof UnknownTable)) return {};
  return { findings: { ...noFindings, columns: failure.columns } };
}
