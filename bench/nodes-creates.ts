import { openBenchSite, type BenchSite } from './bench-site.ts';
import { median, percentile, pinToCore, readCpu } from './measure.ts';
import type { NodesPlace } from './nodes-place.ts';

const FIRST_PORT = 29_206;
const CONNECTIONS = 32;
const ROUNDS = 7;
const ROUND_MS = 2000;

interface Round {
  readonly perSecond: number;
  /** Processor time for one link, in microseconds. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  readonly times: readonly number[];
}

/** Links created on one node and on two in turn. Throws when an acknowledged link is lost. */
export async function measureNodeCreates(place: NodesPlace): Promise<object> {
  await using one = await openNode(place, 0);
  await using two = await openNode(place, 1);
  pinToCore(process.pid, 1);
  const rounds: Record<'nodes_1' | 'nodes_2', Round[]> = { nodes_1: [], nodes_2: [] };
  let created = await place.database.number('select count(*) from link');
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, nodes] of Object.entries({ nodes_1: [one], nodes_2: [one, two] })) {
      const measured = await createFor(place, nodes);
      created += measured.times.length;
      // The first round is a warm-up.
      if (round > 0) rounds[name as keyof typeof rounds].push(measured);
    }
  }
  const there = await place.database.number('select count(*) from link');
  if (there !== created) throw new Error(`${created} links were created, ${there} are there`);
  const rows = Object.entries(rounds).map(([name, measured]) => [
    name,
    {
      per_second: Math.round(median(measured.map(({ perSecond }) => perSecond))),
      node_cpu_us: Math.round(median(measured.map(({ nodeCpu }) => nodeCpu))),
      database_cpu_us: Math.round(median(measured.map(({ databaseCpu }) => databaseCpu))),
      p50_ms: median(measured.flatMap(({ times }) => times)),
      p99_ms: percentile(
        measured.flatMap(({ times }) => times),
        0.99,
      ),
    },
  ]);
  return { connections: CONNECTIONS, ...Object.fromEntries(rows) };
}

function openNode(place: NodesPlace, node: number): Promise<BenchSite> {
  const dataDir = place.directory(`creates-${node}`);
  return openBenchSite(dataDir, { port: FIRST_PORT + node, env: place.env });
}

async function createFor({ database }: NodesPlace, nodes: readonly BenchSite[]): Promise<Round> {
  const times: number[] = [];
  const readNodes = () => nodes.reduce((sum, { pid }) => sum + readCpu(pid), 0);
  const [nodeBefore, databaseBefore] = [readNodes(), database.readCpu()];
  const begun = performance.now();
  const callers = Array.from({ length: CONNECTIONS }, async (_, caller) => {
    const node = nodes[caller % nodes.length]!;
    for (let now = performance.now(); now < begun + ROUND_MS;) {
      const link = { long_url: `https://example.com/${now}/${caller}`, title: 'New' };
      await check(await node.call('POST', '/api/shorten_url', link));
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  });
  await Promise.all(callers);
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    nodeCpu: (readNodes() - nodeBefore) / times.length,
    databaseCpu: (database.readCpu() - databaseBefore) / times.length,
    times,
  };
}

async function check(response: Response): Promise<void> {
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code !== 200) throw new Error(`${response.url}: ${code} ${msg}`);
}
