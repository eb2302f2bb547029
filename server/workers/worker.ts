import pino, { type Logger } from 'pino';
import { Journal } from '../clicks/journal.ts';
import { openJournalDirectory } from '../clicks/segments.ts';
import { SqliteReader } from '../engine/sqlite-reader.ts';
import { Front } from '../front/front.ts';
import { createPlainRedirect } from '../redirect/plain-redirect.ts';
import { Targets } from '../redirect/targets.ts';
import { TrustedProxies } from '../http/client-address.ts';
import { BlockedUserAgents } from '../site/blocked-user-agents.ts';
import { followGeneration } from './generation.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** How long connections have to end when the worker stops, in milliseconds. */
const STOP_GRACE_MS = 3000;
/** How often a worker that nobody visits looks for changes, in milliseconds. */
const FOLLOW_MS = 60_000;
/** How often a worker tells of the clicks it had, in milliseconds. */
const COUNTS_MS = 1000;

/**
 * A process beside the server that shares its port: it redirects from its own memory and its own
 * view of the database, journals what it redirects, and hands all other connections to the server.
 * It ends with the server. Throws when no server started it.
 */
export function runWorker(): Promise<void> {
  if (process.send === undefined) throw new Error('only the server starts workers');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The server hears of these too, and says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  let worker: Worker | null = null;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') worker = new Worker(message);
    else if (message.kind === 'known') worker?.know(message.tunnel);
    else if (message.kind === 'goodbye') worker?.sayGoodbye();
    else worker?.stop().then(resolve, reject);
  });
  // What is answered is with the kernel already.
  process.on('disconnect', () => process.exit(1));
  return promise.finally(() => {
    process.removeAllListeners('disconnect');
    process.disconnect?.();
  });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}

class Worker {
  readonly #log: Logger;
  readonly #journal: Journal;
  readonly #reader: SqliteReader;
  readonly #front: Front;
  /** Connections to the HTTP server that it has not heard of yet. */
  readonly #waiting = new Map<number, () => void>();
  #tunnels = 0;
  #toldClicks = 0;

  constructor(start: Extract<ToWorker, { kind: 'start' }>) {
    const { dataDir } = start;
    const log = pino({ level: start.logLevel });
    const proxies = new TrustedProxies(start.trustedProxies);
    const readGeneration = followGeneration(dataDir);
    let generation = readGeneration();
    const reader = new SqliteReader(dataDir);
    const journal = new Journal({
      directory: openJournalDirectory(dataDir),
      owner: start.owner,
      onFull: () => tell({ kind: 'full' }),
      onFailure: (error) => log.error({ err: error }, 'clicks cannot be journalled'),
      onRecovery: (uncounted) => log.error(`${uncounted} clicks could not be counted`),
    });
    const blocked = new BlockedUserAgents(reader);
    const redirect = createPlainRedirect({
      targets: new Targets(
        { findTarget: (code) => reader.findTarget(code), changes: reader },
        start.headers,
      ),
      journal,
      blocksAny: () => blocked.areAny,
      isBlocked: (userAgent) => blocked.has(userAgent),
      clientAddress: (socket, hops) => proxies.clientAddress(socket, hops),
    });
    this.#log = log;
    this.#journal = journal;
    this.#reader = reader;
    this.#front = new Front({
      hostname: start.host,
      port: start.port,
      sharesPort: true,
      innerPort: start.innerPort,
      answer: (visit, bytes, peer) => {
        const now = readGeneration();
        if (now !== generation) {
          this.#follow();
          // As it was before: a change meanwhile has made it another one again.
          generation = now;
        }
        return redirect(visit, bytes, peer);
      },
      commit: () => journal.commit(),
      announce: (from, address) => this.#announce(from, address),
    });
    // The feed keeps what has changed for an hour only.
    setInterval(() => this.#follow(), FOLLOW_MS).unref();
    setInterval(() => this.#tellCounts(), COUNTS_MS).unref();
    tell({ kind: 'listening' });
  }

  /** Forgets what has changed. Who cannot must not answer: the server starts another. */
  #follow(): void {
    try {
      this.#reader.pull();
    } catch (error) {
      this.#log.error({ err: error }, 'a worker cannot follow the changes');
      process.exit(1);
    }
  }

  /** The server knows whose connection this is. */
  know(tunnel: number): void {
    this.#waiting.get(tunnel)?.();
    this.#waiting.delete(tunnel);
  }

  sayGoodbye(): void {
    this.#front.sayGoodbye();
  }

  async stop(): Promise<void> {
    const cut = setTimeout(() => process.exit(0), STOP_GRACE_MS);
    await this.#front.stop();
    clearTimeout(cut);
    this.#journal.close();
    this.#tellCounts();
    this.#reader.close();
  }

  #tellCounts(): void {
    const { counts } = this.#journal;
    if (counts.acknowledged === this.#toldClicks) return;
    this.#toldClicks = counts.acknowledged;
    tell({ kind: 'counts', counts });
  }

  #announce(port: number, address: string): Promise<() => void> {
    this.#tunnels += 1;
    const tunnel = this.#tunnels;
    tell({ kind: 'opened', tunnel, port, address });
    return new Promise((resolve) => {
      this.#waiting.set(tunnel, () => resolve(() => tell({ kind: 'closed', tunnel })));
    });
  }
}
