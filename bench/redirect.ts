import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../server/engine/sqlite.ts';
import { seedLinks } from '../tests/seed.ts';
import { createTempDir, median, pinned, waitFor } from './measure.ts';

const LINKS = 200_000;
const HOT_CODES = 4096;
const CONNECTIONS = 32;
const ROUNDS = 7;
const ROUND_SECONDS = 2;
const FIRST_PORT = 39_100;
/** Clock ticks of `/proc/PID/stat`, of which a second has a hundred. */
const TICK_US = 10_000;

/** One server on the first core. */
interface Contender {
  readonly name: string;
  readonly port: number;
  /** The process that answers. */
  readonly pid: number;
  stop(): Promise<unknown>;
}

interface Round {
  /** Time of the server's core for one request, in microseconds. */
  readonly cpu_us: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

/**
 * Redirects: Brisk as shipped, with its journal on, beside nginx that redirects and writes an access
 * log, and bare servers that count nothing. One core for the server, one for the load; the
 * contenders take turns; medians.
 */
export async function measureRedirects(): Promise<object> {
  for (const program of ['nginx', 'wrk']) {
    if (Bun.which(program) === null)
      throw new Error(`${program} is missing: apt install ${program}`);
  }
  const directory = createTempDir();
  const contenders = await start(directory);
  const results: Record<string, object> = {};
  for (const [mode, header] of [
    ['keep_alive', 'keep-alive'],
    ['new_connections', 'close'],
  ] as const) {
    const rounds: Record<string, Round[]> = {};
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const contender of contenders) {
        const measured = await measureRound(directory, contender, header);
        // The first round only warms up.
        if (round > 0) (rounds[contender.name] ??= []).push(measured);
      }
    }
    results[mode] = summarise(rounds);
  }
  for (const contender of contenders) await contender.stop();
  rmSync(directory, { recursive: true });
  return results;
}

function summarise(rounds: Readonly<Record<string, readonly Round[]>>): object {
  const cpuOf = (name: string) => rounds[name]!.map((round) => round.cpu_us);
  const rows = Object.keys(rounds).map((name) => {
    const row = {
      cpu_us: median(cpuOf(name)),
      p50_ms: median(rounds[name]!.map((round) => round.p50_ms)),
      p99_ms: median(rounds[name]!.map((round) => round.p99_ms)),
      // Of each round by itself: what slows the machine down slows all of them.
      cpu_to_nginx: median(cpuOf(name).map((cpu, round) => cpu / cpuOf('nginx')[round]!)),
    };
    return [name, row];
  });
  return Object.fromEntries(rows) as object;
}

async function measureRound(directory: string, contender: Contender, connection: string) {
  const script = join(directory, `${connection}.lua`);
  writeFileSync(script, visitsScript(connection));
  const before = cpuTicks(contender.pid);
  const load = [`-c${CONNECTIONS}`, `-d${ROUND_SECONDS}`, '--latency'];
  const wrk = Bun.spawn(
    pinned(1, ['wrk', '-t1', ...load, '-s', script, `http://127.0.0.1:${contender.port}`]),
  );
  const report = await new Response(wrk.stdout).text();
  const ticks = cpuTicks(contender.pid) - before;
  const requests = Number(/(\d+) requests in/.exec(report)?.[1]);
  if (/Non-2xx/.test(report) || !(requests > 0)) throw new Error(`${contender.name}: ${report}`);
  return {
    cpu_us: (ticks * TICK_US) / requests,
    p50_ms: readLatency(report, '50%'),
    p99_ms: readLatency(report, '99%'),
  };
}

function readLatency(report: string, percentile: string): number {
  const [, value, unit] = new RegExp(`${percentile} +([\\d.]+)(us|ms|s)`).exec(report)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}

/** User and system time of a process so far. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** What a browser sends, to one after the other of the hot codes. */
function visitsScript(connection: string): string {
  return `local n = 0
local headers = {
  ["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  ["Referer"] = "https://news.example/some/article?page=1",
  ["Accept"] = "text/html,application/xhtml+xml",
  ["Accept-Language"] = "en-US,en;q=0.9",
  ["Connection"] = "${connection}",
}
request = function()
  n = n + 1
  return wrk.format("GET", "/s" .. (n * 7919 % ${HOT_CODES}), headers)
end
`;
}

async function start(directory: string): Promise<Contender[]> {
  return [
    await startNginx(directory, FIRST_PORT),
    await startScript('bun_bare', [process.execPath], bunServer(FIRST_PORT + 1), FIRST_PORT + 1),
    await startScript('node_bare', ['node'], nodeServer(FIRST_PORT + 2), FIRST_PORT + 2),
    await startBrisk(join(directory, 'data'), FIRST_PORT + 3),
  ];
}

async function startNginx(directory: string, port: number): Promise<Contender> {
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
  const nginx = Bun.spawn(pinned(0, ['nginx', '-c', config]), { stderr: 'ignore' });
  const probe = `http://127.0.0.1:${port}/`;
  await waitFor(probe, nginx, 20, 302);
  const children = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(nginx.pid)]).stdout;
  return {
    name: 'nginx',
    port,
    pid: Number(children.toString().trim().split(/\s+/)[0]),
    stop: () => end(nginx),
  };
}

async function startScript(name: string, command: string[], source: string, port: number) {
  const server = Bun.spawn(pinned(0, [...command, '-e', source]), { stderr: 'ignore' });
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

async function startBrisk(dataDir: string, port: number): Promise<Contender> {
  const engine = await openSqlite(dataDir);
  const links = Array.from({ length: LINKS }, (_, number) => ({
    short_url: `s${number}`,
    long_url: 'https://example.com/landing',
  }));
  await seedLinks(engine, links);
  await engine.close();
  const server = Bun.spawn(pinned(0, [process.execPath, 'server/main.ts']), {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stderr: 'ignore',
  });
  await waitFor(`http://127.0.0.1:${port}/healthz`, server);
  return { name: 'brisk', port, pid: server.pid, stop: () => end(server) };
}

async function end(server: Bun.Subprocess): Promise<void> {
  server.kill('SIGTERM');
  await server.exited;
}
