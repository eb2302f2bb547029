import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir, waitFor } from './measure.ts';

const PORT = 29_082;
const BASE = `http://127.0.0.1:${PORT}`;
const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/** Seconds from `npm start` on a clean clone to the first redirect of the first link. */
export async function measureCleanClone(): Promise<object> {
  const directory = createTempDir();
  const clone = join(directory, 'brisk');
  Bun.spawnSync(['git', 'clone', '--quiet', process.cwd(), clone]);
  const begun = performance.now();
  const server = Bun.spawn(['npm', 'start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(PORT), npm_config_cache: join(directory, 'npm-cache') },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await waitFor(`${BASE}/healthz`, server, 20);
  const served = performance.now() - begun;
  await post('/api/user/init', admin);
  const { token } = (await post('/api/login', admin)) as { token: string };
  const link = await post('/api/shorten_url', { long_url: 'https://example.com/' }, token);
  const { short_url: code } = link as { short_url: string };
  const visit = await fetch(`${BASE}/${code}`, { redirect: 'manual' });
  if (visit.status !== 302) throw new Error(`no redirect: ${visit.status}`);
  const redirected = performance.now() - begun;
  server.kill('SIGTERM');
  await server.exited;
  rmSync(directory, { recursive: true });
  return {
    first_answer_s: Math.round(served / 100) / 10,
    first_redirect_s: Math.round(redirected / 100) / 10,
  };
}

async function post(path: string, fields: Record<string, string>, token = ''): Promise<unknown> {
  const response = await fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  return ((await response.json()) as { data: unknown }).data;
}
