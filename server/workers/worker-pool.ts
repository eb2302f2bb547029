import type { Subprocess } from 'bun';
import type { WorkerStatus } from '../../contracts/status.ts';
import type { Clicks } from '../clicks/clicks.ts';
import type { JournalCounts } from '../clicks/journal/journal.ts';
import type { VisitorAddresses } from '../front/visitor-addresses.ts';
import { ProcessWatch, type SilenceLimits } from '../heartbeat.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const RESTART_MS = 1000;
/** Longer than a worker's own limit. */
const STOP_MS = 2800;
/** No work of a worker takes a second. */
const SILENCE_LIMITS: SilenceLimits = { idleMs: 4000, busyMs: 4000, starvedMs: 20_000 };

export interface WorkerPoolOptions {
  /** Without the server itself. */
  readonly count: number;
  readonly command: readonly string[];
  readonly start: Omit<Extract<ToWorker, { kind: 'start' }>, 'kind' | 'owner'>;
  readonly addresses: VisitorAddresses;
  readonly clicks: Pick<Clicks, 'addOwner' | 'removeOwner' | 'drainWithRests'>;
  readonly onUntrusted: (address: string) => void;
  readonly onError: (error: unknown) => void;
}

interface Worker {
  readonly process: Subprocess;
  readonly tunnels: Map<number, () => void>;
  readonly watch: ProcessWatch;
  /** In Unix seconds. */
  readonly startedAt: number;
  counts: JournalCounts;
  isListening: boolean;
  /** Called at its next answers to `sync`, in this order. */
  readonly onSync: (() => void)[];
}

const NO_CLICKS: JournalCounts = { acknowledged: 0, journalled: 0, uncounted: 0 };

/** Starts the workers; kills hung ones and replaces dead ones. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<Worker>();
  #isStopping = false;
  #exitedCounts = NO_CLICKS;
  #replaced = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get statuses(): readonly WorkerStatus[] {
    return [...this.#workers].map(({ process, startedAt, watch, counts }) => {
      const { pid } = process;
      const state = { pid, started_at: startedAt, silent_seconds: watch.silentMs / 1000 };
      return Object.assign(state, counts);
    });
  }

  get replaced(): number {
    return this.#replaced;
  }

  get exitedCounts(): JournalCounts {
    return this.#exitedCounts;
  }

  /** Resolves when all workers listen. */
  async start(): Promise<void> {
    const places = Array.from({ length: this.#options.count }, () => this.#start());
    await Promise.all(places);
  }

  /** Used when workers cannot be notified of a change. `onExit` starts replacements. */
  restart(): void {
    this.#kill();
  }

  #kill(): void {
    for (const { process } of this.#workers) process.kill('SIGKILL');
  }

  /** Resolves when each worker has recorded its clicks and knows every change, or is dead. */
  async sync(): Promise<void> {
    const listening = [...this.#workers].filter(({ isListening }) => isListening);
    await Promise.all(listening.map(syncWorker));
  }

  closeAfterAnswers(): void {
    this.#isStopping = true;
    for (const worker of this.#workers) send(worker, { kind: 'close-after-answers' });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const worker of this.#workers) send(worker, { kind: 'stop' });
    const cut = setTimeout(() => this.#kill(), STOP_MS);
    await Promise.all([...this.#workers].map(({ process }) => process.exited));
    clearTimeout(cut);
  }

  kill(): void {
    this.#isStopping = true;
    this.#kill();
  }

  /** Resolves when the worker listens or the pool stops. */
  #start(): Promise<void> {
    const { command, start, clicks } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = performance.now();
    const owner = clicks.addOwner();
    const tunnels = new Map<number, () => void>();
    const process = Bun.spawn([...command], {
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message: FromWorker) => {
        worker.watch.noteHeartbeat();
        if (message.kind === 'listening') {
          worker.isListening = true;
          resolve();
        } else if (message.kind !== 'alive') this.#handleMessage(worker, message);
      },
      onExit: (_, exitCode, signal) => {
        worker.watch.close();
        this.#workers.delete(worker);
        this.#exitedCounts = addCounts(this.#exitedCounts, worker.counts);
        for (const forget of tunnels.values()) forget();
        for (const onSync of worker.onSync) onSync();
        clicks.removeOwner(owner);
        if (this.#isStopping) {
          resolve();
          return;
        }
        this.#replaced += 1;
        this.#options.onError(new Error(`a worker exited with ${signal ?? exitCode}`));
        clicks.drainWithRests();
        const wait = performance.now() - begun < RESTART_MS ? RESTART_MS : 0;
        setTimeout(() => {
          if (this.#isStopping) resolve();
          else void this.#start().then(resolve);
        }, wait);
      },
    });
    const startedAt = Math.floor(Date.now() / 1000);
    const watch = new ProcessWatch({
      pid: process.pid,
      limits: SILENCE_LIMITS,
      onHang: (reason) => {
        this.#options.onError(new Error(`a worker hung and was killed: ${reason}`));
        process.kill('SIGKILL');
      },
    });
    const worker: Worker = {
      process,
      tunnels,
      watch,
      startedAt,
      counts: NO_CLICKS,
      isListening: false,
      onSync: [],
    };
    this.#workers.add(worker);
    send(worker, { kind: 'start', ...start, owner });
    return promise;
  }

  #handleMessage(
    worker: Worker,
    message: Exclude<FromWorker, { kind: 'listening' | 'alive' }>,
  ): void {
    const { addresses, clicks } = this.#options;
    if (message.kind === 'opened') {
      const { tunnel, port, address } = message;
      worker.tunnels.set(tunnel, addresses.add(port, address));
      send(worker, { kind: 'registered', tunnel });
    } else if (message.kind === 'closed') {
      worker.tunnels.get(message.tunnel)?.();
      worker.tunnels.delete(message.tunnel);
    } else if (message.kind === 'untrusted') this.#options.onUntrusted(message.address);
    else if (message.kind === 'counts') worker.counts = message.counts;
    else if (message.kind === 'synced') worker.onSync.shift()?.();
    else clicks.drainWithRests();
  }
}

function syncWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.onSync.push(resolve);
    send(worker, { kind: 'sync' });
  });
}

function addCounts(a: JournalCounts, b: JournalCounts): JournalCounts {
  return {
    acknowledged: a.acknowledged + b.acknowledged,
    journalled: a.journalled + b.journalled,
    uncounted: a.uncounted + b.uncounted,
  };
}

function send({ process }: Worker, message: ToWorker): void {
  if (process.exitCode === null && process.signalCode === null) process.send(message);
}
