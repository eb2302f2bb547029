import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The kernel counts 100 clock ticks a second in `/proc/PID/stat`. */
const TICK_US = 10_000;

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return round(sorted[index]!);
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The memory of a process, in MiB. */
export async function readRss(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

/** The memory of a process and its children, in MiB; pages that they share count once. */
export function readTreeMemory(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const below = children.filter(Boolean).map((child) => readTreeMemory(Number(child)));
    return below.reduce((sum, one) => sum + one, Number(kilobytes) / 1024);
  } catch {
    // It has ended.
    return 0;
  }
}

/** The peak of memory of a process, in MiB. */
export function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024);
}

/** User and system time of a process, in microseconds, in steps of 10,000. */
export function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

export function createTempDir(): string {
  return mkdtempSync(join(tmpdir(), 'brisk-bench-'));
}

/** The command, bound to one core. */
export function onCore(core: number, command: readonly string[]): string[] {
  return Bun.which('taskset') === null ? [...command] : ['taskset', '-c', String(core), ...command];
}

/** Binds a process with all its threads to one core. */
export function pinToCore(pid: number, core: number): void {
  if (Bun.which('taskset') !== null) {
    Bun.spawnSync(['taskset', '-a', '-cp', String(core), String(pid)]);
  }
}

/** Polls until the answer has the status. Throws when the server ends first. */
export async function waitFor(
  url: string,
  server: Bun.Subprocess,
  everyMs = 1,
  status = 200,
): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => null);
    if (response?.status === status) return;
    await Bun.sleep(everyMs);
  }
  throw new Error(`the server ended with ${server.exitCode} before it answered`);
}

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** A repeatable generator: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks a rank from 0 to `count` - 1, approximately by Zipf's law: rank 0 is off by up to 10 %. */
export function pickRank(random: Random, count: number): number {
  return Math.min(count - 1, Math.floor(0.5 * (2 * count + 1) ** random() - 0.5));
}

/** Picks an item by Zipf's law, the first one most often. */
export function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[pickRank(random, items.length)]!;
}
