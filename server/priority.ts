import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How long a process works in one go as long as nobody else wakes up, in milliseconds. */
const LONG_SLICE_MS = 6;
/** The shortest slice that Linux gives, in milliseconds; usual are one to three. */
const SHORT_SLICE_MS = 0.1;

/** The number of `sched_setattr`, for which the C library has no name. */
const SCHED_SETATTR: Partial<Record<string, number>> = { x64: 314, arm64: 274 };
/** The scheduler of a thread for which no operator has chosen another. */
const SCHED_OTHER = 0;
/** What is set is for the thread alone, and not for those that it begins. */
const RESET_ON_FORK = 0x01n;

/**
 * Lets others have the processor first, the more the higher the number, from 1 to 19, and those at
 * once who wake up: Linux has them interrupt who is to work in longer slices than they are, from
 * 6.12 on; niceness alone would not do that.
 */
export function lowerPriority(nice: number): void {
  const threads = listThreads();
  for (const thread of threads) {
    try {
      setPriority(thread, nice);
    } catch {
      // It has ended meanwhile.
    }
  }
  setSlices(threads, nice, LONG_SLICE_MS);
}

/**
 * Lets the main thread of this process have the processor as soon as it wakes up, though no more of
 * it: Linux has it interrupt all who work in slices of the usual length, the compiler and the
 * allocator of this process among them, from 6.12 on. A priority above the usual is left as it is.
 */
export function wakeSooner(): void {
  const nice = getPriority();
  if (nice < 0) return;
  setSlices([process.pid], nice, SHORT_SLICE_MS, RESET_ON_FORK);
}

/** Does nothing where the system cannot be asked for slices, or an operator has chosen another scheduler. */
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
    // Another C library.
  }
}

/** Linux has a priority for each thread, and some have begun before it is set. */
function listThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
}
