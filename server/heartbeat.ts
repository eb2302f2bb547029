import { readFileSync } from 'node:fs';

/** Interval of heartbeats and of checks. */
const BEAT_MS = 500;
/** The limit for a process that was stopped from outside (SIGSTOP). */
const STOPPED_MS = 4000;
/** With at least this share of a processor, a silent process is busy, not starved. */
const BUSY_SHARE = 0.5;
const TICK_MS = 10;

/** How long a process may be silent before it counts as hung. */
export interface Patience {
  /** It sleeps, and its timers do not run. */
  readonly idleMs: number;
  readonly busyMs: number;
  /** It waits for a processor or a disk: the machine is slow. */
  readonly starvedMs: number;
}

/** The beats stop when the timers of this process do. */
export function startHeartbeat(beat: () => void): void {
  beat();
  setInterval(beat, BEAT_MS).unref();
}

interface WatchOptions {
  readonly pid: number;
  readonly patience: Patience;
  /** Called once, with the reason in words. */
  readonly onHang: (reason: string) => void;
}

/** Counts checks, not time: the machine or this process may have been suspended. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  #first: { readonly cpuMs: number; readonly silentMs: number } | null = null;
  #wasStarved = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), BEAT_MS);
    this.#timer.unref();
  }

  get silentMs(): number {
    return this.#silentMs;
  }

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
  /** S: sleeps, R: runs or is ready, D: waits for a disk, T: stopped. */
  readonly letter: string;
  /** Of its main thread. */
  readonly cpuMs: number;
}

/** Without `/proc`, a process counts as running. */
function readProcess(pid: number): ProcessState | 'gone' {
  if (process.platform !== 'linux') return { letter: 'R', cpuMs: 0 };
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
  } catch {
    return 'gone';
  }
  // The name may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [letter = ''] = fields;
  if (letter === 'Z' || letter === 'X') return 'gone';
  return { letter, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}
