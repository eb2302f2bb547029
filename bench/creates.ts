import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median, percentile, pin, readCpu } from './measure.ts';

const CONNECTIONS = [1, 32] as const;
const ROUNDS = 7;
const ROUND_MS = 2000;
/** What one commit appends to the database's log, about, in bytes. */
const COMMIT_BYTES = 16 * 1024;
const SYNCS = 200;

interface Round {
  readonly perSecond: number;
  /** Time of the server's core for one link, in microseconds. */
  readonly cpu: number;
  /** How long each call took, in milliseconds. */
  readonly times: readonly number[];
}

/**
 * Links created through the API by a program with the API token, each durable before its answer:
 * how many a second over one connection and over 32, which take turns; and how many times a second
 * the disk can make an append durable. Server and load on a core each; medians.
 */
export async function measureCreates(): Promise<object> {
  const dataDir = createTempDir();
  await using site = await openBenchSite(dataDir);
  pin(process.pid, 1);
  const program = await startProgram(site);
  const rounds = CONNECTIONS.map(() => [] as Round[]);
  const syncs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, connections] of CONNECTIONS.entries()) {
      const measured = await program.createFor(ROUND_MS, connections);
      // The first round only warms up.
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

/** A program that creates links with a new API token, which it first asks for. */
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
    /** Throws unless the site has exactly the links that it said it has created. */
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

/** How many times a second a file can be made longer for good. */
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
