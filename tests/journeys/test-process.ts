import { admin } from './test-site.ts';

/** How the product is started: from the sources, or as the executable named here. */
const COMMAND = process.env['BRISK']?.split(' ') ?? [process.execPath, 'server/main.ts'];

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

/** A server in a process of its own, which can be killed. */
export class TestProcess implements AsyncDisposable {
  readonly url: string;
  readonly #process: Bun.Subprocess<'ignore', 'inherit', 'pipe'>;

  private constructor(url: string, process: Bun.Subprocess<'ignore', 'inherit', 'pipe'>) {
    this.url = url;
    this.#process = process;
  }

  /** Starts a server and resolves when it says that it is ready. */
  static async start(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    command: readonly string[] = COMMAND,
  ): Promise<TestProcess> {
    const child = Bun.spawn([...command], {
      env: environment(dataDir, {
        ADMIN_USERNAME: admin.username,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...env,
      }),
      stdin: 'ignore',
      stdout: 'inherit',
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

  /** Ends the process with a signal and returns its exit code. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number> {
    this.#process.kill(signal);
    return this.#process.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}

/** Runs a command to its end. */
export async function runCommand(
  args: readonly string[],
  dataDir: string,
  { env = {}, stdin = '' }: { env?: Readonly<Record<string, string>>; stdin?: string } = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = Bun.spawn([...COMMAND, ...args], {
    env: environment(dataDir, env),
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
