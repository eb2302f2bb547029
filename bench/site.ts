import { rmSync } from 'node:fs';
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

const PORT = 29_081;
export const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/** A server in its own process, with an administrator who is logged in. */
export interface BenchSite extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly dataDir: string;
  /** Calls with the login token; fields go as JSON. */
  call(method: 'GET' | 'POST', path: string, fields?: object): Promise<Response>;
  /** The same with any body and headers. */
  send(path: string, init: RequestInit): Promise<Response>;
}

interface BenchSiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly onOneCore?: boolean;
  /** Must differ between sites that run at the same time. */
  readonly port?: number;
}

/** Starts a server on a data directory; `await using` stops it and removes the directory. */
export async function openBenchSite(
  dataDir: string,
  { env = {}, onOneCore = true, port = PORT }: BenchSiteOptions = {},
): Promise<BenchSite> {
  const server = await startBrisk(dataDir, {
    port,
    env: {
      ADMIN_USERNAME: admin.username,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
    onOneCore,
  });
  const { url } = server;
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams(admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const send: BenchSite['send'] = (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${data.token}`);
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    url,
    pid: server.pid,
    token: data.token,
    dataDir,
    send,
    call: (method, path, fields) =>
      send(path, {
        method,
        headers: fields === undefined ? {} : { 'content-type': 'application/json' },
        body: fields === undefined ? null : JSON.stringify(fields),
      }),
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
