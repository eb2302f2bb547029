import { join } from 'node:path';
import type { Engine } from './engine/engine.ts';
import { Watch, type Patience } from './heartbeat.ts';
import { engineProblem } from './http/engine-problem.ts';
import { Problem, type ProblemDetails, type ProblemName } from './http/problem.ts';

/** How this program starts itself anew: the executable is itself, Bun needs the sources' entry. */
export const COMMAND: readonly string[] = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, join(import.meta.dir, 'main.ts')];

/**
 * A command may wait 10 seconds for the database, and keeps a thread or the disk busy for as long as
 * the site is large.
 */
const PATIENCE: Patience = {
  idleMs: 15_000,
  busyMs: Number.POSITIVE_INFINITY,
  starvedMs: Number.POSITIVE_INFINITY,
};

/** What a process that works for the server tells it at its end, as JSON. */
export type Outcome<Report> =
  | { readonly report: Report }
  | { readonly problem: ProblemName; readonly details: ProblemDetails };

/** Works, and tells of named problems as values, which can leave the process. */
export async function toOutcome<Report>(
  engine: Engine,
  work: () => Report | Promise<Report>,
): Promise<Outcome<Report>> {
  try {
    return { report: await work() };
  } catch (error) {
    const failure = engine.failureOf(error);
    const problem = failure === null ? error : engineProblem(failure);
    if (problem instanceof Problem) return { problem: problem.problem, details: problem.details };
    throw error;
  }
}

/** How many bytes of its input a command is given at once: visitors do not wait for the rest. */
const INPUT_BYTES = 64 * 1024;

/** Gives a command its input; one that has ended needs no more, and its end says why. */
async function feed(stdin: Bun.FileSink, input: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < input.length; at += INPUT_BYTES) {
      void stdin.write(input.subarray(at, at + INPUT_BYTES));
      await stdin.flush();
    }
    await stdin.end();
  } catch {
    // Its exit code and its complaint tell more than a broken pipe.
  }
}

export interface OwnCommandOptions {
  /** The environment of the command, which tells where the site lies. */
  readonly env: Readonly<Record<string, string>>;
  /** How this program is started. */
  readonly command: readonly string[];
}

/**
 * A command of this program in a process of its own, one at a time: what keeps the thread busy
 * would keep visitors waiting, and what it takes in memory goes with the process. One that hangs is
 * killed: it would hold up the next one, and everything that is written to the database.
 */
export class OwnCommand<Report> {
  readonly #options: OwnCommandOptions;
  #turn: Promise<unknown> = Promise.resolve();
  #child: Bun.Subprocess | null = null;
  #closed = false;

  constructor(options: OwnCommandOptions) {
    this.#options = options;
  }

  /** Gives what the command reports; throws the problem that it names, or what it says else. */
  run(args: readonly string[], input?: Uint8Array): Promise<Report> {
    const report = this.#turn.then(() => this.#run(args, input));
    this.#turn = report.catch(() => undefined);
    return report;
  }

  /** Kills a command under way; resolves when it is gone. */
  async close(): Promise<void> {
    this.kill();
    await this.#turn;
  }

  /** Kills a command under way, and lets no other begin. */
  kill(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
  }

  async #run(args: readonly string[], input: Uint8Array = new Uint8Array()): Promise<Report> {
    if (this.#closed) throw new Error('the server is stopping');
    const { command, env } = this.#options;
    const child = Bun.spawn([...command, ...args], {
      env,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      ipc: () => watch.hear(),
    });
    this.#child = child;
    let hang: string | null = null;
    const onHang = (reason: string): void => {
      hang = reason;
      child.kill('SIGKILL');
    };
    const watch = new Watch({ pid: child.pid, patience: PATIENCE, onHang });
    const [outcome, complaint] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      feed(child.stdin, input),
    ]);
    await child.exited;
    watch.close();
    this.#child = null;
    if (outcome === '') {
      const end = child.signalCode ?? child.exitCode;
      throw new Error(`${args[0]} ended with ${end}: ${hang ?? complaint}`);
    }
    const told = JSON.parse(outcome) as Outcome<Report>;
    if ('report' in told) return told.report;
    throw new Problem(told.problem, told.details);
  }
}
