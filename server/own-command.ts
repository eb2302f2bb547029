import { join } from 'node:path';
import type { Engine } from './engine/engine.ts';
import { ProcessWatch, type SilenceLimits } from './heartbeat.ts';
import { engineProblem } from './http/engine-problem.ts';
import { Problem, type ProblemDetails, type ProblemName } from './http/problem.ts';

/** Starts this program: the executable, or Bun with the sources' entry. */
export const COMMAND: readonly string[] = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, join(import.meta.dir, 'main.ts')];

/** A command may wait 10 s for the database, and works longer on larger sites. */
const SILENCE_LIMITS: SilenceLimits = {
  idleMs: 15_000,
  busyMs: Number.POSITIVE_INFINITY,
  starvedMs: Number.POSITIVE_INFINITY,
};

/** A child process's last output, as JSON. */
export type Outcome<Report> =
  | { readonly report: Report }
  | { readonly problem: ProblemName; readonly details: ProblemDetails };

/** Turns named problems into values, which can leave the process. */
export async function toOutcome<Report>(
  engine: Engine,
  work: () => Report | Promise<Report>,
): Promise<Outcome<Report>> {
  try {
    return { report: await work() };
  } catch (error) {
    const failure = engine.classifyError(error);
    const problem = failure === null ? error : engineProblem(failure);
    if (problem instanceof Problem) return { problem: problem.problem, details: problem.details };
    throw error;
  }
}

const INPUT_BYTES = 64 * 1024;

/** A command that has exited needs no more input. */
async function writeInput(stdin: Bun.FileSink, input: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < input.length; at += INPUT_BYTES) {
      void stdin.write(input.subarray(at, at + INPUT_BYTES));
      await stdin.flush();
    }
    await stdin.end();
  } catch {
    // The exit code and the error output say more than a broken pipe.
  }
}

export interface OwnCommandOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/**
 * One command at a time: its work and memory stay out of the server. A hung command would block
 * later commands and writes, so it is killed.
 */
export class OwnCommand<Report> {
  readonly #options: OwnCommandOptions;
  #queue: Promise<unknown> = Promise.resolve();
  #child: Bun.Subprocess | null = null;
  #closed = false;

  constructor(options: OwnCommandOptions) {
    this.#options = options;
  }

  /** Throws the problem that the command names, or its error output. */
  run(args: readonly string[], input?: Uint8Array): Promise<Report> {
    const report = this.#queue.then(() => this.#run(args, input));
    this.#queue = report.catch(() => undefined);
    return report;
  }

  async close(): Promise<void> {
    this.kill();
    await this.#queue;
  }

  /** Kills the running command and prevents later ones. */
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
      ipc: () => watch.noteHeartbeat(),
    });
    this.#child = child;
    let hang: string | null = null;
    const onHang = (reason: string): void => {
      hang = reason;
      child.kill('SIGKILL');
    };
    const watch = new ProcessWatch({ pid: child.pid, limits: SILENCE_LIMITS, onHang });
    const [output, errorOutput] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      writeInput(child.stdin, input),
    ]);
    await child.exited;
    watch.close();
    this.#child = null;
    if (output === '') {
      const end = child.signalCode ?? child.exitCode;
      throw new Error(`${args[0]} ended with ${end}: ${hang ?? errorOutput}`);
    }
    const outcome = JSON.parse(output) as Outcome<Report>;
    if ('report' in outcome) return outcome.report;
    throw new Problem(outcome.problem, outcome.details);
  }
}
