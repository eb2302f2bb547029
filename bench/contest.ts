import { median, readCpu, round } from './measure.ts';
import { loadWithWrk, type Contender, type Load } from './wrk.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 2;

/** The rounds by contender. The first round is a warm-up. */
export type Rounds = Readonly<Record<string, readonly Load[]>>;
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
