import { rmSync } from 'node:fs';
import { startBrisk } from './brisk.ts';

const PORT = 29_081;
export const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/** A server in its own process, with an administrator who is logged in. */
export interface BenchSite extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
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
