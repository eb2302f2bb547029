import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createRandom,
  createTempDir,
  median,
  readCpu,
  readPeak,
  readRss,
  readTreeMemory,
  round,
} from './measure.ts';
import { openBenchSite, type BenchSite } from './site.ts';
import {
  measureWaits,
  medianWaits,
  openVisitedSite,
  PHASE_MS,
  RATE,
  repeat,
  RUNS,
  startVisits,
  type Waits,
} from './visitors.ts';

/** The time of an import, how long visitors wait beside it, and the growth of memory. */
export async function measureImport(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runOnce(file));
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    rows: IMPORT_ROWS,
    file_bytes: IMPORT_BYTES,
    runs: RUNS,
    seconds: middle(({ seconds }) => seconds),
    seconds_again: middle(({ secondsAgain }) => secondsAgain),
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_during_ms: medianWaits(runs.map(({ during }) => during)),
    rss_growth_mib: middle(({ rssGrowth }) => rssGrowth),
  };
}

interface Run {
  readonly seconds: number;
  readonly secondsAgain: number;
  readonly idle: Waits;
  readonly during: Waits;
  readonly rssGrowth: number;
}

async function runOnce(file: File): Promise<Run> {
  await using site = await openVisitedSite();
  const first = await importAmongVisitors(site, file);
  return { ...first, secondsAgain: await upload(site, file) };
}

async function importAmongVisitors(
  site: BenchSite,
  file: File,
): Promise<Omit<Run, 'secondsAgain'>> {
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const rss = await readRss(site.pid);
  const seconds = await upload(site, file);
  const during = await visitors.read();
  await Bun.sleep(PHASE_MS);
  return { seconds, idle, during, rssGrowth: (await readRss(site.pid)) - rss };
}

const CREATES = 20;

/** How long visitors wait beside 20 creates a second, and beside these and an import. */
export async function measureBeside(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runBeside(file));
  const summary = (pick: (run: BesideRun) => Waits) => ({
    ...medianWaits(runs.map(pick)),
    p99_to_idle: median(runs.map((run) => pick(run).p99 / run.idle.p99)),
  });
  return {
    runs: RUNS,
    redirects_per_second: RATE,
    creates_per_second: CREATES,
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_creates_ms: summary(({ creates }) => creates),
    redirect_creates_and_import_ms: summary(({ both }) => both),
    import_seconds: median(runs.map(({ seconds }) => seconds)),
  };
}

interface BesideRun {
  readonly idle: Waits;
  readonly creates: Waits;
  readonly both: Waits;
  readonly seconds: number;
}

async function runBeside(file: File): Promise<BesideRun> {
  await using site = await openVisitedSite();
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const creator = startCreating(site);
  const creates = await measureWaits(visitors);
  const seconds = await upload(site, file);
  const both = await visitors.read();
  await creator.stop();
  return { idle, creates, both, seconds };
}

/** Creates links at a steady rate, without waiting for the answers. */
function startCreating(site: BenchSite) {
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => calls.push(create(site, calls.length)), 1000 / CREATES);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(calls);
    },
  };
}

async function create(site: BenchSite, number: number): Promise<void> {
  const response = await site.call('POST', '/api/shorten_url', {
    long_url: `https://example.com/new/${number}`,
    title: 'New',
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`create: HTTP ${response.status}`);
}

const IMPORT_ROWS = 100_000;
/** The size limit of the page. White space fills the file up. */
const IMPORT_BYTES = 10 * 1024 * 1024;

/** An export of YOURLS by phpMyAdmin. `mark` makes the codes of several files differ. */
function createImportFile(mark = ''): File {
  const data = Array.from({ length: IMPORT_ROWS }, (_, number) => ({
    keyword: `${((number * 7919) % IMPORT_ROWS).toString(36)}-X${mark}`,
    url: `https://e${number % 500}.example/${number}`,
    timestamp: '2024-05-06 07:08:09',
    clicks: String(number % 10),
  }));
  const text = JSON.stringify([{ type: 'table', name: 'yourls_url', data }]);
  if (text.length > IMPORT_BYTES) throw new Error(`the file has ${text.length} bytes`);
  return new File([text.padEnd(IMPORT_BYTES)], 'yourls_url.json', { type: 'application/json' });
}

/** Imports the file through the API; resolves with the seconds. */
async function upload(site: BenchSite, file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  const begun = performance.now();
  const response = await site.send('/api/import', { method: 'POST', body });
  const { data } = (await response.json()) as { data: { imported: number; skipped: number } };
  const seconds = (performance.now() - begun) / 1000;
  if (data.imported + data.skipped !== IMPORT_ROWS) {
    throw new Error(`imported ${JSON.stringify(data)}`);
  }
  return seconds;
}

const VISITS = Number(process.env['BENCH_VISITS'] ?? 1_000_000);
const LINKS = 20_000;
const DAYS = 1000;
const LOOK_MS = 200;
const AGENTS = 2000;
const ROWS_AT_ONCE = 1000;

interface Step {
  readonly seconds: number;
  /** Of the process that does the work. */
  readonly cpu_seconds: number;
  readonly peak_mib: number;
}

/** A dump of YOURLS with visits: its check, its import, the first report, its undo. */
export async function measureVisits(): Promise<object> {
  const folder = createTempDir();
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const path = join(folder, 'yourls.sql');
  await pipeline(Readable.from(createDump()), createWriteStream(path));
  const file = Bun.file(path);
  await using site = await openBenchSite(createTempDir(), { onOneCore: false });
  const before = readTreeMemory(site.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, readTreeMemory(site.pid))), LOOK_MS);
  const job = await order(site, '/api/imports/upload', { file });
  const check = await follow(site, job, 'ready');
  await order(site, '/api/imports/start', { id: String(job) });
  const run = await follow(site, job, 'done');
  clearInterval(watch);
  const begun = performance.now();
  const response = await site.call('GET', '/api/stats/report?period=all&audience=all');
  const { data } = (await response.json()) as { data: { clicks: number } };
  const reportSeconds = round((performance.now() - begun) / 1000);
  if (data.clicks !== VISITS) throw new Error(`the report has ${data.clicks} clicks`);
  await order(site, '/api/imports/undo', { id: String(job) });
  const undo = await follow(site, job, 'undone');
  return {
    visits: VISITS,
    links: LINKS,
    days: DAYS,
    file_bytes: file.size,
    check,
    run,
    memory_growth_mib: round(most - before),
    report_seconds: reportSeconds,
    undo,
  };
}

