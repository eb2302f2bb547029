type Server = Bun.Subprocess<'ignore', 'inherit', 'pipe'>;

/** A Brisk server that restarts on demand. Its data stays. */
export class DevSite {
  readonly #dataDir: string;
  #server: Server | null = null;
  #port: Promise<number> = Promise.resolve(0);
  #isWaiting = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The port of the running or starting server. Rejects when it cannot start. */
  port(): Promise<number> {
    return this.#port;
  }

  /** A restart that still waits for the former server covers further changes. */
  restart(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#port = this.#replace(this.#port);
    this.#port.catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.#port.catch(() => undefined);
    await this.#end();
  }

  async #replace(former: Promise<number>): Promise<number> {
    await this.#end();
    await former.catch(() => undefined);
    this.#isWaiting = false;
    return this.#start();
  }

  /** The next server needs the lock of the data directory. */
  async #end(): Promise<void> {
    this.#server?.kill('SIGTERM');
    await this.#server?.exited;
    this.#server = null;
  }

  async #start(): Promise<number> {
    const server = Bun.spawn([process.execPath, 'server/main.ts'], {
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.#dataDir,
        TRUSTED_PROXIES: '127.0.0.1',
      },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'pipe',
    });
    this.#server = server;
    return await readPort(server);
  }
}

/** Prints the messages of the server; resolves with its port when it is ready. */
function readPort({ stderr }: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of stderr) {
      process.stderr.write(chunk);
      text += Buffer.from(chunk).toString();
      const port = /is ready: \S+:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    }
    reject(new Error('the server ended: see its messages'));
  };
  read().catch(reject);
  return promise;
}
