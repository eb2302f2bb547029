import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Longer than the default, so that others can interrupt. */
const LONG_SLICE_MS = 6;
/** Linux's minimum; the default is 1 to 3 ms. */
const SHORT_SLICE_MS = 0.1;

/** The system call's number: the C library has no function for it. */
const SCHED_SETATTR: Partial<Record<string, number>> = { x64: 314, arm64: 274 };
const SCHED_OTHER = 0;
/** Child threads and processes do not inherit the setting. */
const RESET_ON_FORK = 0x01n;

/**
 * Gives others the processor first. From Linux 6.12 on, threads with shorter slices interrupt these
 * at once; niceness alone does not do that. `nice` is from 1 to 19.
 */
export function lowerPriority(nice: number): void {
  const threads = listThreads();
  for (const thread of threads) {
    try {
      setPriority(thread, nice);
    } catch {
      // The thread has ended meanwhile.
    }
  }
  setSlices(threads, nice, LONG_SLICE_MS);
}

/**
 * Wakes sooner but gets no more time. From Linux 6.12 on, a short slice interrupts threads with
 * default slices, even this process's compiler. Keeps a raised priority.
 */
export function wakeSooner(): void {
  const nice = getPriority();
  if (nice < 0) return;
  setSlices([process.pid], nice, SHORT_SLICE_MS, RESET_ON_FORK);
}

/** Does nothing on other systems, or when an operator has chosen another scheduler. */
function setSlices(threads: readonly number[], nice: number, sliceMs: number, flags = 0n): void {
  const number = process.platform === 'linux' ? SCHED_SETATTR[process.arch] : undefined;
  if (number === undefined) return;
  // `struct sched_attr` of sched_setattr(2).
  const attributes = new DataView(new ArrayBuffer(48));
  attributes.setUint32(0, attributes.byteLength, true);
  attributes.setUint32(4, SCHED_OTHER, true);
  attributes.setBigUint64(8, flags, true);
  attributes.setInt32(16, nice, true);
  attributes.setBigUint64(24, BigInt(sliceMs * 1_000_000), true);
  try {
    const { symbols } = dlopen('libc.so.6', {
      sched_getscheduler: { args: ['i32'], returns: 'i32' },
      syscall: { args: ['i64', 'i64', 'ptr', 'u64'], returns: 'i64' },
    });
    for (const thread of threads) {
      if (symbols.sched_getscheduler(thread) !== SCHED_OTHER) continue;
      symbols.syscall(number, thread, ptr(attributes), 0);
    }
  } catch {
    // This system has another C library.
  }
}

function listThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
}