/** Times rise, links follow Zipf's law. */
function* createDump(): Generator<string> {
  const random = createRandom(7);
  yield `-- MySQL dump 10.13
CREATE TABLE \`yourls_url\` (keyword varchar(100), url text, title text, timestamp datetime, ip text, clicks int);
CREATE TABLE \`yourls_log\` (click_id int, click_time datetime, shorturl varchar(100), referrer varchar(200), user_agent varchar(255), ip_address varchar(41), country_code char(2));
`;
  for (let first = 0; first < LINKS; first += ROWS_AT_ONCE) {
    const rows = Array.from(
      { length: ROWS_AT_ONCE },
      (_, at) =>
        `('k${first + at}','https://e.example/${first + at}','','2020-01-02 03:04:05','',3)`,
    );
    yield `INSERT INTO \`yourls_url\` VALUES ${rows.join(',')};\n`;
  }
  const start = Date.now() - (DAYS + 1) * 86_400_000;
  for (let first = 0; first < VISITS; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, at) => {
      const time = new Date(start + ((first + at) / VISITS) * DAYS * 86_400_000);
      const link = Math.floor(LINKS ** random()) - 1;
      const agent = Math.floor(AGENTS ** random());
      const referrer =
        random() < 0.5 ? 'direct' : `https://r${Math.floor(300 ** random())}.example/${link % 50}`;
      return `(${first + at},'${time.toISOString().slice(0, 19).replace('T', ' ')}','k${link}','${referrer}','Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (agent % 50)}.0.${agent}.0 Safari/537.36','192.0.2.${at % 250}','DE')`;
    });
    yield `INSERT INTO \`yourls_log\` VALUES ${rows.join(',')};\n`;
  }
}

async function order(
  site: BenchSite,
  path: string,
  fields: Record<string, string | Blob>,
): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await site.send(path, { method: 'POST', body });
  const { code, msg, data } = (await response.json()) as {
    code: number;
    msg: string;
    data: { id: number };
  };
  if (code !== 200) throw new Error(`${path}: ${msg}`);
  return data.id;
}

async function follow(site: BenchSite, id: number, state: string): Promise<Step> {
  const begun = performance.now();
  const most = { cpu: 0, peak: 0 };
  for (;;) {
    const { cpu, peak } = readWorker(site.pid);
    most.cpu = Math.max(most.cpu, cpu);
    most.peak = Math.max(most.peak, peak);
    const response = await site.call('GET', `/api/imports?id=${id}`);
    const { data } = (await response.json()) as { data: { state: string; error: unknown } };
    if (data.state === 'failed') throw new Error(JSON.stringify(data.error));
    if (data.state === state) break;
    await Bun.sleep(LOOK_MS);
  }
  return {
    seconds: round((performance.now() - begun) / 1000),
    cpu_seconds: round(most.cpu / 1e6),
    peak_mib: round(most.peak),
  };
}

interface Worker {
  readonly cpu: number;
  readonly peak: number;
}

/** The process that imports: its processor time in microseconds, and its peak in MiB. */
function readWorker(pid: number): Worker {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  for (const one of children.filter(Boolean).map(Number)) {
    try {
      const isWorker = readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('--job=');
      if (isWorker) return { cpu: readCpu(one), peak: readPeak(one) };
    } catch {
      // It has ended meanwhile.
    }
  }
  return { cpu: 0, peak: 0 };
}
