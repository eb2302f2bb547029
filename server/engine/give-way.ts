/** How long a thread may work before it gives way, in milliseconds. */
const WORK_MS = 0.5;
/** The shortest sleep that there is, in milliseconds: the system makes some more of it. */
const SLEEP_MS = 0.01;

const nobody = new Int32Array(new SharedArrayBuffer(4));
let begun = 0;

/**
 * Lets other processes have the processor for an instant, when this one has had it for half a
 * millisecond: for loops that take long in a process that works beside the one that answers
 * visitors. The system by itself would let them wait for some milliseconds, whatever the priorities.
 */
export function giveWay(): void {
  if (performance.now() - begun < WORK_MS) return;
  Atomics.wait(nobody, 0, 0, SLEEP_MS);
  begun = performance.now();
}
