import type { Subprocess } from 'bun';
import { Watch, type Patience } from '../heartbeat.ts';
import { Problem } from '../http/problem.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import type { BackgroundWork, FromBackground, ToBackground } from './messages.ts';

/** How long an idle process stays, in milliseconds. */
const IDLE_MS = 60_000;
/** The same after a look at statistics, in milliseconds: the next look finds everything in memory. */
const LOOKED_MS = 30 * 60_000;
const looks: ReadonlySet<string> = new Set<keyof BackgroundWork>(['report', 'listLinks']);
/**
 * How much memory the process takes the machine to have, in bytes: the collector does its work
 * sooner then. Counting takes a quarter less memory than with twice as much, and a third more time.
 */
const MEMORY_BYTES = 128 * 1024 * 1024;
/** By what a process ends whose native code fails; memory that runs out ends it with SIGKILL. */
const CRASHES: ReadonlySet<NodeJS.Signals | number | null> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
]);
/** How many processes may end under a call before the call fails. */
const ATTEMPTS = 2;
/**
 * Opening the database may wait 10 seconds for another process, and a step of work keeps the thread
 * busy for as long as the site is large.
 */
const PATIENCE: Patience = { idleMs: 15_000, busyMs: 120_000, starvedMs: 120_000 };

type Counted = Extract<FromBackground, { kind: 'counted' }>;

interface BackgroundProcessOptions extends OwnCommandOptions {
  /**
   * Throws when the database cannot be reached: a process that starts would wait for it, and its
   * callers would too.
   */
  readonly assertAvailable: () => Promise<unknown>;
  /** Told with each step of counting. */
  readonly onCounted: (counted: Omit<Counted, 'kind'>) => void;
  /** Told of a process that hangs and is killed, and of one that ended under a call. */
  readonly onDeath: (error: Error) => void;
  /** Told, before another process starts, that native code has failed in one. */
  readonly onCrash: () => void;
  /** How long a process that has nothing to do stays, in milliseconds. */
  readonly idleMs?: number;
  /** And how long after somebody has looked at statistics. */
  readonly lookedMs?: number;
}

/** A call that is not answered. */
interface OpenCall {
  readonly message: ToBackground;
  readonly resolve: (report: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** How many processes have it had so far, this one included. */
  attempts: number;
}

/**
 * Work in a process beside the server, which is started when there is something to do and ends when
 * there was nothing for a while. All of it may be begun anew: what a process that dies had to do,
 * another does.
 */
export class BackgroundProcess {
  readonly #options: BackgroundProcessOptions;
  readonly #calls = new Map<number, OpenCall>();
  #child: Subprocess | null = null;
  /** The last one that has begun. */
  #begun: Subprocess | null = null;
  /** What all wait for who want one that has begun. */
  #beginning: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  /** Until when it stays because somebody has looked at statistics, in milliseconds of this process. */
  #lookedUntil = 0;
  #lastId = 0;
  #replaced = 0;
  #isClosed = false;

  constructor(options: BackgroundProcessOptions) {
    this.#options = options;
  }

  /** Each call throws the problem that the work names, and what it fails with else. */
  readonly work: BackgroundWork = {
    begin: () => this.#begin(),
    count: (...args) => this.#call('count', args),
    // Who is not there does not count.
    giveUp: (...args) => (this.#child === null ? Promise.resolve() : this.#call('giveUp', args)),
    report: (...args) => this.#call('report', args),
    listLinks: (...args) => this.#call('listLinks', args),
    listMissed: (...args) => this.#call('listMissed', args),
    findTop: (...args) => this.#call('findTop', args),
    countPeople: (...args) => this.#call('countPeople', args),
    keepUp: (...args) => this.#call('keepUp', args),
    sortLinks: (...args) => this.#call('sortLinks', args),
    checkpoint: (...args) => this.#call('checkpoint', args),
  };

  /** How many processes died or hung under their work, which another was given. */
  get replaced(): number {
    return this.#replaced;
  }

  /** Whether there is a process that has begun. */
  get isThere(): boolean {
    return this.#child !== null && this.#begun === this.#child;
  }

  /** One that has begun stays for another while. However many ask, it is one call at a time. */
  async #begin(): Promise<void> {
    if (this.isThere) {
      if (this.#calls.size === 0) this.#leaveLater();
      return;
    }
    this.#beginning ??= this.#call<void>('begin', []).finally(() => {
      this.#beginning = null;
    });
    await this.#beginning;
  }

  /** Ends the process; calls that are open fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stay();
    this.#child?.disconnect();
    await this.#child?.exited;
  }

  /** The same at once, whatever it does. */
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
    this.#stay();
    const { lookedMs = LOOKED_MS } = this.#options;
    if (looks.has(call.message.name)) this.#lookedUntil = performance.now() + lookedMs;
    call.attempts += 1;
    this.#calls.set(call.message.id, call);
    try {
      (this.#child ??= this.#start()).send(call.message);
    } catch {
      // It has just ended: when that is heard, another has the call.
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
        watch.hear();
        if (message.kind !== 'alive') this.#hear(child, message);
      },
      onExit: (_, exitCode, signal) => {
        watch.close();
        if (this.#child !== child) return;
        this.#child = null;
        if (CRASHES.has(child.signalCode)) this.#options.onCrash();
        this.#handOver(`the background process ended with ${signal ?? exitCode}`);
      },
    });
    // A process that was let go is watched until it has ended.
    const watch = new Watch({
      pid: child.pid,
      patience: PATIENCE,
      onHang: (reason) => {
        this.#options.onDeath(new Error(`the background process hung and was killed: ${reason}`));
        child.kill('SIGKILL');
      },
    });
    return child;
  }

  #hear(child: Subprocess, message: Exclude<FromBackground, { kind: 'alive' }>): void {
    if (message.kind === 'counted') {
      this.#options.onCounted(message);
      return;
    }
    // What one that is gone had to do, another does.
    if (child !== this.#child) return;
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (this.#calls.size === 0) this.#leaveLater();
    if (message.kind === 'failure') call?.reject(new Error(message.reason));
    else if ('report' in message.outcome) {
      if (call?.message.name === 'begin') this.#begun = child;
      call?.resolve(message.outcome.report);
    } else call?.reject(new Problem(message.outcome.problem, message.outcome.details));
  }

  /** Gives the work of a process that died to another one, or lets it fail. */
  #handOver(reason: string): void {
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

  /** Cancels the planned end of the process. */
  #stay(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #leaveLater(): void {
    this.#stay();
    const { idleMs = IDLE_MS } = this.#options;
    const ms = Math.max(idleMs, this.#lookedUntil - performance.now());
    this.#idle = setTimeout(() => this.#leave(), ms);
    this.#idle.unref();
  }

  /** Lets the process end: it does so when the channel closes. */
  #leave(): void {
    this.#child?.disconnect();
    this.#child = null;
  }
}
