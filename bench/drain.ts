import { readFileSync, rmSync } from 'node:fs';
import { BackgroundProcess } from '../server/background/background-process.ts';
import { openJournalDirectory } from '../server/clicks/segments.ts';
import { COMMAND } from '../server/own-command.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { createTempDir, median, readCpu, round } from './measure.ts';
import { seedMany } from './seed-many.ts';
import { StatsJournal } from './stats-journal.ts';

const LINKS = 4096;
const CLICKS = 1_000_000;
const DAY_MS = 86_400_000;
const RUNS = 3;

/**
 * How fast the process beside the server counts the clicks of one day that wait in the journal, with
 * their statistics, on SQLite; what that takes of the processor for one click, and of memory at most.
 */
export async function measureDrain(): Promise<object> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await drainOnce());
  return {
    links: LINKS,
    clicks: runs[0]!.clicks,
    clicks_per_second: Math.round(median(runs.map((run) => run.perSecond))),
    cpu_us_per_click: median(runs.map((run) => run.cpu)),
    memory_mib_at_most: median(runs.map((run) => run.memory)),
  };
}

async function drainOnce() {
  const dataDir = createTempDir();
  await seedMany(dataDir, LINKS);
  const journal = new StatsJournal({ links: LINKS, clicks: CLICKS, days: 1 });
  const yesterday = Math.floor(Date.now() / DAY_MS) - 1;
  journal.writeDay(openJournalDirectory(dataDir), yesterday, 24);
  const background = new BackgroundProcess({
    command: COMMAND,
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    assertAvailable: () => Promise.resolve(),
    onCounted: () => undefined,
    onDeath: console.error,
  });
  await background.work.begin();
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

/** The most memory that a process has had, in MiB. */
function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024);
}
