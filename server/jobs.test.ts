import { afterEach, beforeEach, expect, test } from 'bun:test';
import pino from 'pino';
import { FailureLog } from './failure-log.ts';
import type { Job } from './feature.ts';
import { startJobs } from './jobs.ts';

const EVERY_SECONDS = 0.005;
/** Another server has the lead. */
const engine = { takeLease: () => Promise.resolve(false) };

let failures: FailureLog;
let lines: string[];
let stop: () => void;

beforeEach(() => {
  lines = [];
  failures = new FailureLog(pino({}, { write: (line: string) => void lines.push(line) }));
});
afterEach(() => {
  stop();
  failures.close();
});

function start(...jobs: readonly Omit<Job, 'everySeconds'>[]): void {
  const timed = jobs.map((job): Job => Object.assign({ everySeconds: EVERY_SECONDS }, job));
  stop = startJobs(timed, engine, failures);
}

test('a failed run is logged, and the next run starts', async () => {
  const { promise: second, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  start({
    name: 'count sheep',
    run() {
      runs += 1;
      if (runs === 2) resolve();
      return Promise.reject(new Error('they ran away'));
    },
  });
  await second;
  expect(lines[0]).toContain('the job \\"count sheep\\" failed');
  expect(lines[0]).toContain('they ran away');
});

test('a run starts only after the former one has ended', async () => {
  let running = 0;
  let runs = 0;
  const { promise: third, resolve } = Promise.withResolvers<void>();
  start({
    name: 'slow',
    async run() {
      running += 1;
      expect(running).toBe(1);
      await Bun.sleep(4 * EVERY_SECONDS * 1000);
      running -= 1;
      runs += 1;
      if (runs === 3) resolve();
    },
  });
  await third;
  expect(lines).toEqual([]);
});

test('a server without the lead runs no job of the leader', async () => {
  let ledRuns = 0;
  let ownRuns = 0;
  const { promise: tenth, resolve } = Promise.withResolvers<void>();
  start(
    {
      name: 'for the leader',
      isForLeader: true,
      run: () => Promise.resolve((ledRuns += 1)),
    },
    {
      name: 'for every server',
      run() {
        ownRuns += 1;
        if (ownRuns === 10) resolve();
        return Promise.resolve();
      },
    },
  );
  await tenth;
  expect(ledRuns).toBe(0);
});
