import { readFileSync } from 'node:fs';

/** How often a process sends a heartbeat, and how often its parent looks, in milliseconds. */
const BEAT_MS = 500;
/** How long a process that was stopped from outside may be silent, in milliseconds. */
const STOPPED_MS = 4000;
/** A silent process that used at least this share of a processor is busy, not starved. */
const BUSY_SHARE = 0.5;
/** The unit of processor time in `/proc`, in milliseconds. */
const TICK_MS = 10;

/** How long a process may be silent before it counts as hung, in milliseconds, by what it does. */
export interface Patience {
  /** It sleeps, and its timers do not run. */
  readonly idleMs: number;
  /** It keeps a processor busy. */
  readonly busyMs: number;
  /** It waits for a processor or a disk: the machine is slow, not the process. */
  readonly starvedMs: number;
}

/** Calls `beat` at once, and then every half second while the timers of this process run. */
export function startHeartbeat(beat: () => void): void {
  beat();
  setInterval(beat, BEAT_MS).unref();
}

interface WatchOptions {
  readonly pid: number;
  readonly patience: Patience;
  /** Told once, with what is wrong in words. */
  readonly onHang: (reason: string) => void;
}

/**
 * Watches a process that sends heartbeats. Each look adds {@link BEAT_MS} to its silence, whatever the
 * clock says: time in which the machine was suspended, or this process was held up, does not count.
 */
export class Watch {
  readonly #options: WatchOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  /** Its processor time, and its silence, when it was first seen silent. */
  #first: { readonly cpuMs: number; readonly silentMs: number } | null = null;
  /** Whether it waited for a processor or a disk at any look during this silence. */
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
  /** The processor time of its first thread, in milliseconds. */
  readonly cpuMs: number;
}

/** Reads what a process does at this moment. On systems without `/proc` it counts as running. */
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
