import { readFileSync } from 'node:fs';
import { COMMAND } from '../support/brisk-command.ts';
import { databaseEnvironment } from '../support/test-engine.ts';
import { admin } from './test-site.ts';

function environment(dataDir: string, env: Readonly<Record<string, string>>) {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...env,
  };
}

type ServerProcess = Bun.Subprocess<'ignore', 'inherit' | Bun.BunFile, 'pipe'>;

/** A server in its own process. */
export class TestProcess implements AsyncDisposable {
  readonly url: string;
  readonly #process: ServerProcess;

  private constructor(url: string, process: ServerProcess) {
    this.url = url;
    this.#process = process;
  }

  /** Resolves when the server is ready. `logFile` gets its log. */
  static async start(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    command: readonly string[] = COMMAND,
    logFile?: string,
  ): Promise<TestProcess> {
    const child = Bun.spawn([...command], {
      env: environment(dataDir, {
        ...(await databaseEnvironment(dataDir)),
        ADMIN_USERNAME: admin.username,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...env,
      }),
      stdin: 'ignore',
      stdout: logFile === undefined ? 'inherit' : Bun.file(logFile),
      stderr: 'pipe',
    });
    let text = '';
    const reader = child.stderr.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the server ended before it was ready: ${text}`);
      text += Buffer.from(value).toString();
      const url = /is ready: (\S+)/.exec(text)?.[1];
      if (url !== undefined) return new TestProcess(url, child);
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The child processes of the server. */
  get children(): readonly number[] {
    return childrenOf(this.pid);
  }

  /** The children that answer visitors. */
  get workers(): readonly number[] {
    return childrenOf(this.pid, 'worker');
  }

  /** Kills a child; resolves when it is gone. */
  async kill(pid: number): Promise<void> {
    process.kill(pid, 'SIGKILL');
    if (pid === this.pid) await this.#process.exited;
  }

  /** Sends a signal and returns the exit code. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number> {
    this.#process.kill(signal);
    return this.#process.exited;
  }

  /** Kills the server; resolves when its children are gone too. */
  async killAll(): Promise<void> {
    const { children } = this;
    await this.end('SIGKILL');
    while (children.some((pid) => readCommand(pid) !== null)) await Bun.sleep(5);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}

/** The child processes of a process, by command if given. */
export function childrenOf(parent: number, command?: string): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
  const pids = children.split(' ').filter(Boolean).map(Number);
  return command === undefined ? pids : pids.filter((pid) => readCommand(pid) === command);
}

/** The last argument of a process; null when it is gone or ended. */
function readCommand(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2) ?? null;
  } catch {
    return null;
  }
}

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The program that runs Brisk, with its options. */
  readonly runner?: readonly string[];
}

export function spawnCommand(
  args: readonly string[],
  dataDir: string,
  { env = {}, stdin = '', runner = [] }: CommandOptions = {},
) {
  return Bun.spawn([...runner, ...COMMAND, ...args], {
    env: environment(dataDir, env),
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

export async function runCommand(
  args: readonly string[],
  dataDir: string,
  options: CommandOptions = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const env = { ...(await databaseEnvironment(dataDir)), ...options.env };
  const child = spawnCommand(args, dataDir, { ...options, env });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
