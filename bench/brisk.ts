import { onCore, waitFor } from './measure.ts';

export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: Bun.Subprocess;
  /** Counts all clicks and ends. Resolves with the processor time in microseconds. */
  stop(): Promise<number>;
}

interface ServerOptions {
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly onOneCore?: boolean;
}

/** Starts a server command without waiting until it is ready. */
export function spawnServer(
  command: readonly string[],
  { port, env = {}, onOneCore = true }: ServerOptions,
): Server {
  const server = Bun.spawn(onOneCore ? onCore(0, command) : [...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    // Standard output is for the results of the benchmark.
    stdout: 2,
    stderr: 'inherit',
  });
  async function stop(): Promise<number> {
    server.kill('SIGTERM');
    await server.exited;
    return Number(server.resourceUsage()!.cpuTime.total);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    process: server,
    stop,
    [Symbol.asyncDispose]: () => stop().then(() => undefined),
  };
}

/** Starts Brisk without waiting until it is ready. */
export function spawnBrisk(dataDir: string, options: ServerOptions): Server {
  const env = {
    PORT: String(options.port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  return spawnServer([process.execPath, 'server/main.ts'], { ...options, env });
}

/** Starts Brisk and waits until it is ready. */
export async function startBrisk(dataDir: string, options: ServerOptions): Promise<Server> {
  const brisk = spawnBrisk(dataDir, options);
  await waitFor(`${brisk.url}/healthz`, brisk.process);
  return brisk;
}

/** Starts `redirect-server.ts` on a site that has the link `code`. */
export async function startRedirectServer(
  dataDir: string,
  port: number,
  code: string,
  counting: 'on' | 'journalled' | 'off',
): Promise<Server> {
  const words = ['bench/redirect-server.ts', String(port), dataDir, counting];
  const server = spawnServer([process.execPath, ...words], { port });
  await waitFor(`${server.url}/${code}`, server.process, 5, 302);
  return server;
}
