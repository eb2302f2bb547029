import { chooseForRun } from './test-run.ts';

const RUNS = chooseForRun(3, 5);
/** Shorter than this, a run says little. */
const RUN_US = 5000;
/** Repeating so long a call would tell nothing more. */
const LONG_US = 200_000;

/** The processor time of one call in microseconds: the least of several runs of at least 5 ms each. */
export function measureCost(call: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && (run === 0 || least < LONG_US); run += 1) {
    least = Math.min(least, measureRun(call));
  }
  return least;
}

/** Other threads, such as the compiler, do not count. */
function measureRun(call: () => unknown): number {
  const start = readThreadTime();
  for (let calls = 1, batch = 1; ; calls += batch) {
    for (let left = batch; left > 0; left -= 1) call();
    const spent = readThreadTime() - start;
    if (spent >= RUN_US) return spent / (calls + batch - 1);
    if (spent < RUN_US / 10) batch *= 2;
  }
}

function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
