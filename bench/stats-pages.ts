import { childrenOf } from '../tests/journeys/test-process.ts';
import type { BenchSite } from './bench-site.ts';
import { median, readCpu, round } from './measure.ts';
import { timeCalls, type StatsCalls } from './stats-calls.ts';

const FRESH_ROUNDS = 3;
const ROUNDS = 9;
/** A tiny request: after its answer the background process runs and has the newest clicks. */
const BEGIN = ['/api/stats/lines?ids=1'];

/** Milliseconds of each page, by a new process, a warm one, and without a process. */
export async function measurePages(site: BenchSite, calls: StatsCalls): Promise<object> {
  const first: Record<string, number[]> = {};
  const firstCpu: Record<string, number[]> = {};
  const again: Record<string, number[]> = {};
  const standstill: number[] = [];
  for (let turn = 0; turn < FRESH_ROUNDS; turn += 1) {
    for (const [name, paths] of Object.entries(calls)) {
      await endBackgroundProcess(site);
      await timeCalls(site, BEGIN);
      const pid = findBackgroundProcess(site);
      const cpu = readCpu(pid);
      (first[name] ??= []).push(await timeCalls(site, paths));
      (firstCpu[name] ??= []).push((readCpu(pid) - cpu) / 1000);
    }
    await endBackgroundProcess(site);
    standstill.push(await timeCalls(site, Object.values(calls)[0]!));
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, paths] of Object.entries(calls)) {
      (again[name] ??= []).push(await timeCalls(site, paths));
    }
  }
  return {
    from_standstill_ms: median(standstill),
    pages: Object.fromEntries(
      Object.keys(calls).map((name) => [
        name,
        {
          first_ms: median(first[name]!),
          first_cpu_ms: median(firstCpu[name]!),
          again_ms: median(again[name]!),
          again_least_ms: round(Math.min(...again[name]!)),
        },
      ]),
    ),
  };
}

export function findBackgroundProcess(site: BenchSite): number {
  return childrenOf(site.pid, 'background')[0]!;
}

async function endBackgroundProcess(site: BenchSite): Promise<void> {
  for (const pid of childrenOf(site.pid, 'background')) process.kill(pid, 'SIGKILL');
  while (childrenOf(site.pid, 'background').length > 0) await Bun.sleep(1);
}
