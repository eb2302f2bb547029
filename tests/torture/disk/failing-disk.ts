export type DiskCall = keyof typeof systemCalls;

const systemCalls = { read: 'pread64', write: 'pwrite64', sync: 'fsync,fdatasync' } as const;

/** Makes the disk calls of a running process fail with EIO, by strace, from `attach` to `mend`. */
export class FailingDisk {
  /** Resolves when a call has failed; rejects when none fails until `mend`. */
  readonly failure: Promise<void>;
  readonly #strace: Bun.Subprocess;
  readonly #read: Promise<void>;

  private constructor(strace: Bun.Subprocess, lines: AsyncGenerator<string>) {
    this.#strace = strace;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.failure = promise;
    // Not every test waits for a failure.
    promise.catch(() => undefined);
    this.#read = (async () => {
      for await (const line of lines) if (line.includes('(INJECTED)')) resolve();
      reject(new Error('no call has failed'));
    })();
  }

  /** Resolves when the calls fail, for one file or for all. Throws without the right to trace. */
  static async attach(pid: number, call: DiskCall, file?: string): Promise<FailingDisk> {
    const calls = systemCalls[call];
    const words = ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`];
    if (file !== undefined) words.push('-P', file);
    const strace = Bun.spawn(['strace', ...words, '-p', String(pid)], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const lines = linesOf(strace.stderr);
    const output: string[] = [];
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`strace ended: ${output.join('\n')}`);
      if (/Process \d+ attached/.test(value)) return new FailingDisk(strace, lines);
      output.push(value);
    }
  }

  /** Whether strace exists and may trace a process. */
  static async isAllowed(): Promise<boolean> {
    if (Bun.which('strace') === null) return false;
    const child = Bun.spawn(['sleep', '60']);
    try {
      await (await FailingDisk.attach(child.pid, 'sync')).mend();
      return true;
    } catch {
      return false;
    } finally {
      child.kill();
    }
  }

  /** Resolves when all calls succeed again. */
  async mend(): Promise<void> {
    this.#strace.kill('SIGINT');
    await this.#strace.exited;
    await this.#read;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
