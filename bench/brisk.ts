import { pinned, waitFor } from './measure.ts';

/** A server of its own process. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: Bun.Subprocess;
  /** Ends it by SIGTERM, all clicks counted; resolves with its processor time in microseconds. */
  stop(): Promise<number>;
}

interface ServerOptions {
  readonly port: number;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it runs on the first core only. */
  readonly onOneCore?: boolean;
}

/** Starts a command that serves on a port, and does not wait for it. */
export function spawnServer(
  command: readonly string[],
  { port, env = {}, onOneCore = true }: ServerOptions,
): Server {
  const server = Bun.spawn(onOneCore ? pinned(0, command) : [...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    // What it logs is no part of what is measured here.
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

/** Starts Brisk on a data directory and does not wait for it. */
export function spawnBrisk(dataDir: string, options: ServerOptions): Server {
  const env = {
    PORT: String(options.port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  return spawnServer([process.execPath, 'server/main.ts'], { ...options, env });
}

/** The same; resolves when it is ready. */
export async function startBrisk(dataDir: string, options: ServerOptions): Promise<Server> {
  const brisk = spawnBrisk(dataDir, options);
  await waitFor(`${brisk.url}/healthz`, brisk.process);
  return brisk;
}

/** Starts what redirects of Brisk, as `redirect-server.ts` says, on a site whose link is `code`. */
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
