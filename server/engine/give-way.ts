import { writeFileSync } from 'node:fs';

/** How long a thread may work before it gives way, in milliseconds. */
const WORK_MS = 0.5;
/** The shortest sleep that there is, in milliseconds: the system makes some more of it. */
const SLEEP_MS = 0.001;
/** By how much Linux may make the sleeps of a thread longer, in nanoseconds; else 50,000. */
const TIMER_SLACK_NS = '1000';

const nobody = new Int32Array(new SharedArrayBuffer(4));
let begun = 0;
let isPunctual = false;

/**
 * Lets other processes have the processor for an instant, when this one has had it for half a
 * millisecond: for loops that take long in a process that works beside the one that answers
 * visitors. The system by itself would let them wait for some milliseconds, whatever the priorities.
 */
export function giveWay(): void {
  if (performance.now() - begun < WORK_MS) return;
  if (!isPunctual) bePunctual();
  Atomics.wait(nobody, 0, 0, SLEEP_MS);
  begun = performance.now();
}

/** Has a short sleep be short, or else it takes a seventh of the time. */
function bePunctual(): void {
  isPunctual = true;
  try {
    writeFileSync('/proc/self/timerslack_ns', TIMER_SLACK_NS);
  } catch {
    // Another system, or one that does not allow it.
  }
}
