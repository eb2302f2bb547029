import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** What others are given beside this process: about nine times its share of a processor. */
const NICE = constants.priority.PRIORITY_BELOW_NORMAL;

/** How long Linux lets it work in one go as long as nobody else wakes up, in nanoseconds. */
const SLICE_NS = 6_000_000n;

/** The number of `sched_setattr`, for which the C library has no name. */
const SCHED_SETATTR = { x64: 314, arm64: 274 };

/**
 * Lets others have the processor first, all the more those who wake up only now: Linux has them
 * interrupt who is to work in longer slices than they are, whatever the niceness, from 6.12 on.
 */
export function lowerPriority(): void {
  // Of each thread: Linux has one priority for each, and some have begun before this.
  const isLinux = process.platform === 'linux';
  const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [0];
  const setSlice = isLinux ? openSetSlice() : null;
  for (const thread of threads) {
    try {
      setPriority(thread, NICE);
      setSlice?.(thread);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** What gives a thread longer slices, where the system can be asked for them. */
function openSetSlice(): ((thread: number) => void) | null {
  const number = (SCHED_SETATTR as Partial<Record<string, number>>)[process.arch];
  if (number === undefined) return null;
  // `struct sched_attr` of sched_setattr(2) for SCHED_OTHER.
  const attributes = new DataView(new ArrayBuffer(48));
  attributes.setUint32(0, attributes.byteLength, true);
  attributes.setInt32(16, NICE, true);
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
