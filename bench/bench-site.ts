import { rmSync } from 'node:fs';
import { pinned, waitFor } from './measure.ts';

const PORT = 39_081;
const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/** A server of its own process, with an administrator who is logged in. */
export interface BenchSite extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Calls with the login token; fields go as JSON. */
  call(method: 'GET' | 'POST', path: string, fields?: object): Promise<Response>;
  /** The same with a body and headers of one's own. */
  send(path: string, init: RequestInit): Promise<Response>;
}

/**
 * Starts a server on a data directory, on the first core unless told otherwise; `await using`
 * stops it and removes the directory.
 */
export async function openBenchSite(dataDir: string, onOneCore = true): Promise<BenchSite> {
  const url = `http://127.0.0.1:${PORT}`;
  const command = [process.execPath, 'server/main.ts'];
  const server = Bun.spawn(onOneCore ? pinned(0, command) : command, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(PORT),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: admin.username,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdout: 'inherit',
    stderr: 'ignore',
  });
  await waitFor(`${url}/healthz`, server);
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
    send,
    call: (method, path, fields) =>
      send(path, {
        method,
        headers: fields === undefined ? {} : { 'content-type': 'application/json' },
        body: fields === undefined ? null : JSON.stringify(fields),
      }),
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await server.exited;
      rmSync(dataDir, { recursive: true });
    },
  };
}
