import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The middle value; rounds to three decimals. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]! * 1000) / 1000;
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

/** Asks until the answer is 200; throws when the server ends before. */
export async function waitFor(url: string, server: Bun.Subprocess, everyMs = 1): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return;
    await Bun.sleep(everyMs);
  }
  throw new Error(`the server ended with ${server.exitCode} before it answered`);
}
