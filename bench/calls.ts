import { rmSync } from 'node:fs';
import { openSqlite } from '../server/engine/sqlite.ts';
import { seedLinks } from '../tests/seed.ts';
import { createTempDir, median, pinned, pinSelf, waitFor } from './measure.ts';

const LINKS = 100_000;
const CALLS = 20;
const WARM_UP = 20;
const PORT = 39_081;
const BASE = `http://127.0.0.1:${PORT}`;
const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/**
 * Calls over HTTP at 100,000 links, in milliseconds: the median of 20, all kinds taking turns,
 * server and client on a core each; and as a ratio to a bare `GET /healthz`.
 */
export async function measureCalls(): Promise<object> {
  const dataDir = createTempDir();
  await seed(dataDir);
  const server = Bun.spawn(pinned(0, [process.execPath, 'server/main.ts']), {
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
  pinSelf(1);
  await waitFor(`${BASE}/healthz`, server);
  const calls = prepare(await login());
  const times: Record<string, number[]> = {};
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const begun = performance.now();
      const response = await call(round);
      await response.arrayBuffer();
      const time = performance.now() - begun;
      if (response.status !== 200) throw new Error(`${name}: HTTP ${response.status}`);
      if (round >= WARM_UP) (times[name] ??= []).push(time);
    }
  }
  server.kill('SIGTERM');
  await server.exited;
  rmSync(dataDir, { recursive: true });
  const bare = median(times['healthz']!);
  const rows = Object.entries(times).map(([name, values]) => {
    const ms = median(values);
    return [name, { ms, ratio: Math.round((ms / bare) * 100) / 100 }];
  });
  return { links: LINKS, calls: CALLS, ...Object.fromEntries(rows) };
}

function prepare(token: string): Readonly<Record<string, (round: number) => Promise<Response>>> {
  const headers = { authorization: `Bearer ${token}` };
  return {
    healthz: () => fetch(`${BASE}/healthz`),
    list_first_page: () => fetch(`${BASE}/api/urls?page=1&limit=10`, { headers }),
    list_middle_page: () => fetch(`${BASE}/api/urls?page=${LINKS / 20}&limit=10`, { headers }),
    list_last_page: () => fetch(`${BASE}/api/urls?page=${LINKS / 10}&limit=10`, { headers }),
    create: (round) =>
      fetch(`${BASE}/api/shorten_url`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ long_url: `https://example.com/new/${round}`, title: 'New' }),
      }),
  };
}

async function login(): Promise<string> {
  const body = new URLSearchParams(admin);
  const response = await fetch(`${BASE}/api/login`, { method: 'POST', body });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function seed(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  const links = Array.from({ length: LINKS }, (_, number) => ({
    short_url: `s${number}`,
    long_url: `https://example.com/articles/${number}?utm_source=poster`,
    title: `Article number ${number}`,
  }));
  await seedLinks(engine, links);
  await engine.close();
}
