import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How long a process works in one go as long as nobody else wakes up, in milliseconds. */
const SLICE_MS = 6;

/** The number of `sched_setattr`, for which the C library has no name. */
const SCHED_SETATTR: Partial<Record<string, number>> = { x64: 314, arm64: 274 };
/** Leaves a thread to the scheduler that it has: its operator may have chosen it. */
const KEEP_POLICY = 0x08n;

/**
 * Lets others have the processor first, the more the higher the number, from 1 to 19, and those at
 * once who wake up: Linux has them interrupt who is to work in longer slices than they are, from
 * 6.12 on; niceness alone would not do that.
 */
export function lowerPriority(nice: number): void {
  for (const thread of listThreads()) {
    try {
      setPriority(thread, nice);
    } catch {
      // It has ended meanwhile.
    }
  }
  setSlices(nice);
}

/** Does nothing where the system cannot be asked for slices. */
function setSlices(nice: number): void {
  const number = process.platform === 'linux' ? SCHED_SETATTR[process.arch] : undefined;
  if (number === undefined) return;
  // `struct sched_attr` of sched_setattr(2).
  const attributes = new DataView(new ArrayBuffer(48));
  attributes.setUint32(0, attributes.byteLength, true);
  attributes.setBigUint64(8, KEEP_POLICY, true);
  attributes.setInt32(16, nice, true);
  attributes.setBigUint64(24, BigInt(SLICE_MS * 1_000_000), true);
  try {
    const { symbols } = dlopen('libc.so.6', {
      syscall: { args: ['i64', 'i64', 'ptr', 'u64'], returns: 'i64' },
    });
    for (const thread of listThreads()) symbols.syscall(number, thread, ptr(attributes), 0);
  } catch {
    // Another C library.
  }
}

/** Linux has a priority for each thread, and some have begun before it is set. */
function listThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
}
