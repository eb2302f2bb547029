import { Database } from 'bun:sqlite';
import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BackgroundProcess } from '../server/background/background-process.ts';
import { encodeClick } from '../server/clicks/journal/click.ts';
import { RECORD_MAX } from '../server/clicks/journal/record.ts';
import {
  createOwner,
  createSegmentName,
  openJournalDirectory,
} from '../server/clicks/journal/segments.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { COMMAND } from '../server/own-command.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { createTempDir, median, onCore, readCpu, readPeak, readRss, waitFor } from './measure.ts';
import { linkUrls, seedMany, seedNumbered } from './seed.ts';
import { spawnBrisk, startBrisk } from './site.ts';
import { StatsJournal } from './stats-clicks.ts';
import { startVisitors, type Waits } from './visitors.ts';

const DRAINED_LINKS = 4096;
const DRAINED_CLICKS = 1_000_000;
const DAY_MS = 86_400_000;
const DRAIN_RUNS = 3;

/** The speed, processor time and peak of memory of the process that counts clicks. */
export async function measureDrain(): Promise<object> {
  const runs = [];
  for (let run = 0; run < DRAIN_RUNS; run += 1) runs.push(await drainOnce(DRAINED_LINKS));
  return {
    links: DRAINED_LINKS,
    clicks: runs[0]!.clicks,
    clicks_per_second: Math.round(median(runs.map((run) => run.perSecond))),
    cpu_us_per_click: median(runs.map((run) => run.cpu)),
    memory_mib_at_most: median(runs.map((run) => run.memory)),
  };
}

export async function drainOnce(links: number) {
  const dataDir = createTempDir();
  await seedMany(dataDir, links);
  const journal = new StatsJournal({ links, clicks: DRAINED_CLICKS, days: 1 });
  const yesterday = Math.floor(Date.now() / DAY_MS) - 1;
  journal.writeDay(openJournalDirectory(dataDir), yesterday, 24);
  const background = new BackgroundProcess({
    command: COMMAND,
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    assertAvailable: () => Promise.resolve(),
    onCounted: () => undefined,
    onDeath: console.error,
    onCrash: () => undefined,
  });
  await background.work.prepare();
  const pid = childrenOf(process.pid, 'background')[0]!;
  const cpu = readCpu(pid);
  const begun = performance.now();
  const { clicks } = await background.work.count(true, new Set());
  const perSecond = (clicks * 1000) / (performance.now() - begun);
  const result = { clicks, perSecond, cpu: (readCpu(pid) - cpu) / clicks, memory: readPeak(pid) };
  await background.close();
  rmSync(dataDir, { recursive: true });
  return result;
}

const RECOVERY_RUNS = 3;
const BACKLOG_CLICKS = 10_000_000;
/** These links have pending clicks; the visitors use other links. */
const BACKLOG_LINKS = 4096;
const VISITED = 500;
const RATE = 500;
const IDLE_MS = 5000;
const PORT = 29_110;

/** The start of a killed server with ten million pending clicks. Throws at a wrong count. */
export async function measureRecovery(): Promise<object> {
  const directory = createTempDir();
  const journal = join(directory, 'journal');
  const bytes = writeBacklog(journal, BACKLOG_CLICKS, BACKLOG_LINKS);
  const runs: Run[] = [];
  for (let run = 0; run < RECOVERY_RUNS; run += 1) {
    const dataDir = join(directory, `run-${run}`);
    await prepare(dataDir, journal);
    runs.push(await recover(dataDir));
    rmSync(dataDir, { recursive: true });
  }
  rmSync(directory, { recursive: true });
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  const wait = (pick: (run: Run) => Waits) => ({
    p50: middle((run) => pick(run).p50),
    p99: middle((run) => pick(run).p99),
    longest: middle((run) => pick(run).longest),
  });
  return {
    clicks: BACKLOG_CLICKS,
    links: BACKLOG_LINKS,
    journal_mib: Math.round(bytes / 2 ** 20),
    runs: RECOVERY_RUNS,
    first_redirect_s: middle(({ firstRedirect }) => firstRedirect),
    all_counted_s: middle(({ allCounted }) => allCounted),
    counted: middle(({ counted }) => counted),
    redirect_during_ms: wait(({ during }) => during),
    redirect_after_ms: wait(({ after }) => after),
    rss_mib: middle(({ rss }) => rss),
  };
}

