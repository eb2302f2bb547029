import pino from 'pino';
import { Journal } from '../clicks/journal.ts';
import { openJournalDirectory } from '../clicks/segments.ts';
import type { Reader } from '../engine/engine.ts';
import { openReader } from '../engine/open-engine.ts';
import { FailureLog } from '../failure-log.ts';
import { Front } from '../front/front.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { createFastRedirect } from '../redirect/fast-redirect.ts';
import { Targets } from '../redirect/targets.ts';
import { TrustedProxies } from '../http/client-address.ts';
import { createRefusals } from '../http/refused-request.ts';
import { UntrustedProxy } from '../http/untrusted-proxy.ts';
import { BlockedUserAgents } from '../site/blocked-user-agents.ts';
import { openGenerationReader } from './generation.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const STOP_GRACE_MS = 3000;
const FOLLOW_MS = 60_000;
const COUNTS_MS = 1000;

/** Exits with the server. Throws when no server started it. */
export function runWorker(): Promise<void> {
  if (process.send === undefined) throw new Error('only the server starts workers');
  startHeartbeat(() => sendToServer({ kind: 'alive' }));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The server gets these signals too and sends `stop`.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  const opened = Promise.withResolvers<Worker>();
  const whenOpened = (work: (worker: Worker) => void): void =>
    void opened.promise.then(work).catch(reject);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') Worker.open(message).then(opened.resolve, opened.reject);
    else if (message.kind === 'registered')
      whenOpened((worker) => worker.confirmTunnel(message.tunnel));
    else if (message.kind === 'close-after-answers')
      whenOpened((worker) => worker.closeAfterAnswers());
    else whenOpened((worker) => void worker.stop().then(resolve, reject));
  });
  // Every answered click is already with the kernel.
  process.on('disconnect', () => process.exit(1));
  return promise.finally(() => {
    process.removeAllListeners('disconnect');
    process.disconnect?.();
  });
}

function sendToServer(message: FromWorker): void {
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

function openJournal({ dataDir, owner, clickQuotaBytes }: Start, failures: FailureLog): Journal {
  return new Journal({
    directory: openJournalDirectory(dataDir),
    owner,
    quotaBytes: clickQuotaBytes,
    onFull: () => sendToServer({ kind: 'full' }),
    onFailure: (error) => void failures.note('cannot write clicks to the journal', error),
    onRecovery: (uncounted) =>
      void failures.note('clicks could not be counted', new Error(`${uncounted} clicks`)),
  });
}

/** Redirects from its own cache and database connection; the server gets all other connections. */
class Worker {
  readonly #failures: FailureLog;
  readonly #journal: Journal;
  readonly #reader: Reader;
  readonly #front: Front;
  /** Tunnels whose visitor the server has not registered. */
  readonly #waiting = new Map<number, () => void>();
  #tunnels = 0;
  #sentClicks = 0;

  static async open(start: Start): Promise<Worker> {
    const failures = new FailureLog(pino({ level: start.logLevel }));
    const onError = (error: unknown) => void failures.note('database', error);
    const readGeneration = openGenerationReader(start.dataDir);
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
    const proxies = new TrustedProxies(start.trustedProxies);
    const untrusted = new UntrustedProxy([], ({ address }) =>
      sendToServer({ kind: 'untrusted', address }),
    );
    const noteUntrusted = (address: string): void => untrusted.note(address);
    let seen = generation;
    const journal = openJournal(start, failures);
    const redirect = createFastRedirect({
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
          this.#followChanges();
          // The earlier value: a change meanwhile makes it outdated.
          seen = now;
        }
        return redirect(visit, bytes, peer);
      },
      commit: () => journal.commit(),
      registerVisitor: (from, address) => this.#registerVisitor(from, address),
      refuse: createRefusals(start.headers),
    });
    // The feed keeps changes for an hour.
    setInterval(() => this.#followChanges(), FOLLOW_MS).unref();
    setInterval(() => this.#sendCounts(), COUNTS_MS).unref();
    sendToServer({ kind: 'listening' });
  }

  /** A worker that cannot follow must not answer. The server starts another. */
  #followChanges(): void {
    try {
      // With PostgreSQL, answers may be outdated meanwhile, as on other servers.
      void this.#reader.pull()?.catch((error: unknown) => this.#failures.note('database', error));
    } catch (error) {
      this.#failures.note('a worker cannot follow the changes', error);
      process.exit(1);
    }
  }

  confirmTunnel(tunnel: number): void {
    this.#waiting.get(tunnel)?.();
    this.#waiting.delete(tunnel);
  }

  closeAfterAnswers(): void {
    this.#front.closeAfterAnswers();
  }

  async stop(): Promise<void> {
    const cut = setTimeout(() => process.exit(0), STOP_GRACE_MS);
    await this.#front.stop();
    clearTimeout(cut);
    this.#journal.close();
    this.#sendCounts();
    await this.#reader.close();
  }

  #sendCounts(): void {
    const { counts } = this.#journal;
    if (counts.acknowledged === this.#sentClicks) return;
    this.#sentClicks = counts.acknowledged;
    sendToServer({ kind: 'counts', counts });
  }

  #registerVisitor(port: number, address: string): Promise<() => void> {
    this.#tunnels += 1;
    const tunnel = this.#tunnels;
    sendToServer({ kind: 'opened', tunnel, port, address });
    return new Promise((resolve) => {
      this.#waiting.set(tunnel, () => resolve(() => sendToServer({ kind: 'closed', tunnel })));
    });
  }
}
