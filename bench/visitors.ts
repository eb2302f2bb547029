import { wakeSooner } from '../server/priority.ts';
import { createTempDir, median, percentile } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { type BenchSite, openBenchSite } from './site.ts';

/** Waiting times for redirects, in milliseconds. */
export interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly visits: number;
}

export interface Visitors extends Disposable {
  /** Waiting times of the visits that came after the last call. */
  read(): Promise<Waits>;
}

/** Starts a process that visits these links in turn, `rate` times a second. */
export function startVisitors(
  urls: readonly string[],
  rate: number,
  bind: (command: readonly string[]) => string[] = (command) => [...command],
): Visitors {
  let onTimes: (times: number[]) => void;
  const command = [process.execPath, import.meta.path, String(rate), ...urls];
  const visitors = Bun.spawn(bind(command), {
    ipc: (times: number[]) => onTimes(times),
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const ended = visitors.exited.then((code): never => {
    throw new Error(`the visitors ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    async read() {
      const received = new Promise<number[]>((resolve) => {
        onTimes = resolve;
        visitors.send('read');
      });
      const times = await Promise.race([received, ended]);
      return {
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        longest: percentile(times, 1),
        visits: times.length,
      };
    },
    [Symbol.dispose]: () => visitors.kill(),
  };
}

const TICK_MS = 1;

if (import.meta.main) visitForever(Number(process.argv[2]), process.argv.slice(3));

/**
 * Visits links in turn at a fixed rate, in visits a second, without waiting for answers. Each
 * message makes it send the milliseconds of all visits after the last message.
 */
function visitForever(rate: number, urls: readonly string[]): void {
  let times: number[] = [];
  async function visit(url: string, due: number): Promise<void> {
    const response = await fetch(url, { redirect: 'manual' });
    if (response.status !== 302) throw new Error(`HTTP ${response.status} from ${url}`);
    // Measured from the due time, so that a late client does not make the server look fast.
    times.push(performance.now() - due);
  }
  // Real visitors have other machines, so other processes here must not delay them.
  wakeSooner();
  const begun = performance.now();
  let sent = 0;
  setInterval(() => {
    const wanted = Math.floor(((performance.now() - begun) / 1000) * rate);
    while (sent < wanted) {
      sent += 1;
      void visit(urls[sent % urls.length]!, begun + (sent / rate) * 1000);
    }
  }, TICK_MS);
  process.on('message', () => {
    process.send?.(times);
    times = [];
  });
}

export const RUNS = 5;
export const RATE = 2000;
/** The length of one measurement. */
export const PHASE_MS = 5000;
const VISITED = 500;

/** A site for visitors; all processes share the cores. */
export async function openVisitedSite(
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  return openBenchSite(dataDir, { env, onOneCore: false });
}

/** Starts visitors and waits until the server has warmed up. */
export async function startVisits(site: BenchSite): Promise<Visitors> {
  const visitors = startVisitors(linkUrls(site.url, VISITED), RATE);
  await Bun.sleep(PHASE_MS);
  return visitors;
}

/** Waiting times of the visits within the next `ms`. */
export async function measureWaits(visitors: Visitors, ms = PHASE_MS): Promise<Waits> {
  await visitors.read();
  await Bun.sleep(ms);
  return visitors.read();
}

export function medianWaits(waits: readonly Waits[]): { p50: number; p99: number } {
  return { p50: median(waits.map(({ p50 }) => p50)), p99: median(waits.map(({ p99 }) => p99)) };
}

export async function repeat<Run>(runOnce: () => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce());
  return runs;
}
