import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { Front } from '../server/front/front.ts';
import { createRefusals } from '../server/http/answer/refused-request.ts';
import { seedLinks } from '../tests/support/statistics/seed.ts';
import { createTempDir, median, onCore, percentile, pinToCore, readCpu, round } from './measure.ts';
import { admin, type BenchSite, openBenchSite } from './site.ts';
import {
  measureWaits,
  medianWaits,
  openVisitedSite,
  RATE,
  repeat,
  RUNS,
  startVisits,
  type Visitors,
  type Waits,
} from './visitors.ts';

const LINKS = Number(process.env['LINKS'] ?? 100_000);
const CALLS = 20;
const WARM_UP = 20;

/** The median time of API calls at many links, and its ratio to `GET /healthz`. */
export async function measureCalls(): Promise<object> {
  const dataDir = createTempDir();
  await seed(dataDir);
  await using site = await openBenchSite(dataDir);
  pinToCore(process.pid, 1);
  const calls = prepare(site);
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
  const bare = median(times['healthz']!);
  const rows = Object.entries(times).map(([name, values]) => {
    const ms = median(values);
    return [name, { ms, ratio: Math.round((ms / bare) * 100) / 100 }];
  });
  return { links: LINKS, calls: CALLS, ...Object.fromEntries(rows) };
}

function prepare(site: BenchSite): Readonly<Record<string, (round: number) => Promise<Response>>> {
  const page = (page: number) => () => site.call('GET', `/api/urls?page=${page}&limit=10`);
  return {
    healthz: () => site.call('GET', '/healthz'),
    list_first_page: page(1),
    list_middle_page: page(LINKS / 20),
    list_last_page: page(LINKS / 10),
    list_by_clicks: () => site.call('GET', '/api/urls?sort=clicks&limit=10'),
    list_by_title: () => site.call('GET', '/api/urls?sort=title&limit=10'),
    list_by_long_url: () => site.call('GET', '/api/urls?sort=long_url&limit=10'),
    create: (round) =>
      site.call('POST', '/api/shorten_url', {
        long_url: `https://example.com/new/${round}`,
        title: 'New',
      }),
  };
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

const CONNECTIONS = [1, 32] as const;
const ROUNDS = 7;
const ROUND_MS = 2000;
/** Approximate size of one commit in the log of SQLite. */
const COMMIT_BYTES = 16 * 1024;
const SYNCS = 200;

interface Round {
  readonly perSecond: number;
  /** Processor time of the server for one link, in microseconds. */
  readonly cpu: number;
  readonly times: readonly number[];
}

/** Links created a second over 1 and 32 connections, and how often the disk can sync. */
export async function measureCreates(): Promise<object> {
  const dataDir = createTempDir();
  await using site = await openBenchSite(dataDir);
  pinToCore(process.pid, 1);
  const program = await startProgram(site);
  const rounds = CONNECTIONS.map(() => [] as Round[]);
  const syncs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, connections] of CONNECTIONS.entries()) {
      const measured = await program.createFor(ROUND_MS, connections);
      // The first round is a warm-up.
      if (round > 0) rounds[index]!.push(measured);
    }
    syncs.push(measureSyncs(join(dataDir, 'appended')));
  }
  await program.check();
  const rows = CONNECTIONS.map((connections, index) => {
    const times = rounds[index]!.flatMap((round) => round.times);
    return [
      `connections_${connections}`,
      {
        per_second: Math.round(median(rounds[index]!.map((round) => round.perSecond))),
        cpu_us: Math.round(median(rounds[index]!.map((round) => round.cpu))),
        p50_ms: median(times),
        p99_ms: percentile(times, 0.99),
      },
    ];
  });
  return { ...Object.fromEntries(rows), disk_syncs_per_second: Math.round(median(syncs)) };
}

/** Creates links with a new API token. */
export async function startProgram(site: BenchSite) {
  const { token } = (await read(await site.call('POST', '/api/user/create_token'))) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let begun = 0;

  async function create(): Promise<void> {
    begun += 1;
    const body = JSON.stringify({ long_url: `https://example.com/new/${begun}`, title: 'New' });
    await read(await fetch(`${site.url}/api/shorten_url`, { method: 'POST', headers, body }));
  }

  return {
    async createFor(ms: number, connections: number): Promise<Round> {
      const times: number[] = [];
      const cpu = readCpu(site.pid);
      const start = performance.now();
      const callers = Array.from({ length: connections }, async () => {
        for (let now = performance.now(); now < start + ms;) {
          await create();
          const then = performance.now();
          times.push(then - now);
          now = then;
        }
      });
      await Promise.all(callers);
      return {
        perSecond: (times.length * 1000) / (performance.now() - start),
        cpu: (readCpu(site.pid) - cpu) / times.length,
        times,
      };
    },
    /** Throws unless the site has all created links. */
    async check(): Promise<void> {
      const { total } = (await read(await site.call('GET', '/api/urls'))) as { total: number };
      if (total !== begun) throw new Error(`${begun} links were created, ${total} are there`);
    },
  };
}

async function read(response: Response): Promise<unknown> {
  const { code, msg, data } = (await response.json()) as Record<string, unknown>;
  if (code !== 200) throw new Error(`${response.url}: ${String(code)} ${String(msg)}`);
  return data;
}

