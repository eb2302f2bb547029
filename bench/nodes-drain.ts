import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { drainJournal } from '../server/clicks/drain.ts';
import {
  createOwner,
  createSegmentName,
  openJournalDirectory,
} from '../server/clicks/journal/segments.ts';
import { openPostgres } from '../server/engine/postgres/postgres.ts';
import { writeBacklog } from './clicks.ts';
import { median, onCore, readCpu } from './measure.ts';
import type { NodesPlace } from './nodes-site.ts';

const RUNS = 3;
const NODES = [1, 2] as const;

interface Backlog {
  readonly clicks: number;
  readonly links: number;
}
const HOT: Backlog = { clicks: 2_000_000, links: 4096 };
/** Every click is on another link, so each costs a row and its index entries. */
const SCATTERED: Backlog = { clicks: 200_000, links: 200_000 };

interface Run {
  readonly perSecond: number;
  /** Processor time for one click, in microseconds. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
}

/** How fast one node and two count existing journals. Throws when a count is wrong. */
export async function measureDrain(place: NodesPlace): Promise<object> {
  return { hot: await measure(place, HOT), scattered: await measure(place, SCATTERED) };
}

async function measure(place: NodesPlace, backlog: Backlog): Promise<object> {
  const journal = place.directory('journal');
  const bytes = writeBacklog(journal, backlog.clicks, backlog.links);
  const runs = NODES.map(() => [] as Run[]);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, nodes] of NODES.entries()) {
      runs[index]!.push(await drain(place, backlog, nodes));
    }
  }
  rmSync(journal, { recursive: true });
  const rows = NODES.map((nodes, index) => [
    `nodes_${nodes}`,
    {
      per_second: Math.round(median(runs[index]!.map(({ perSecond }) => perSecond))),
      node_cpu_us: median(runs[index]!.map(({ nodeCpu }) => nodeCpu)),
      database_cpu_us: median(runs[index]!.map(({ databaseCpu }) => databaseCpu)),
    },
  ]);
  return {
    clicks_of_each_node: backlog.clicks,
    links: backlog.links,
    bytes_per_click: Math.round(bytes / backlog.clicks),
    ...Object.fromEntries(rows),
  };
}

async function drain(place: NodesPlace, { clicks, links }: Backlog, nodes: number): Promise<Run> {
  const { database } = place;
  const dataDirs = Array.from({ length: nodes }, (_, node) => prepare(place, node));
  const drainers = await Promise.all(dataDirs.map((dataDir) => start(database.url, dataDir)));
  const before = await readClicks(place, links);
  const readNodes = () => drainers.reduce((sum, { pid }) => sum + readCpu(pid), 0);
  const [nodeBefore, databaseBefore] = [readNodes(), database.readCpu()];
  const begun = performance.now();
  const counted = await Promise.all(drainers.map((drainer) => drainer.drain()));
  const seconds = (performance.now() - begun) / 1000;
  const [nodeAfter, databaseAfter] = [readNodes(), database.readCpu()];
  for (const drainer of drainers) await drainer.stop();
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true });
  const all = nodes * clicks;
  const added = (await readClicks(place, links)).map((count, index) => count - before[index]!);
  const expected = (index: number) => nodes * Math.ceil((clicks - index) / links);
  const wrong = added.findIndex((count, index) => count !== expected(index));
  if (wrong !== -1 || counted.reduce((sum, count) => sum + count, 0) !== all) {
    throw new Error(`link ${wrong + 1}: ${added[wrong]} clicks, not ${expected(wrong)}`);
  }
  return {
    perSecond: all / seconds,
    nodeCpu: (nodeAfter - nodeBefore) / all,
    databaseCpu: (databaseAfter - databaseBefore) / all,
  };
}

/** Makes a data directory with a journal that the database has not seen. */
function prepare(place: NodesPlace, node: number): string {
  const dataDir = place.directory(`drain-${node}`);
  const clicks = openJournalDirectory(dataDir);
  const journal = place.directory('journal');
  for (const [index, name] of readdirSync(journal).sort().entries()) {
    // A drain deletes the segments that it has counted.
    copyFileSync(join(journal, name), join(clicks, createSegmentName(index, createOwner())));
  }
  return dataDir;
}

async function readClicks({ database }: NodesPlace, links: number): Promise<number[]> {
  const rows = await database.query<{ clicks: string }>(
    `select clicks from click_count where link_id <= ${links} order by link_id`,
  );
  return rows.map(({ clicks }) => Number(clicks));
}

interface Drainer {
  readonly pid: number;
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a drainer; resolves when it has opened the database. */
async function start(databaseUrl: string, dataDir: string): Promise<Drainer> {
  let onMessage: (message: unknown) => void;
  const nextMessage = () =>
    new Promise<unknown>((resolve) => {
      onMessage = resolve;
    });
  const ready = nextMessage();
  const command = [process.execPath, import.meta.path, databaseUrl, dataDir];
  const drainer = Bun.spawn(onCore(0, command), {
    ipc: (message) => onMessage(message),
    stdout: 2,
    stderr: 'inherit',
  });
  const ended = drainer.exited.then((code): never => {
    throw new Error(`the drain ended with ${code}`);
  });
  ended.catch(() => undefined);
  await Promise.race([ready, ended]);
  return {
    pid: drainer.pid,
    async drain() {
      const done = nextMessage();
      drainer.send('go');
      return Number(await Promise.race([done, ended]));
    },
    async stop() {
      drainer.kill('SIGTERM');
      await drainer.exited;
    },
  };
}

if (import.meta.main) await serveDrain(process.argv[2]!, process.argv[3]!);

/**
 * Counts a journal as a node does. It sends `ready`, starts at the first message and sends the
 * number of clicks.
 */
async function serveDrain(databaseUrl: string, dataDir: string): Promise<void> {
  const engine = await openPostgres({ databaseUrl, onError: console.error });
  const directory = openJournalDirectory(dataDir);

  process.on('message', () => {
    void drainJournal({ engine, directory, onError: console.error }).then(({ clicks }) =>
      process.send?.(clicks),
    );
  });
  process.send?.('ready');
}
