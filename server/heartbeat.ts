import { readFileSync } from 'node:fs';

/** Interval of heartbeats and of checks. */
const BEAT_MS = 500;
/** The limit for a process that was stopped from outside (SIGSTOP). */
const STOPPED_MS = 4000;
/** With at least this share of a processor, a silent process is busy, not starved. */
const BUSY_SHARE = 0.5;
/** The unit of processor time in `/proc`. */
const TICK_MS = 10;

/** How long a process may be silent before it counts as hung. */
export interface SilenceLimits {
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

interface ProcessWatchOptions {
  readonly pid: number;
  readonly limits: SilenceLimits;
  /** Called once, with the reason in words. */
  readonly onHang: (reason: string) => void;
}

/** Counts checks, not time: the machine or this process may have been suspended. */
export class ProcessWatch {
  readonly #options: ProcessWatchOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  #firstSilent: { readonly cpuMs: number; readonly silentMs: number } | null = null;
  #wasStarved = false;

  constructor(options: ProcessWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#check(), BEAT_MS);
    this.#timer.unref();
  }

  get silentMs(): number {
    return this.#silentMs;
  }

  noteHeartbeat(): void {
    this.#silentMs = 0;
    this.#firstSilent = null;
    this.#wasStarved = false;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    this.#silentMs += BEAT_MS;
    if (this.#silentMs <= 2 * BEAT_MS) return;
    const { pid, onHang } = this.#options;
    const state = readProcess(pid);
    if (state === 'gone') return;
    const { name, limitMs } = this.#classify(state);
    if (this.#silentMs < limitMs) return;
    this.close();
    onHang(`process ${pid} has been silent for ${this.#silentMs / 1000} s (${name})`);
  }

  #classify(state: ProcessState): { name: string; limitMs: number } {
    const { idleMs, busyMs, starvedMs } = this.#options.limits;
    if (state.letter === 'T' || state.letter === 't') {
      return { name: 'stopped', limitMs: STOPPED_MS };
    }
    this.#firstSilent ??= { cpuMs: state.cpuMs, silentMs: this.#silentMs };
    this.#wasStarved ||= state.letter !== 'S';
    const watchedMs = this.#silentMs - this.#firstSilent.silentMs;
    if (state.cpuMs - this.#firstSilent.cpuMs >= BUSY_SHARE * watchedMs && watchedMs > 0) {
      return { name: 'busy', limitMs: busyMs };
    }
    return this.#wasStarved
      ? { name: 'waiting for the machine', limitMs: starvedMs }
      : { name: 'idle', limitMs: idleMs };
  }
}

interface ProcessState {
  /** S: sleeps, R: runs or is ready, D: waits for a disk, T: stopped. */
  readonly letter: string;
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
