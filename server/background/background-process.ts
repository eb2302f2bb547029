import { totalmem } from 'node:os';
import type { Subprocess } from 'bun';
import { ProcessWatch, type SilenceLimits } from '../heartbeat.ts';
import { Problem } from '../http/problem.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import type { BackgroundWork, FromBackground, ToBackground } from './messages.ts';

const IDLE_MS = 60_000;
/** Milliseconds that a process stays after a report: the next report finds its data in memory. */
const AFTER_REPORT_MS = 30 * 60_000;
const AFTER_REPORT_ON_SMALL_MS = 2 * 60_000;
/** A machine with less memory is small. */
const SMALL_BYTES = 1024 ** 3;
const MACHINE_BYTES = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const reportCalls: ReadonlySet<string> = new Set<keyof BackgroundWork>([
  'report',
  'listLinks',
  'listVisits',
]);
/** The machine's memory that Bun's garbage collector assumes. Twice as much: +1/3 memory, −1/4 time. */
const MEMORY_BYTES = 128 * 1024 * 1024;
/** A lack of memory ends a process with SIGKILL, which is no crash. */
const CRASHES: ReadonlySet<NodeJS.Signals | number | null> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
]);
/** A call fails after this many processes died during it. */
const ATTEMPTS = 2;
/** Opening the database may wait 10 s for another process; a step of work may block the thread. */
const SILENCE_LIMITS: SilenceLimits = { idleMs: 15_000, busyMs: 120_000, starvedMs: 120_000 };

type Counted = Extract<FromBackground, { kind: 'counted' }>;

interface BackgroundProcessOptions extends OwnCommandOptions {
  /** Throws when the database is out of reach: a new process and its callers would wait for it. */
  readonly assertAvailable: () => Promise<unknown>;
  readonly onCounted: (counted: Omit<Counted, 'kind'>) => void;
  /** Called when a hanging process is killed, and when a process ended during a call. */
  readonly onDeath: (error: Error) => void;
  /** Called when native code failed in a process, before the next process starts. */
  readonly onCrash: () => void;
  readonly idleMs?: number;
  readonly afterReportMs?: number;
  /** The memory that the machine has, or allows this program to use. */
  readonly machineBytes?: number;
}

interface OpenCall {
  readonly message: ToBackground;
  readonly resolve: (report: unknown) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

/** Starts a process on demand. Work is repeatable: after a death the next process repeats it. */
export class BackgroundProcess {
  readonly #options: BackgroundProcessOptions;
  readonly #calls = new Map<number, OpenCall>();
  #child: Subprocess | null = null;
  #prepared: Subprocess | null = null;
  #preparing: Promise<void> | null = null;
  #exitTimer: ReturnType<typeof setTimeout> | null = null;
  /** The process stays until this time (`performance.now()`) after a report. */
  #stayUntil = 0;
  #lastId = 0;
  #replaced = 0;
  #isClosed = false;

  constructor(options: BackgroundProcessOptions) {
    this.#options = options;
  }

  /** Each call throws the `Problem` that the work names, or an `Error` with the reason. */
  readonly work: BackgroundWork = {
    prepare: (isForReports) => this.#prepare(isForReports),
    count: (...args) => this.#call('count', args),
    stopCounting: (...args) =>
      this.#child === null ? Promise.resolve() : this.#call('stopCounting', args),
    report: (...args) => this.#call('report', args),
    listLinks: (...args) => this.#call('listLinks', args),
    listUnknownCodes: (...args) => this.#call('listUnknownCodes', args),
    listVisits: (...args) => this.#call('listVisits', args),
    listUnknownVisits: (...args) => this.#call('listUnknownVisits', args),
    findTopLinks: (...args) => this.#call('findTopLinks', args),
    countPeople: (...args) => this.#call('countPeople', args),
    maintainLog: (...args) => this.#call('maintainLog', args),
    sortLinks: (...args) => this.#call('sortLinks', args),
    indexLinks: (...args) => this.#call('indexLinks', args),
    checkpoint: (...args) => this.#call('checkpoint', args),
  };

  get replaced(): number {
    return this.#replaced;
  }

