import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { startProgram } from './calls.ts';
import { drainOnce } from './clicks.ts';
import { createTempDir, median, pinToCore, readRss, round } from './measure.ts';
import { codeInLua, FIRST_CODE, seedMany } from './seed.ts';
import { type BenchSite, openBenchSite, startBrisk, startRedirectServer } from './site.ts';
import { HOT_CODES, loadWithWrk } from './wrk.ts';

const SIZES = (process.env['LINKS'] ?? '10000,1000000,10000000').split(',').map(Number);
const PORT = 29_400;
const WARM_UP_SECONDS = 2;
const LOAD_SECONDS = 8;
const CALLS = 20;
const CREATE_MS = 2000;
const CREATE_ROUNDS = 5;
const CONNECTIONS = 32;

/** What one machine with SQLite takes, for each number of links. Server and load have a core each. */
export async function measureScale(): Promise<object> {
  await installSystemPackages('wrk');
  const results: Record<string, object> = {};
  for (const links of SIZES) results[`links_${links}`] = await measureAt(links);
  return results;
}

async function measureAt(links: number): Promise<object> {
  const dataDir = createTempDir();
  await seedMany(dataDir, links);
  const bytes = readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).size);
  const redirects = await measureRedirects(dataDir, links);
  const begun = performance.now();
  await (await startBrisk(dataDir, { port: PORT })).stop();
  const startAndStop = performance.now() - begun;
  await using site = await openBenchSite(dataDir, { port: PORT });
  pinToCore(process.pid, 1);
  const { perSecond, cpu, memory } = await drainOnce(links);
  return {
    bytes_a_link: Math.round(bytes.reduce((sum, size) => sum + size, 0) / links),
    start_and_stop_ms: Math.round(startAndStop),
    ...redirects,
    list_first_page_ms: await timeList(site, 1),
    list_middle_page_ms: await timeList(site, links / 20),
    creates_per_second: await measureCreates(site),
    server_mib: Math.round(await readRss(site.pid)),
    clicks_counted_per_second: Math.round(perSecond),
    count_cpu_us: round(cpu),
    count_mib: Math.round(memory),
  };
}

/** Any link with equal chance, beside a few thousand hot ones. Discards the clicks. */
async function measureRedirects(dataDir: string, links: number): Promise<object> {
  const server = await startRedirectServer(dataDir, PORT, FIRST_CODE, 'journalled');
  const load = async (name: string, path: string) => {
    const contender = { ...server, name, path };
    await loadWithWrk(dataDir, contender, WARM_UP_SECONDS);
    const { requests, cpu_us, p99_ms } = await loadWithWrk(dataDir, contender, LOAD_SECONDS);
    return { per_second: Math.round(requests / LOAD_SECONDS), cpu_us: round(cpu_us), p99_ms };
  };
  const hot = await load('hot', `"/" .. ${codeInLua(`(n * 7919 % ${HOT_CODES})`)}`);
  const any = await load('any', `"/" .. ${codeInLua(`math.random(0, ${links - 1})`)}`);
  await server.stop();
  rmSync(openJournalDirectory(dataDir), { recursive: true });
  return { hot_redirects: hot, any_redirects: any };
}

async function timeList(site: BenchSite, page: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 2 * CALLS; call += 1) {
    const begun = performance.now();
    const response = await site.call('GET', `/api/urls?page=${page}&limit=10`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`list: HTTP ${response.status}`);
    if (call >= CALLS) times.push(performance.now() - begun);
  }
  return median(times);
}

async function measureCreates(site: BenchSite): Promise<number> {
  const program = await startProgram(site);
  const rounds: number[] = [];
  for (let turn = 0; turn <= CREATE_ROUNDS; turn += 1) {
    const { perSecond } = await program.createFor(CREATE_MS, CONNECTIONS);
    if (turn > 0) rounds.push(perSecond);
  }
  return Math.round(median(rounds));
}
