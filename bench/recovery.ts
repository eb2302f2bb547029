import { Database } from 'bun:sqlite';
import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { writeBacklog } from './backlog.ts';
import { spawnBrisk, startBrisk } from './brisk.ts';
import { createTempDir, median, onCore, readRss, waitFor } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Waits } from './visitors.ts';

const RUNS = 3;
const CLICKS = 10_000_000;
/** These links have pending clicks; the visitors use other links. */
const LINKS = 4096;
const VISITED = 500;
const RATE = 500;
const IDLE_MS = 5000;
const PORT = 29_110;

/** The start of a killed server with ten million pending clicks. Throws at a wrong count. */
export async function measureRecovery(): Promise<object> {
  const directory = createTempDir();
  const journal = join(directory, 'journal');
  const bytes = writeBacklog(journal, CLICKS, LINKS);
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) {
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
    clicks: CLICKS,
    links: LINKS,
    journal_mib: Math.round(bytes / 2 ** 20),
    runs: RUNS,
    first_redirect_s: middle(({ firstRedirect }) => firstRedirect),
    all_counted_s: middle(({ allCounted }) => allCounted),
    counted: middle(({ counted }) => counted),
    redirect_during_ms: wait(({ during }) => during),
    redirect_after_ms: wait(({ after }) => after),
    rss_mib: middle(({ rss }) => rss),
  };
}

async function prepare(dataDir: string, journal: string): Promise<void> {
  await seedNumbered(dataDir, LINKS + VISITED);
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
  await waitFor(`${server.url}/s${LINKS}`, server.process, 5, 302);
  const firstRedirect = seconds();
  using visitors = startVisitors(linkUrls(server.url, VISITED, LINKS), RATE, (command) =>
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
    .all(LINKS);
  const written = (index: number) => Math.ceil((CLICKS - index) / LINKS);
  const wrong = counts.findIndex(({ clicks }, index) => clicks !== written(index));
  if (wrong !== -1) {
    throw new Error(`link ${wrong + 1}: ${counts[wrong]!.clicks}, not ${written(wrong)}`);
  }
  return counts.reduce((sum, { clicks }) => sum + clicks, 0);
}
