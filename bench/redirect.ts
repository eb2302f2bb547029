import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { createTempDir, onCore, pinToCore, readRss, round, waitFor } from './measure.ts';
import {
  addRules,
  codeInLua,
  FIRST_CODE,
  ruleKinds,
  RULES_EVERY,
  seedMany,
  seedNumbered,
} from './seed.ts';
import { type Server, spawnServer, startBrisk, startRedirectServer } from './site.ts';
import {
  type Contender,
  HOT_CODES,
  HOT_PATH,
  loadWithWrk,
  measureUntilStopped,
  summarize,
  type Summary,
  takeTurns,
} from './wrk.ts';

const LINKS = 200_000;
const REDIRECT_PORT = 29_100;

interface Contestant {
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
  const servers = await startAll(directory);
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

async function startAll(directory: string): Promise<Contestant[]> {
  return [
    await startNginx(directory, REDIRECT_PORT),
    await startScript(
      'bun_bare',
      [process.execPath],
      bunServer(REDIRECT_PORT + 1),
      REDIRECT_PORT + 1,
    ),
    await startScript('node_bare', ['node'], nodeServer(REDIRECT_PORT + 2), REDIRECT_PORT + 2),
    await startSeeded('brisk', directory, REDIRECT_PORT + 3),
    await startSeeded('brisk_rules', directory, REDIRECT_PORT + 4),
  ];
}

async function startNginx(directory: string, port: number): Promise<Contestant> {
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

const RULES_PORT = 29_300;
const kindNames = Object.keys(ruleKinds);

/** Lua for a path: the codes of one kind, or of links without rules. */
function pathOf(first: number, step: number): string {
  const count = Math.floor((HOT_CODES - first) / step);
  const query = first === RULES_EVERY * kindNames.indexOf('query') ? ' .. "?a=b"' : '';
  return `"/s" .. (${first} + ${step} * (n * 7919 % ${count}))${query}`;
}

/**
 * Redirects of links with rules and without, on a site of which a tenth has rules. The environment
 * variable `BEFORE` adds the version of another checkout with installed packages.
 */
export async function measureRules(): Promise<Summary> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  const dataDir = join(directory, 'data');
  await seedNumbered(dataDir, LINKS);
  await addRules(dataDir);
  // Counting the clicks of one contender must not burden another.
  const plainDir = join(directory, 'plain');
  cpSync(dataDir, plainDir, { recursive: true });
  const brisk = await startBrisk(dataDir, { port: RULES_PORT });
  const plainBrisk = await startBrisk(plainDir, { port: RULES_PORT + 2 });
  const before = await startBefore(directory);
  const plain = { path: pathOf(1, RULES_EVERY), headers: { Connection: '"keep-alive"' } };
  const contenders = [
    { ...plainBrisk, ...plain, name: 'plain' },
    ...(before === null ? [] : [{ ...before, ...plain, name: 'before' }]),
    ...kindNames.map((name, index) => {
      const path = pathOf(RULES_EVERY * index, RULES_EVERY * kindNames.length);
      return Object.assign({}, brisk, plain, { name, path });
    }),
  ];
  const summary = summarize(
    await takeTurns(directory, contenders),
    before === null ? 'plain' : 'before',
  );
  await brisk.stop();
  await plainBrisk.stop();
  await before?.stop();
  rmSync(directory, { recursive: true });
  return summary;
}

async function startBefore(directory: string): Promise<Server | null> {
  const checkout = process.env['BEFORE'];
  if (checkout === undefined) return null;
  const dataDir = join(directory, 'before');
  const seed = `await (await import('./bench/seed.ts')).seedNumbered('${dataDir}', ${LINKS})`;
  const seeding = Bun.spawn([process.execPath, '-e', seed], { cwd: checkout, stderr: 'inherit' });
  if ((await seeding.exited) !== 0) throw new Error(`BEFORE: ${checkout} cannot make a site`);
  const port = RULES_PORT + 1;
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const command = [process.execPath, `--cwd=${checkout}`, 'server/main.ts'];
  const server = spawnServer(command, { port, env });
  await waitFor(`${server.url}/healthz`, server.process);
  return server;
}

const SIZES = [1_000_000, 10_000_000] as const;
const HOT_PORT = 29_120;
const MANY_PORT = 29_121;
/** Load before the memory is read. */
const SHIPPED_SECONDS = 20;

/** Lua for a random visitor address behind a proxy. */
const ANY_CLIENT = [20, 0, 0, 0].map((least) => `math.random(${least}, 255)`).join(' .. "." .. ');

/** Redirects from random links that are not in memory, and unknown codes, beside hot links. */
export async function measureCold(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await seedNumbered(join(directory, 'hot'), HOT_CODES);
  const results: Record<string, object> = {};
  for (const links of SIZES) {
    await seedMany(join(directory, 'many'), links);
    const path = `"/" .. ${codeInLua(`math.random(0, ${links - 1})`)}`;
    results[`links_${links}`] = {
      redirects: await compareRedirects(directory, path),
      misses: await compareMisses(directory),
      rss_mib: await readShippedRss(directory, path),
    };
  }
  rmSync(directory, { recursive: true });
  return results;
}

/** Discards the clicks: each is on another link, and counting them takes minutes. */
async function compareRedirects(directory: string, path: string): Promise<object> {
  const [hotDir, manyDir] = [join(directory, 'hot'), join(directory, 'many')];
  await using hot = await startRedirectServer(hotDir, HOT_PORT, 's0', 'journalled');
  await using cold = await startRedirectServer(manyDir, MANY_PORT, FIRST_CODE, 'journalled');
  const rounds = await takeTurns(directory, [
    { ...hot, name: 'hot', path: HOT_PATH },
    { ...cold, name: 'cold', path },
  ]);
  await Promise.all([hot.stop(), cold.stop()]);
  for (const dataDir of [hotDir, manyDir]) {
    rmSync(openJournalDirectory(dataDir), { recursive: true });
  }
  return summarize(rounds, 'hot');
}

async function compareMisses(directory: string): Promise<object> {
  const env = { TRUSTED_PROXIES: '127.0.0.0/8' };
  await using hot = await startBrisk(join(directory, 'hot'), { port: HOT_PORT, env });
  await using missing = await startBrisk(join(directory, 'many'), { port: MANY_PORT, env });
  const contenders = [
    { ...hot, name: 'hot', path: HOT_PATH },
    {
      ...missing,
      name: 'missing',
      path: '"/x" .. math.random(1, 1000000000)',
      headers: { 'X-Forwarded-For': ANY_CLIENT },
      isMissing: true,
    },
  ];
  return await measureUntilStopped(directory, contenders, 'hot');
}

async function readShippedRss(directory: string, path: string): Promise<number> {
  await using server = await startBrisk(join(directory, 'many'), { port: MANY_PORT });
  const load = await loadWithWrk(directory, { ...server, name: 'cold', path }, SHIPPED_SECONDS);
  return round(load.rss_mib);
}

const COUNTING_PORT = 29_140;

/** The cost of counting: redirects with a journal and its drain, and without both. */
export async function measureCounting(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using off = await startCounting(directory, 'off', COUNTING_PORT);
  await using on = await startCounting(directory, 'on', COUNTING_PORT + 1);
  const result = await measureUntilStopped(
    directory,
    [
      { ...off, name: 'off', path: HOT_PATH },
      { ...on, name: 'on', path: HOT_PATH },
    ],
    'off',
  );
  rmSync(directory, { recursive: true });
  return result;
}

async function startCounting(
  directory: string,
  counting: 'on' | 'off',
  port: number,
): Promise<Server> {
  const dataDir = join(directory, counting);
  await seedNumbered(dataDir, HOT_CODES);
  return startRedirectServer(dataDir, port, 's0', counting);
}

const WORKERS_PORT = 29_190;
/** Load from both cores makes one process and two compete with the same load. */
const CORES = [0, 1];
/** Per process: enough to spread the load evenly over both cores. */
const CONNECTIONS_EACH = 128;

/** The gain of a second process: each core also runs the load, so processor time tells it. */
export async function measureWorkers(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using one = await startWithWorkers(directory, 1);
  await using two = await startWithWorkers(directory, 2);
  const workers = childrenOf(two.pid, 'worker');
  for (const worker of workers) pinToCore(worker, 1);
  const contenders: Contender[] = [
    { name: 'one', path: HOT_PATH, loadCores: CORES, connections: CONNECTIONS_EACH, ...one },
    {
      name: 'two',
      path: HOT_PATH,
      loadCores: CORES,
      connections: 2 * CONNECTIONS_EACH,
      workers,
      ...two,
    },
  ];
  const summary = summarize(await takeTurns(directory, contenders), 'one');
  const workerRss = await readRss(workers[0]!);
  rmSync(directory, { recursive: true });
  return {
    ...summary,
    throughput_two_to_one: round(2 / summary['two']!['cpu_to_one']!),
    worker_rss_mib: round(workerRss),
  };
}

async function startWithWorkers(directory: string, workers: number) {
  const dataDir = join(directory, `workers-${workers}`);
  await seedNumbered(dataDir, HOT_CODES);
  return startBrisk(dataDir, { port: WORKERS_PORT + workers, env: { WORKERS: String(workers) } });
}