  get isReady(): boolean {
    return this.#child !== null && this.#prepared === this.#child;
  }

  async #prepare(isForReports = false): Promise<void> {
    if (isForReports) this.#stayForReports();
    if (this.isReady) {
      if (this.#calls.size === 0) this.#scheduleExit();
      return;
    }
    this.#preparing ??= this.#call<void>('prepare', []).finally(() => {
      this.#preparing = null;
    });
    await this.#preparing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelExit();
    this.#child?.disconnect();
    await this.#child?.exited;
  }

  kill(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  async #call<Result>(name: keyof BackgroundWork, args: readonly unknown[]): Promise<Result> {
    if (this.#child === null) await this.#options.assertAvailable();
    this.#lastId += 1;
    const message = { id: this.#lastId, name, args } as ToBackground;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#send({ message, resolve, reject, attempts: 0 });
    return promise as Promise<Result>;
  }

  #send(call: OpenCall): void {
    if (this.#isClosed) {
      call.reject(new Error('the server is stopping'));
      return;
    }
    this.#cancelExit();
    if (reportCalls.has(call.message.name)) this.#stayForReports();
    call.attempts += 1;
    this.#calls.set(call.message.id, call);
    try {
      (this.#child ??= this.#start()).send(call.message);
    } catch {
      // The process has just ended: `onExit` sends the call to the next one.
    }
  }

  #start(): Subprocess {
    const { command, env } = this.#options;
    const child = Bun.spawn([...command, 'background'], {
      env: { ...env, BUN_JSC_forceRAMSize: String(MEMORY_BYTES) },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message: FromBackground) => {
        watch.noteHeartbeat();
        if (message.kind !== 'alive') this.#receive(child, message);
      },
      onExit: (_, exitCode, signal) => {
        watch.close();
        if (this.#child !== child) return;
        this.#child = null;
        if (CRASHES.has(child.signalCode)) this.#options.onCrash();
        this.#retryCalls(`the background process ended with ${signal ?? exitCode}`);
      },
    });
    // The watch stays until the process has exited, even after `#exit`.
    const watch = new ProcessWatch({
      pid: child.pid,
      limits: SILENCE_LIMITS,
      onHang: (reason) => {
        this.#options.onDeath(new Error(`the background process hung and was killed: ${reason}`));
        child.kill('SIGKILL');
      },
    });
    return child;
  }

  #receive(child: Subprocess, message: Exclude<FromBackground, { kind: 'alive' }>): void {
    if (message.kind === 'counted') {
      this.#options.onCounted(message);
      return;
    }
    if (child !== this.#child) return;
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (this.#calls.size === 0) this.#scheduleExit();
    if (message.kind === 'failure') call?.reject(new Error(message.reason));
    else if ('report' in message.outcome) {
      if (call?.message.name === 'prepare') this.#prepared = child;
      call?.resolve(message.outcome.report);
    } else call?.reject(new Problem(message.outcome.problem, message.outcome.details));
  }

  #retryCalls(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    if (calls.length > 0 && !this.#isClosed) {
      this.#replaced += 1;
      this.#options.onDeath(new Error(reason));
    }
    for (const call of calls) {
      if (call.attempts < ATTEMPTS && !this.#isClosed) this.#send(call);
      else call.reject(new Error(reason));
    }
  }

  #stayForReports(): void {
    const { machineBytes = MACHINE_BYTES } = this.#options;
    const usual = machineBytes < SMALL_BYTES ? AFTER_REPORT_ON_SMALL_MS : AFTER_REPORT_MS;
    this.#stayUntil = performance.now() + (this.#options.afterReportMs ?? usual);
  }

  #cancelExit(): void {
    if (this.#exitTimer !== null) clearTimeout(this.#exitTimer);
    this.#exitTimer = null;
  }

  #scheduleExit(): void {
    this.#cancelExit();
    const { idleMs = IDLE_MS } = this.#options;
    const ms = Math.max(idleMs, this.#stayUntil - performance.now());
    this.#exitTimer = setTimeout(() => this.#exit(), ms);
    this.#exitTimer.unref();
  }

  #exit(): void {
    this.#child?.disconnect();
    this.#child = null;
  }
}
