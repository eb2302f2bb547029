import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, onCore, readCpu, readRss, round } from './measure.ts';

/** Per answering process. */
const CONNECTIONS = 32;

export const HOT_CODES = 4096;
export const HOT_PATH = `"/s" .. (n * 7919 % ${HOT_CODES})`;

const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  Referer: 'https://news.example/some/article?page=1',
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Language': 'en-US,en;q=0.9',
};

export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Further processes that answer. */
  readonly workers?: readonly number[];
  /** Lua for the path of request number `n`. */
  readonly path: string;
  /** Further headers: name → Lua for the value. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether every answer must be a 404 instead of a redirect. */
  readonly isMissing?: boolean;
  /** The default is 32 per process. */
  readonly connections?: number;
  /** The cores that share the load; the default is the second core. */
  readonly loadCores?: readonly number[];
}

export interface Load {
  /** Processor time of the server for one request, in microseconds. */
  readonly cpu_us: number;
  /** Milliseconds; the longest of several loads. */
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly rss_mib: number;
  readonly requests: number;
}

/** Loads a server as hard as possible. Throws at an unexpected answer. */
export async function loadWithWrk(
  directory: string,
  contender: Contender,
  seconds: number,
): Promise<Load> {
  const script = join(directory, `${contender.name}.lua`);
  writeFileSync(script, scriptOf(contender));
  const pids = [contender.pid, ...(contender.workers ?? [])];
  const readAll = (): number => pids.reduce((sum, pid) => sum + readCpu(pid), 0);
  const before = readAll();
  const { connections = CONNECTIONS * pids.length, loadCores = [1] } = contender;
  const options = [`-c${connections / loadCores.length}`, `-d${seconds}`, '--latency'];
  const command = ['wrk', '-t1', ...options, '-s', script, `http://127.0.0.1:${contender.port}`];
  const reports = await Promise.all(
    loadCores.map((core) => new Response(Bun.spawn(onCore(core, command)).stdout).text()),
  );
  const cpu = readAll() - before;
  let requests = 0;
  for (const report of reports) {
    const answers = Number(/(\d+) requests in/.exec(report)?.[1]);
    const isExpected = contender.isMissing ? /All 404/.test(report) : !/Non-2xx/.test(report);
    if (!isExpected || !(answers > 0)) throw new Error(`${contender.name}: ${report}`);
    requests += answers;
  }
  const latency = (percentile: string) =>
    Math.max(...reports.map((report) => readLatency(report, percentile)));
  return {
    cpu_us: cpu / requests,
    p50_ms: latency('50%'),
    p99_ms: latency('99%'),
    rss_mib: await readRss(contender.pid),
    requests,
  };
}

function scriptOf({ path, headers = {}, isMissing = false }: Contender): string {
  const fixed = Object.entries(BROWSER_HEADERS).map(([name, value]) => [name, `"${value}"`]);
  const lines = [...fixed, ...Object.entries(headers)].map(
    ([name, value]) => `    ["${name}"] = ${value},`,
  );
  // Without a new seed each round would send the same requests.
  const seed = Math.floor(Math.random() * 2 ** 31);
  return `math.randomseed(${seed})
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", ${path}, {
${lines.join('\n')}
  })
end
${isMissing ? ALL_MISSING : ''}`;
}

/** Checking each status costs wrk more than the requests. */
const ALL_MISSING = `
others = 0
response = function(status) if status ~= 404 then others = others + 1 end end
local threads = {}
setup = function(thread) table.insert(threads, thread) end
done = function()
  for _, thread in ipairs(threads) do
    if thread:get("others") == 0 then print("All 404") end
  end
end
`;

function readLatency(report: string, percentile: string): number {
  const [, value, unit] = new RegExp(`${percentile} +([\\d.]+)(us|ms|s)`).exec(report)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}

const ROUNDS = 7;
const ROUND_SECONDS = 2;

/** The rounds by contender. The first round is a warm-up. */
type Rounds = Readonly<Record<string, readonly Load[]>>;
export type Summary = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Loads the contenders in turn, so that a slow moment of the machine affects all of them. */
export async function takeTurns(
  directory: string,
  contenders: readonly Contender[],
): Promise<Rounds> {
  const rounds: Record<string, Load[]> = {};
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const contender of contenders) {
      (rounds[contender.name] ??= []).push(await loadWithWrk(directory, contender, ROUND_SECONDS));
    }
  }
  return rounds;
}

/** The medians of each contender, and its processor time as a ratio to that of `base`. */
export function summarize(rounds: Rounds, base: string): Summary {
  const measured = (name: string) => rounds[name]!.slice(1);
  const cpuOf = (name: string) => measured(name).map((load) => load.cpu_us);
  const rows = Object.keys(rounds).map((name) => {
    const row = {
      cpu_us: median(cpuOf(name)),
      p50_ms: median(measured(name).map((load) => load.p50_ms)),
      p99_ms: median(measured(name).map((load) => load.p99_ms)),
      // The median of the ratios within each round.
      [`cpu_to_${base}`]: median(cpuOf(name).map((cpu, turn) => cpu / cpuOf(base)[turn]!)),
    };
    return [name, row] as const;
  });
  return Object.fromEntries(rows);
}

/** Adds the peak of memory, and the processor time of one request with its count (`whole`). */
export async function measureUntilStopped(
  directory: string,
  contenders: readonly (Contender & { stop(): Promise<number> })[],
  base: string,
): Promise<Summary> {
  const begun = contenders.map(({ pid }) => readCpu(pid));
  const rounds = await takeTurns(directory, contenders);
  const whole: Record<string, number> = {};
  for (const [index, contender] of contenders.entries()) {
    const { name } = contender;
    const requests = rounds[name]!.reduce((sum, load) => sum + load.requests, 0);
    whole[name] = ((await contender.stop()) - begun[index]!) / requests;
  }
  const rows = Object.entries(summarize(rounds, base)).map(([name, row]) => [
    name,
    {
      ...row,
      whole_cpu_us: round(whole[name]!),
      [`whole_cpu_to_${base}`]: round(whole[name]! / whole[base]!),
      rss_mib: round(Math.max(...rounds[name]!.map((load) => load.rss_mib))),
    },
  ]);
  return Object.fromEntries(rows) as Summary;
}
