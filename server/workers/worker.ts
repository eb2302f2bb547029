import pino from 'pino';
import { Journal } from '../clicks/journal.ts';
import { openJournalDirectory } from '../clicks/segments.ts';
import type { Reader } from '../engine/engine.ts';
import { openReader } from '../engine/open-engine.ts';
import { FailureLog } from '../failure-log.ts';
import { Front } from '../front/front.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { createPlainRedirect } from '../redirect/plain-redirect.ts';
import { Targets } from '../redirect/targets.ts';
import { TrustedProxies } from '../http/client-address.ts';
import { createRefusals } from '../http/refused-request.ts';
import { UntrustedProxy } from '../http/untrusted-proxy.ts';
import { BlockedUserAgents } from '../site/blocked-user-agents.ts';
import { followGeneration } from './generation.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const STOP_GRACE_MS = 3000;
const FOLLOW_MS = 60_000;
const COUNTS_MS = 1000;

/** Exits with the server. Throws when no server started it. */
export function runWorker(): Promise<void> {
  if (process.send === undefined) throw new Error('only the server starts workers');
  startHeartbeat(() => tell({ kind: 'alive' }));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The server gets these signals too and sends `stop`.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  const opened = Promise.withResolvers<Worker>();
  const ask = (work: (worker: Worker) => void): void =>
    void opened.promise.then(work).catch(reject);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') Worker.open(message).then(opened.resolve, opened.reject);
    else if (message.kind === 'known') ask((worker) => worker.know(message.tunnel));
    else if (message.kind === 'goodbye') ask((worker) => worker.sayGoodbye());
    else ask((worker) => void worker.stop().then(resolve, reject));
  });
  // Every answered click is already with the kernel.
  process.on('disconnect', () => process.exit(1));
  return promise.finally(() => {
    process.removeAllListeners('disconnect');
    process.disconnect?.();
  });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}

type Start = Extract<ToWorker, { kind: 'start' }>;

interface Opened {
  readonly failures: FailureLog;
  readonly reader: Reader;
  readonly blocked: BlockedUserAgents;
  readonly readGeneration: () => number;
  readonly generation: number;
}

class Worker {
  readonly #failures: FailureLog;
  readonly #journal: Journal;
  readonly #reader: Reader;
  readonly #front: Front;
  readonly #waiting = new Map<number, () => void>();
  #tunnels = 0;
  #toldClicks = 0;

  static async open(start: Start): Promise<Worker> {
    const failures = new FailureLog(pino({ level: start.logLevel }));
    const onError = (error: unknown) => void failures.note('database', error);
    const readGeneration = followGeneration(start.dataDir);
    // Read first: a change meanwhile makes it outdated.
    const generation = readGeneration();
    const reader = await openReader(start, onError);
    const blocked = await BlockedUserAgents.open(reader, onError);
    return new Worker(start, { failures, reader, blocked, readGeneration, generation });
  }

  private constructor(
    start: Start,
    { failures, reader, blocked, readGeneration, generation }: Opened,
  ) {
    const { dataDir } = start;
    const proxies = new TrustedProxies(start.trustedProxies);
    const untrusted = new UntrustedProxy([], ({ address }) => tell({ kind: 'untrusted', address }));
    const noteUntrusted = (address: string): void => untrusted.note(address);
    let seen = generation;
    const journal = new Journal({
      directory: openJournalDirectory(dataDir),
      owner: start.owner,
      quotaBytes: start.clickQuotaBytes,
      onFull: () => tell({ kind: 'full' }),
      onFailure: (error) => void failures.note('cannot write clicks to the journal', error),
      onRecovery: (uncounted) =>
        void failures.note('clicks could not be counted', new Error(`${uncounted} clicks`)),
    });
    const redirect = createPlainRedirect({
      targets: new Targets(
        {
          findTarget: (code) => reader.findTarget(code),
          findTargetsByFoldedCode: (folded) => reader.findTargetsByFoldedCode(folded),
          changes: reader,
        },
        start.headers,
      ),
      journal,
      blocksAny: () => blocked.hasAny,
      isBlocked: (userAgent) => blocked.has(userAgent),
      clientAddress: (socket, hops) => proxies.clientAddress(socket, hops, noteUntrusted),
      isTrustedProxy: (socket) => proxies.has(socket),
    });
    this.#failures = failures;
    this.#journal = journal;
    this.#reader = reader;
    this.#front = new Front({
      hostname: start.host,
      port: start.port,
      sharesPort: true,
      innerPort: start.innerPort,
      countryHeader: start.countryHeader,
      answer: (visit, bytes, peer) => {
        const now = readGeneration();
        if (now !== seen) {
          this.#follow();
          // The earlier value: a change meanwhile makes it outdated.
          seen = now;
        }
        return redirect(visit, bytes, peer);
      },
      commit: () => journal.commit(),
      announce: (from, address) => this.#announce(from, address),
      refuse: createRefusals(start.headers),
    });
    // The feed keeps changes for an hour.
    setInterval(() => this.#follow(), FOLLOW_MS).unref();
    setInterval(() => this.#tellCounts(), COUNTS_MS).unref();
    tell({ kind: 'listening' });
  }

  /** A worker that cannot follow must not answer. The server starts another. */
  #follow(): void {
    try {
      // With PostgreSQL, answers may be outdated meanwhile, as on other servers.
      void this.#reader.pull()?.catch((error: unknown) => this.#failures.note('database', error));
    } catch (error) {
      this.#failures.note('a worker cannot follow the changes', error);
      process.exit(1);
    }
  }

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
    await this.#reader.close();
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
