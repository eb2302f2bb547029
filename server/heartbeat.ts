import { readFileSync } from 'node:fs';

/** How often a process says that it is alive, and how often its parent looks, in milliseconds. */
const BEAT_MS = 500;
/** How long a process that was stopped from outside is waited for, in milliseconds. */
const STOPPED_MS = 4000;
/** From which share of a processor on a silent process is busy, and does not wait for one. */
const BUSY_SHARE = 0.5;
/** How long a tick of the kernel's accounts is, in milliseconds. */
const TICK_MS = 10;

/** How long a silent process is waited for, in milliseconds, by what it does meanwhile. */
export interface Patience {
  /** It waits for something, and for no timer of its own. */
  readonly idleMs: number;
  /** It keeps a processor busy. */
  readonly busyMs: number;
  /** It waits for a processor or a disk: the machine is slow, not the process. */
  readonly starvedMs: number;
}

/** Says at once and from then on that this process is alive, as long as its timers run. */
export function startHeartbeat(say: () => void): void {
  say();
  setInterval(say, BEAT_MS).unref();
}

interface WatchOptions {
  readonly pid: number;
  readonly patience: Patience;
  /** Told once, with what is wrong in words. */
  readonly onHang: (reason: string) => void;
}

/**
 * Watches over a process that says it is alive. Its silence is measured in looks of this process,
 * each of which counts as much as is between two: where both were suspended, or this one was held
 * up, no time has passed.
 */
export class Watch {
  readonly #options: WatchOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  /** How much of a processor it had used when it was first seen silent, and when that was. */
  #first: { readonly cpuMs: number; readonly silentMs: number } | null = null;
  /** Whether it waited for a processor or a disk at any look since. */
  #wasStarved = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), BEAT_MS);
    this.#timer.unref();
  }

  /** How long the process has said nothing, in milliseconds. */
  get silentMs(): number {
    return this.#silentMs;
  }

  /** The process has said something. */
  hear(): void {
    this.#silentMs = 0;
    this.#first = null;
    this.#wasStarved = false;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#silentMs += BEAT_MS;
    if (this.#silentMs <= 2 * BEAT_MS) return;
    const { pid, onHang } = this.#options;
    const state = readProcess(pid);
    if (state === 'gone') return;
    const { name, patienceMs } = this.#judge(state);
    if (this.#silentMs < patienceMs) return;
    this.close();
    onHang(`process ${pid} has been silent for ${this.#silentMs / 1000} s (${name})`);
  }

  #judge(state: ProcessState): { name: string; patienceMs: number } {
    const { idleMs, busyMs, starvedMs } = this.#options.patience;
    if (state.letter === 'T' || state.letter === 't') {
      return { name: 'stopped', patienceMs: STOPPED_MS };
    }
    this.#first ??= { cpuMs: state.cpuMs, silentMs: this.#silentMs };
    this.#wasStarved ||= state.letter !== 'S';
    const watchedMs = this.#silentMs - this.#first.silentMs;
    if (state.cpuMs - this.#first.cpuMs >= BUSY_SHARE * watchedMs && watchedMs > 0) {
      return { name: 'busy', patienceMs: busyMs };
    }
    return this.#wasStarved
      ? { name: 'waiting for the machine', patienceMs: starvedMs }
      : { name: 'idle', patienceMs: idleMs };
  }
}

interface ProcessState {
  /** S: it sleeps, R: it runs or would like to, D: it waits for a disk, T: it is stopped. */
  readonly letter: string;
  /** How long its first thread has had a processor. */
  readonly cpuMs: number;
}

/** What a process does at this moment. Where the system does not tell, it counts as running. */
function readProcess(pid: number): ProcessState | 'gone' {
  if (process.platform !== 'linux') return { letter: 'R', cpuMs: 0 };
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
  } catch {
    return 'gone';
  }
  // Behind the name, which may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [letter = ''] = fields;
  if (letter === 'Z' || letter === 'X') return 'gone';
  return { letter, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}
