import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { startBrisk } from './brisk.ts';
import { summarize, takeTurns } from './contest.ts';
import { createTempDir, onCore, waitFor } from './measure.ts';
import { addRules } from './seed-rules.ts';
import { seedNumbered } from './seed.ts';
import { HOT_PATH } from './wrk.ts';

const LINKS = 200_000;
const FIRST_PORT = 29_100;

interface Server {
  readonly name: string;
  readonly port: number;
  /** The process that answers, which may be a child. */
  readonly pid: number;
  stop(): Promise<unknown>;
}

/** Redirects of Brisk, nginx with an access log, and bare servers, by turns. */
export async function measureRedirects(): Promise<object> {
  await installSystemPackages('nginx-light', 'wrk');
  const directory = createTempDir();
  const servers = await start(directory);
  const results: Record<string, object> = {};
  for (const [mode, connection] of [
    ['keep_alive', '"keep-alive"'],
    ['new_connections', '"close"'],
  ] as const) {
    const contenders = servers.map((server) => ({
      ...server,
      path: HOT_PATH,
      headers: { Connection: connection },
    }));
    results[mode] = summarize(await takeTurns(directory, contenders), 'nginx');
  }
  for (const server of servers) await server.stop();
  rmSync(directory, { recursive: true });
  return results;
}

async function start(directory: string): Promise<Server[]> {
  return [
    await startNginx(directory, FIRST_PORT),
    await startScript('bun_bare', [process.execPath], bunServer(FIRST_PORT + 1), FIRST_PORT + 1),
    await startScript('node_bare', ['node'], nodeServer(FIRST_PORT + 2), FIRST_PORT + 2),
    await startSeeded('brisk', directory, FIRST_PORT + 3),
    await startSeeded('brisk_rules', directory, FIRST_PORT + 4),
  ];
}

async function startNginx(directory: string, port: number): Promise<Server> {
  const config = join(directory, 'nginx.conf');
  const pidFile = join(directory, 'nginx.pid');
  mkdirSync(join(directory, 'temp'));
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${pidFile}; error_log ${join(directory, 'error.log')};
events { worker_connections 4096; }
http {
  access_log ${join(directory, 'access.log')} combined buffer=64k flush=1s;
  keepalive_requests 100000000;
  client_body_temp_path ${join(directory, 'temp')};
  server { listen 127.0.0.1:${port}; location / { return 302 https://example.com/landing; } }
}
`,
  );
  const nginx = Bun.spawn(onCore(0, ['nginx', '-c', config]), { stderr: 'ignore' });
  const probe = `http://127.0.0.1:${port}/`;
  await waitFor(probe, nginx, 20, 302);
  const children = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8');
  return {
    name: 'nginx',
    port,
    pid: Number(children.trim().split(' ')[0]),
    stop: () => end(nginx),
  };
}

async function startScript(name: string, command: string[], source: string, port: number) {
  const server = Bun.spawn(onCore(0, [...command, '-e', source]), { stderr: 'ignore' });
  await waitFor(`http://127.0.0.1:${port}/`, server, 20, 302);
  return { name, port, pid: server.pid, stop: () => end(server) };
}

function bunServer(port: number): string {
  return `Bun.serve({ port: ${port}, hostname: '127.0.0.1', fetch: () =>
    new Response(null, { status: 302, headers: { Location: 'https://example.com/landing' } }) })`;
}

function nodeServer(port: number): string {
  return `require('http').createServer((_, response) => {
    response.writeHead(302, { Location: 'https://example.com/landing' }).end();
  }).listen(${port}, '127.0.0.1')`;
}

async function startSeeded(name: 'brisk' | 'brisk_rules', directory: string, port: number) {
  const dataDir = join(directory, name);
  await seedNumbered(dataDir, LINKS);
  if (name === 'brisk_rules') await addRules(dataDir);
  return { ...(await startBrisk(dataDir, { port })), name };
}

async function end(server: Bun.Subprocess): Promise<void> {
  server.kill('SIGTERM');
  await server.exited;
}
