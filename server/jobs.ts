import type { Engine } from './engine/engine.ts';
import { LEAD_SECONDS, Leadership } from './engine/leadership.ts';
import type { FailureLog } from './failure-log.ts';
import type { Job } from './feature.ts';

/** Returns a function that starts no further run. */
export function startJobs(
  jobs: readonly Job[],
  engine: Pick<Engine, 'takeLease'>,
  failures: FailureLog,
): () => void {
  const leadership = new Leadership(engine);
  const renewal: Job = {
    name: 'renew leadership',
    everySeconds: LEAD_SECONDS,
    run: () => leadership.renew(),
  };
  const timers = [renewal, ...jobs].map((job) =>
    schedule(job, () => job.isForLeader !== true || leadership.isHeld, failures),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

function schedule(
  job: Job,
  isDue: () => boolean,
  failures: FailureLog,
): ReturnType<typeof setInterval> {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning || !isDue()) return;
    isRunning = true;
    job
      .run()
      .catch((error: unknown) => failures.note(`the job "${job.name}" failed`, error))
      .finally(() => {
        isRunning = false;
      });
  }, job.everySeconds * 1000);
  timer.unref();
  return timer;
}
