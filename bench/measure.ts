import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Clock ticks of `/proc/PID/stat`, of which a second has a hundred. */
const TICK_US = 10_000;

/** The middle value; rounds to three decimals. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which this share of the values lies; rounds to three decimals. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return round(sorted[index]!);
}

/** Three decimals are enough. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The memory of a process, in MiB. */
export async function readRss(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

/** The most memory that a process has had, in MiB. */
export function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024);
}

/** User and system time of a process so far, in microseconds; it moves in steps of 10,000. */
export function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

export function createTempDir(): string {
  return mkdtempSync(join(tmpdir(), 'brisk-bench-'));
}

/** A command on one core, so that server and load do not share one. */
export function pinned(core: number, command: readonly string[]): string[] {
  return Bun.which('taskset') === null ? [...command] : ['taskset', '-c', String(core), ...command];
}

/** Keeps a process, with all its threads, on one core from now on. */
export function pin(pid: number, core: number): void {
  if (Bun.which('taskset') !== null) {
    Bun.spawnSync(['taskset', '-a', '-cp', String(core), String(pid)]);
  }
}

/** Asks until the answer has the status; throws when the server ends before. */
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