/** How many appends the disk syncs in a second. */
function measureSyncs(file: string): number {
  const block = Buffer.alloc(COMMIT_BYTES, 'log');
  const fd = openSync(file, 'w');
  try {
    const begun = performance.now();
    for (let sync = 0; sync < SYNCS; sync += 1) {
      writeSync(fd, block);
      fdatasyncSync(fd);
    }
    return (SYNCS * 1000) / (performance.now() - begun);
  } finally {
    closeSync(fd);
  }
}

const REQUESTS = 3000;
const HOP_ROUNDS = 11;
const REQUEST = 'GET /api/get/siteinfo HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n';

/**
 * What the connection between the front and the HTTP server costs a call: the answer through the
 * front beside that of the HTTP server alone, in turns, in microseconds.
 */
export async function measureHop(): Promise<object> {
  const command = onCore(0, [process.execPath, import.meta.path]);
  const server = Bun.spawn(command, { stdout: 'pipe' });
  pinToCore(process.pid, 1);
  try {
    const { value } = await server.stdout.getReader().read();
    const ports = JSON.parse(new TextDecoder().decode(value)) as { front: number; inner: number };
    const results = { front: [] as HopResult[], inner: [] as HopResult[] };
    for (let count = 0; count <= HOP_ROUNDS; count += 1) {
      for (const name of ['front', 'inner'] as const) {
        const result = await measureConnection(server.pid, ports[name]);
        if (count > 0) results[name].push(result);
      }
    }
    const [front, inner] = [summarizeHop(results.front), summarizeHop(results.inner)];
    return {
      through_front: front,
      http_server_alone: inner,
      hop: {
        latency_us: round(front.latency_us - inner.latency_us),
        cpu_us: round(front.cpu_us - inner.cpu_us),
      },
    };
  } finally {
    server.kill();
  }
}

interface HopResult {
  readonly latency: number;
  readonly cpu: number;
}

function summarizeHop(results: readonly HopResult[]) {
  return {
    latency_us: median(results.map(({ latency }) => latency)),
    cpu_us: median(results.map(({ cpu }) => cpu)),
  };
}

/** One request after the other on one connection. */
async function measureConnection(pid: number, port: number): Promise<HopResult> {
  let answered: (() => void) | null = null;
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: () => answered?.() },
  });
  const times: number[] = [];
  const before = readCpu(pid);
  for (let count = 0; count < REQUESTS; count += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    const begun = performance.now();
    socket.write(REQUEST);
    await promise;
    times.push((performance.now() - begun) * 1000);
  }
  const cpu = round((readCpu(pid) - before) / REQUESTS);
  socket.end();
  return { latency: median(times), cpu };
}

if (import.meta.main) serveBehindFront();

/** An HTTP server with a front before it, as the site has; prints the ports of both. */
function serveBehindFront(): void {
  const inner = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({ code: 200, msg: 'success', data: {} }),
  });
  const front = new Front({
    hostname: '127.0.0.1',
    port: 0,
    innerPort: inner.port!,
    answer: () => null,
    commit: () => undefined,
    registerVisitor: () => Promise.resolve(() => undefined),
    refuse: createRefusals({}),
  });
  console.log(JSON.stringify({ front: front.port, inner: inner.port }));
}

const LOGINS = 200;

/** How long visitors wait beside 200 logins at once, each from its own address. */
export async function measureLogins(): Promise<object> {
  await using site = await openVisitedSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const addresses = Array.from({ length: LOGINS }, (_, number) => `203.0.113.${number}`);
  for (const address of addresses) await logIn(site.url, address);
  using visitors = await startVisits(site);
  const runs = await repeat(() => runOnce(visitors, site.url, addresses));
  return {
    runs: RUNS,
    logins_at_once: LOGINS,
    redirects_per_second: RATE,
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_during_ms: medianWaits(runs.map(({ during }) => during)),
    logins_answered_s: median(runs.map(({ seconds }) => seconds)),
  };
}

interface Run {
  readonly idle: Waits;
  readonly during: Waits;
  /** The time until the last login has its answer. */
  readonly seconds: number;
}

async function runOnce(
  visitors: Visitors,
  url: string,
  addresses: readonly string[],
): Promise<Run> {
  const idle = await measureWaits(visitors);
  const begun = performance.now();
  await Promise.all(addresses.map((address) => logIn(url, address)));
  const seconds = (performance.now() - begun) / 1000;
  return { idle, during: await visitors.read(), seconds };
}

async function logIn(url: string, address: string): Promise<void> {
  for (;;) {
    const wait = await tryToLogIn(url, address);
    if (wait === 0) return;
    await Bun.sleep(wait * 1000);
  }
}

/** Returns the seconds until the next attempt; 0 after a success. */
async function tryToLogIn(url: string, address: string): Promise<number> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    // Each login needs its own connection.
    keepalive: false,
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username: admin.username, password: admin.password }),
  });
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code === 429) return Number(response.headers.get('retry-after'));
  if (code !== 200) throw new Error(`login: ${code} ${msg}`);
  return 0;
}
