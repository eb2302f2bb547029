import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median, percentile, pinToCore, readCpu } from './measure.ts';

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
async function startProgram(site: BenchSite) {
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
