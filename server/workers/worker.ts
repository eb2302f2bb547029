import pino from 'pino';
import { findBlockedText } from '../../contracts/user-agent.ts';
import { Journal } from '../clicks/journal/journal.ts';
import { openJournalDirectory } from '../clicks/journal/segments.ts';
import { DomainIndex } from '../domains/domain-index.ts';
import { DOMAINS_OPTION, parseDomains } from '../domains/domains.store.ts';
import type { Reader } from '../engine/engine.ts';
import { openReader } from '../engine/open-engine.ts';
import { FailureLog } from '../failure-log.ts';
import { copyFastVisit } from '../front/fast-visit.ts';
import { Front } from '../front/front.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { TrustedProxies } from '../http/client/client-address.ts';
import { createRefusals } from '../http/answer/refused-request.ts';
import { UntrustedProxy } from '../http/client/untrusted-proxy.ts';
import { createCountryFinder, type VisitorRules } from '../redirect/answer-visit.ts';
import { createFastRedirect } from '../redirect/fast-redirect.ts';
import { Targets } from '../redirect/targets.ts';
import { followOption, followSetting } from '../site/followed-setting.ts';
import { openGenerationReader } from './generation.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const STOP_GRACE_MS = 3000;
const FOLLOW_MS = 60_000;
const COUNTS_MS = 1000;
/** How long visits wait for the changes, if the database hangs. */
const CATCH_UP_MS = 500;

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
    else if (message.kind === 'sync') whenOpened((worker) => void worker.sync().catch(reject));
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

async function followVisitorRules(
  { geoipFile, countryHeader }: Start,
  reader: Reader,
  failures: FailureLog,
): Promise<VisitorRules> {
  const blockedTexts = await followSetting(reader, 'blocked_user_agents');
  const statistics = await followSetting(reader, 'statistics');
  const onError = (error: unknown): void => void failures.note('background work failed', error);
  return {
    blocksAny: () => blockedTexts().length > 0,
    isBlocked: (userAgent) => findBlockedText(userAgent, blockedTexts()) !== null,
    country: createCountryFinder({ geoipFile, trustsHeader: countryHeader !== null, onError }),
    drawsAnew: () => statistics().count_only,
  };
}

interface KnownChanges {
  readonly readGeneration: () => number;
  /** That of the last change which this process knows. */
  generation: number;
}

interface Opened {
  readonly failures: FailureLog;
  readonly reader: Reader;
  readonly visitors: VisitorRules;
  readonly domains: DomainIndex;
  readonly changes: KnownChanges;
}

/** Redirects from its own cache and database connection; the server gets all other connections. */
class Worker {
  readonly #failures: FailureLog;
  readonly #journal: Journal;
  readonly #reader: Reader;
  readonly #front: Front;
  /** Tunnels whose visitor the server has not registered. */
  readonly #waiting = new Map<number, () => void>();
  /** Pending while changes are read. */
  #catchingUp: Promise<void> | null = null;
  #tunnels = 0;
  #sentClicks = 0;

  static async open(start: Start): Promise<Worker> {
    const failures = new FailureLog(pino({ level: start.logLevel }));
    const readGeneration = openGenerationReader(start.dataDir);
    // Read first: a change meanwhile makes it outdated.
    const changes = { readGeneration, generation: readGeneration() };
    const reader = await openReader(start, (error) => void failures.note('database', error));
    const visitors = await followVisitorRules(start, reader, failures);
    const domains = new DomainIndex();
    await followOption(reader, DOMAINS_OPTION, (stored) => domains.use(parseDomains(stored)));
    return new Worker(start, { failures, reader, visitors, domains, changes });
  }

  private constructor(start: Start, opened: Opened) {
    const { failures, reader, visitors, domains, changes } = opened;
    const journal = openJournal(start, failures);
    const proxies = new TrustedProxies(start.trustedProxies);
    const untrusted = new UntrustedProxy([], ({ address }) =>
      sendToServer({ kind: 'untrusted', address }),
    );
    const noteUntrusted = (address: string): void => untrusted.note(address);
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
      visitors,
      clientAddress: (socket, hops) => proxies.clientAddress(socket, hops, noteUntrusted),
      isTrustedProxy: (socket) => proxies.has(socket),
      domains,
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
        const generation = changes.readGeneration();
        if (generation !== changes.generation) {
          this.#catchUp();
          // The earlier value: a change meanwhile makes it outdated.
          changes.generation = generation;
        }
        if (this.#catchingUp === null) return redirect(visit, bytes, peer);
        const copy = copyFastVisit(visit);
        return this.#catchingUp.then(() => (peer.hasLeft ? null : redirect(copy, bytes, peer)));
      },
      commit: () => journal.commit(),
      registerVisitor: (from, address) => this.#registerVisitor(from, address),
      refuse: createRefusals(start.headers),
    });
    // The feed keeps changes for an hour.
    setInterval(() => void this.#followChanges(), FOLLOW_MS).unref();
    setInterval(() => this.#sendCounts(), COUNTS_MS).unref();
    sendToServer({ kind: 'listening' });
  }

  /** SQLite answers at once. With PostgreSQL, visits wait until the caches know every change. */
  #catchUp(): void {
    const following = this.#followChanges();
    if (following === null) return;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CATCH_UP_MS);
    const catchingUp = Promise.race([following, patience]).finally(() => {
      clearTimeout(timer);
      if (this.#catchingUp === catchingUp) this.#catchingUp = null;
    });
    this.#catchingUp = catchingUp;
  }

  /** Null = done. A worker that cannot follow must not answer. The server starts another. */
  #followChanges(): Promise<void> | null {
    const onError = (what: string, error: unknown): void => void this.#failures.note(what, error);
    try {
      const pulling = this.#reader.pull() ?? null;
      return pulling?.catch((error: unknown) => onError('database', error)) ?? null;
    } catch (error) {
      onError('a worker cannot follow the changes', error);
      return process.exit(1);
    }
  }

  /** Each turn of the front records its clicks before the next message is read. */
  async sync(): Promise<void> {
    await this.#followChanges();
    sendToServer({ kind: 'synced' });
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
