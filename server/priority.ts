import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How long Linux lets it work in one go as long as nobody else wakes up, in nanoseconds. */
const SLICE_NS = 6_000_000n;

/** The number of `sched_setattr`, for which the C library has no name. */
const SCHED_SETATTR = { x64: 314, arm64: 274 };

/**
 * Lets others have the processor first, the more the higher the number, from 1 to 19, and those at
 * once who wake up: Linux has them interrupt who is to work in longer slices than they are, from
 * 6.12 on; niceness alone would not do that.
 */
export function lowerPriority(nice: number): void {
  // Of each thread: Linux has one priority for each, and some have begun before this.
  const isLinux = process.platform === 'linux';
  const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [0];
  const setSlice = isLinux ? openSetSlice(nice) : null;
  for (const thread of threads) {
    try {
      setPriority(thread, nice);
      setSlice?.(thread);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** What gives a thread longer slices, where the system can be asked for them. */
function openSetSlice(nice: number): ((thread: number) => void) | null {
  const number = (SCHED_SETATTR as Partial<Record<string, number>>)[process.arch];
  if (number === undefined) return null;
  // `struct sched_attr` of sched_setattr(2) for SCHED_OTHER.
  const attributes = new DataView(new ArrayBuffer(48));
  attributes.setUint32(0, attributes.byteLength, true);
  attributes.setInt32(16, nice, true);
  attributes.setBigUint64(24, SLICE_NS, true);
  try {
    const { symbols } = dlopen('libc.so.6', {
      syscall: { args: ['i64', 'i64', 'ptr', 'u64'], returns: 'i64' },
    });
    return (thread) => void symbols.syscall(number, thread, ptr(attributes), 0);
  } catch {
    // Another C library.
    return null;
  }
}
