import { existsSync } from 'node:fs';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { oneAtATime } from '../../engine/one-at-a-time.ts';
import { OwnCommand, type OwnCommandOptions } from '../../own-command.ts';
import { findJobFile } from './job-source.ts';
import { ignoreSuperseded, selectJob, selectJobs, updateJob, type StoredJob } from './job.store.ts';
import { busyStates, isOfCommand, isSilent, replaceCommand } from './job-states.ts';

/** How often in a row a job may fail at the same place, for example because memory is short. */
const FAILURES_MAX = 5;
const LEASE_SECONDS = 15;
/** The machine's memory that the garbage collector of the child process assumes. */
const MEMORY_BYTES = 128 * 1024 * 1024;

interface RunnerOptions extends OwnCommandOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Does the jobs of this server in child processes: one check and one import at a time. The database
 * says what is to be done, so a job goes on after a crash of the child or the server.
 */
export class JobRunner {
  readonly tick = oneAtATime(() => this.#startWaiting());
  readonly #options: RunnerOptions;
  readonly #lanes: readonly Lane[];
  #isClosed = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#lanes = [new Lane(options, () => this.wake()), new Lane(options, () => this.wake())];
  }

  wake(): void {
    if (!this.#isClosed) this.tick().catch(this.#options.onError);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#lanes.map((lane) => lane.command.close()));
  }

  kill(): void {
    this.#isClosed = true;
    for (const { command } of this.#lanes) command.kill();
  }

  async #startWaiting(): Promise<void> {
    if (this.#isClosed) return;
    const { engine } = this.#options;
    const jobs = await selectJobs(engine.db, 'any', 'checking', ...busyStates);
    const silent = jobs.filter(isSilent);
    for (const job of silent) await ignoreSuperseded(engine.write((tx) => replaceCommand(tx, job)));
    const ours = jobs.filter((job) => this.#isOurs(job)).toReversed();
    const [checks, runs] = this.#lanes as [Lane, Lane];
    const check = ours.find(({ state }) => state === 'checking');
    if (check !== undefined) checks.start(check);
    const run = ours.find(({ state }) => state !== 'checking');
    // An undo needs no file: any server may do it.
    if (run !== undefined && (await engine.takeLease('imports', LEASE_SECONDS))) runs.start(run);
  }

  #isOurs(job: StoredJob): boolean {
    if (job.state === 'undoing') return job.findings.undoneBy !== 'command';
    return !isOfCommand(job) && existsSync(findJobFile(job, this.#options.folder));
  }
}

/** The job that a child process works on. */
class Lane {
  readonly command: OwnCommand<null>;
  readonly #options: RunnerOptions;
  readonly #onEnd: () => void;
  #isWorking = false;
  /** The place where the last job failed, and how often. */
  #failure = { place: '', times: 0 };

  constructor(options: RunnerOptions, onEnd: () => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    const env = { ...options.env, BUN_JSC_forceRAMSize: String(MEMORY_BYTES) };
    this.command = new OwnCommand<null>({ ...options, env });
  }

  start(job: StoredJob): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { engine, onError } = this.#options;
    const work = async (): Promise<void> => {
      try {
        await this.command.run(['import', `--job=${job.id}`]);
        this.#failure = { place: '', times: 0 };
      } finally {
        this.#isWorking = false;
        // This process must know the changes of the import.
        await engine.changes.pull();
      }
    };
    work().then(this.#onEnd, (error: unknown) => this.#noteFailure(job.id, error).catch(onError));
  }

  /** The job is tried again later, unless it fails again and again. */
  async #noteFailure(id: number, error: unknown): Promise<void> {
    const { engine, onError } = this.#options;
    const job = await selectJob(engine.db, id);
    if (job === null) return;
    const place = `${id} ${job.turn} ${job.position} ${job.parts} ${job.done}`;
    const times = place === this.#failure.place ? this.#failure.times + 1 : 1;
    this.#failure = { place, times };
    if (times < FAILURES_MAX) return;
    onError(error);
    const now = nowSeconds();
    const failed = { key: 'internal.error', reason: 'The work ended unexpectedly' } as const;
    await ignoreSuperseded(
      engine.write((tx) =>
        updateJob(tx, job, { state: 'failed', error: failed, seen_at: now, finished_at: now }),
      ),
    );
  }
}
