import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The middle value; rounds to three decimals. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which this share of the values lies; rounds to three decimals. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round(sorted[index]! * 1000) / 1000;
}

/** The memory of a process, in MiB. */
export async function readRss(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

export function createTempDir(): string {
  return mkdtempSync(join(tmpdir(), 'brisk-bench-'));
}

/** A command on one core, so that server and load do not share one. */
export function pinned(core: number, command: readonly string[]): string[] {
  return Bun.which('taskset') === null ? [...command] : ['taskset', '-c', String(core), ...command];
}

/** Keeps this process on one core. */
export function pinSelf(core: number): void {
  if (Bun.which('taskset') !== null) {
    Bun.spawnSync(['taskset', '-cp', String(core), String(process.pid)]);
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
