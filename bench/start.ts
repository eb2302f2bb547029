import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { createTempDir, median, onCore, readRss, round, waitFor } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { startBrisk } from './site.ts';
import { HOT_PATH, loadWithWrk } from './wrk.ts';

const RUNS = 15;
const START_PORT = 29_080;
/** The pause before memory is read. */
const IDLE_MS = 2000;

/** The start of `dist/brisk` in an empty directory, and its idle memory. */
export async function measureStart(): Promise<object> {
  const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], { stderr: 'inherit' });
  if (!build.success) throw new Error('the executable cannot be built');
  const executable = `${process.cwd()}/dist/brisk`;
  const starts: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = createTempDir();
    const begun = performance.now();
    const server = Bun.spawn(onCore(0, [executable]), {
      env: { PATH: process.env['PATH'] ?? '', PORT: String(START_PORT), DATA_DIR: dataDir },
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await waitFor(`http://127.0.0.1:${START_PORT}/`, server);
    starts.push(performance.now() - begun);
    if (run % 5 === 0) {
      await Bun.sleep(IDLE_MS);
      memory.push(await readRss(server.pid));
    }
    server.kill('SIGKILL');
    await server.exited;
    rmSync(dataDir, { recursive: true });
  }
  return { first_200_ms: median(starts), idle_rss_mib: median(memory) };
}

const CLONE_PORT = 29_082;
const CLONE_URL = `http://127.0.0.1:${CLONE_PORT}`;
const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/**
 * Seconds from `npm start` on a clean clone to the first redirect of the first link, what it installs,
 * and the memory of npm, which stays beside the server.
 */
export async function measureCleanClone(): Promise<object> {
  const directory = createTempDir();
  const clone = join(directory, 'brisk');
  Bun.spawnSync(['git', 'clone', '--quiet', process.cwd(), clone]);
  const begun = performance.now();
  const server = Bun.spawn(['npm', 'start'], {
    cwd: clone,
    env: {
      ...process.env,
      PORT: String(CLONE_PORT),
      npm_config_cache: join(directory, 'npm-cache'),
    },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await waitFor(`${CLONE_URL}/healthz`, server, 20);
  const served = performance.now() - begun;
  await post('/api/user/init', admin);
  const { token } = (await post('/api/login', admin)) as { token: string };
  const link = await post('/api/shorten_url', { long_url: 'https://example.com/' }, token);
  const { short_url: code } = link as { short_url: string };
  const visit = await fetch(`${CLONE_URL}/${code}`, { redirect: 'manual' });
  if (visit.status !== 302) throw new Error(`no redirect: ${visit.status}`);
  const redirected = performance.now() - begun;
  const npm = await readRss(server.pid);
  server.kill('SIGTERM');
  await server.exited;
  const installed = measureFiles(join(clone, 'node_modules'));
  rmSync(directory, { recursive: true });
  return {
    first_answer_s: Math.round(served / 100) / 10,
    first_redirect_s: Math.round(redirected / 100) / 10,
    installed_mib: Math.round(installed.bytes / 2 ** 20),
    installed_files: installed.files,
    npm_rss_mib: Math.round(npm),
  };
}

/** The files of a directory, and what they take on the disk. */
function measureFiles(directory: string): { files: number; bytes: number } {
  const entries = readdirSync(directory, { recursive: true }).map(String);
  const stats = entries.map((entry) => lstatSync(join(directory, entry)));
  return {
    files: stats.filter((stat) => !stat.isDirectory()).length,
    bytes: stats.reduce((sum, { blocks }) => sum + blocks * 512, 0),
  };
}

async function post(path: string, fields: Record<string, string>, token = ''): Promise<unknown> {
  const response = await fetch(`${CLONE_URL}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  return ((await response.json()) as { data: unknown }).data;
}

const LINKS = 200_000;
/** The default; `MINUTES` overrides it. */
const MINUTES = 24;
/** Long enough for at least one garbage collection. */
const WINDOW_MINUTES = 2;
/** Fewer windows give no usable standard error. */
const HALF_WINDOWS_MIN = 3;
const WARM_UP_SECONDS = 60;
const SAMPLE_MS = 1000;
const MEMORY_PORT = 29_130;

/**
 * The memory of a server at full load, after a minute of warm-up. Uncollected garbage makes it
 * swing by half, so each window counts with its minimum, the floor. A leak raises the floor in both
 * halves; a warm-up only in the first. Growth below twice its error means nothing.
 */
export async function measureMemory(): Promise<object> {
  await installSystemPackages('wrk');
  const minutes = Number(process.env['MINUTES'] ?? MINUTES);
  const halfWindows = Math.floor(minutes / WINDOW_MINUTES / 2);
  if (!(halfWindows >= HALF_WINDOWS_MIN)) {
    throw new Error(`MINUTES must be at least ${HALF_WINDOWS_MIN * WINDOW_MINUTES * 2}`);
  }
  const directory = createTempDir();
  const dataDir = join(directory, 'data');
  await seedNumbered(dataDir, LINKS);
  await using server = await startBrisk(dataDir, { port: MEMORY_PORT });
  const contender = { ...server, name: 'hot', path: HOT_PATH };
  await loadWithWrk(directory, contender, WARM_UP_SECONDS);
  const begun = performance.now();
  const windows: number[][] = [];
  const sampling = setInterval(() => {
    const window = Math.floor((performance.now() - begun) / (WINDOW_MINUTES * 60_000));
    void readRss(server.pid).then((rss) => (windows[window] ??= []).push(rss));
  }, SAMPLE_MS);
  const load = await loadWithWrk(directory, contender, minutes * 60);
  clearInterval(sampling);
  await server.stop();
  rmSync(directory, { recursive: true });
  const samples = windows.flat();
  const floors = windows.map((window) => Math.min(...window));
  return {
    minutes,
    requests_per_second: Math.round(load.requests / (minutes * 60)),
    rss_median_mib: median(samples),
    rss_max_mib: round(Math.max(...samples)),
    rss_floor_mib: median(floors),
    floor_growth_mib_per_minute: {
      first_half: fitGrowth(floors.slice(0, halfWindows)),
      second_half: fitGrowth(floors.slice(halfWindows, 2 * halfWindows)),
      whole: fitGrowth(floors.slice(0, 2 * halfWindows)),
    },
  };
}

/** The growth of the floors per minute by linear regression, with its standard error. */
function fitGrowth(floors: readonly number[]): { growth: number; error: number } {
  const middle = (floors.length - 1) / 2;
  const mean = floors.reduce((sum, floor) => sum + floor, 0) / floors.length;
  let product = 0;
  let square = 0;
  for (const [index, floor] of floors.entries()) {
    product += (index - middle) * (floor - mean);
    square += (index - middle) ** 2;
  }
  const slope = product / square;
  const residue = floors.reduce(
    (sum, floor, index) => sum + (floor - mean - slope * (index - middle)) ** 2,
    0,
  );
  const error = Math.sqrt(residue / (floors.length - 2) / square);
  return { growth: round(slope / WINDOW_MINUTES), error: round(error / WINDOW_MINUTES) };
}
