import { rmSync } from 'node:fs';
import { BackgroundProcess } from '../server/background/background-process.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { COMMAND } from '../server/own-command.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { createTempDir, median, readCpu, readPeak } from './measure.ts';
import { seedMany } from './seed-many.ts';
import { StatsJournal } from './stats-journal.ts';

const LINKS = 4096;
const CLICKS = 1_000_000;
const DAY_MS = 86_400_000;
const RUNS = 3;

/** The speed, processor time and peak of memory of the process that counts clicks. */
export async function measureDrain(): Promise<object> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await drainOnce(LINKS));
  return {
    links: LINKS,
    clicks: runs[0]!.clicks,
    clicks_per_second: Math.round(median(runs.map((run) => run.perSecond))),
    cpu_us_per_click: median(runs.map((run) => run.cpu)),
    memory_mib_at_most: median(runs.map((run) => run.memory)),
  };
}

export async function drainOnce(links: number) {
  const dataDir = createTempDir();
  await seedMany(dataDir, links);
  const journal = new StatsJournal({ links, clicks: CLICKS, days: 1 });
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