async function prepare(dataDir: string, journal: string): Promise<void> {
  await seedNumbered(dataDir, BACKLOG_LINKS + VISITED);
  const killed = await startBrisk(dataDir, { port: PORT });
  killed.process.kill('SIGKILL');
  await killed.process.exited;
  const clicks = join(dataDir, 'clicks');
  mkdirSync(clicks, { recursive: true });
  // Hard links suffice: a drain reads segments and removes only their names.
  for (const name of readdirSync(journal)) linkSync(join(journal, name), join(clicks, name));
}

interface Run {
  readonly firstRedirect: number;
  readonly allCounted: number;
  readonly counted: number;
  readonly during: Waits;
  readonly after: Waits;
  readonly rss: number;
}

async function recover(dataDir: string): Promise<Run> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  await using server = spawnBrisk(dataDir, { port: PORT });
  await waitFor(`${server.url}/s${BACKLOG_LINKS}`, server.process, 5, 302);
  const firstRedirect = seconds();
  using visitors = startVisitors(linkUrls(server.url, VISITED, BACKLOG_LINKS), RATE, (command) =>
    onCore(1, command),
  );
  await waitFor(`${server.url}/healthz`, server.process, 20);
  const allCounted = seconds();
  const counted = readCounted(dataDir);
  const during = await visitors.read();
  const rss = await readRss(server.pid);
  await Bun.sleep(IDLE_MS);
  return { firstRedirect, allCounted, counted, during, after: await visitors.read(), rss };
}

/** The sum of all counts. Throws when the count of a link is wrong. */
function readCounted(dataDir: string): number {
  using database = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  const counts = database
    .query<{ clicks: number }, [number]>(
      'select clicks from click_count where link_id <= ? order by link_id',
    )
    .all(BACKLOG_LINKS);
  const written = (index: number) => Math.ceil((BACKLOG_CLICKS - index) / BACKLOG_LINKS);
  const wrong = counts.findIndex(({ clicks }, index) => clicks !== written(index));
  if (wrong !== -1) {
    throw new Error(`link ${wrong + 1}: ${counts[wrong]!.clicks}, not ${written(wrong)}`);
  }
  return counts.reduce((sum, { clicks }) => sum + clicks, 0);
}

/** Size at which the journal begins another segment. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** Unix milliseconds. */
const FIRST_TIME = 1_790_000_000_000;

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 20_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0',
];
const referrers = [
  null,
  'https://news.example/some/article?page=1',
  'https://social.example/',
  'https://www.search.example/',
];
const languages = ['en-US,en;q=0.9', 'zh-CN,zh;q=0.9,en;q=0.8', 'de-DE,de;q=0.9,en-US;q=0.8'];

/** Writes a journal of clicks on the links 1 to `links` in turn; returns its bytes. */
export function writeBacklog(directory: string, clicks: number, links: number): number {
  mkdirSync(directory, { recursive: true });
  const owner = createOwner();
  const buffer = Buffer.allocUnsafe(SEGMENT_BYTES + RECORD_MAX);
  let bytes = 0;
  let end = 0;
  for (let click = 0; click < clicks; click += 1) {
    const time = FIRST_TIME + Math.floor(click / 20);
    end += encodeClick(buffer.subarray(end), {
      linkId: (click % links) + 1,
      time,
      address: `198.51.${click & 255}.7`,
      // The divisors have no common factor, so that every combination occurs.
      referrer: referrers[Math.floor(click / 3) % referrers.length]!,
      userAgent: userAgents[Math.floor(click / 5) % userAgents.length]!,
      language: languages[Math.floor(click / 7) % languages.length]!,
    });
    if (end < SEGMENT_BYTES && click + 1 < clicks) continue;
    writeFileSync(join(directory, createSegmentName(time, owner)), buffer.subarray(0, end));
    bytes += end;
    end = 0;
  }
  return bytes;
}

const RECORD_BYTES = 180;
const ROUNDS = 9;
const PER_ROUND = 200_000;

const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ 0x82f6_3b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let value = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    value = table[(value ^ bytes[index]!) & 255]! ^ (value >>> 8);
  }
  return ~value >>> 0;
}

/** Nanoseconds for a record of 180 bytes: the runtime's CRC-32, and CRC-32C above. */
export async function measureChecksum(): Promise<object> {
  const record = Uint8Array.from({ length: RECORD_BYTES }, (_, index) => (index * 7) & 255);
  const times = { crc32: [] as number[], crc32c: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.crc32.push(time(() => crc32(record)));
    times.crc32c.push(time(() => crc32c(record)));
  }
  return { crc32_ns: median(times.crc32), crc32c_ns: median(times.crc32c) };
}

function time(checksum: () => number): number {
  const begun = Bun.nanoseconds();
  for (let call = 0; call < PER_ROUND; call += 1) checksum();
  return (Bun.nanoseconds() - begun) / PER_ROUND;
}
