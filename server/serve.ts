import http from 'node:http';
import pino, { type Logger } from 'pino';
import { openApp, type App, type Job } from './app.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { openEngine } from './engine/open-engine.ts';
import { lockDataDirectory, type DirectoryLock } from './engine/sqlite.ts';
import { FailureLog } from './failure-log.ts';
import { Front } from './front/front.ts';
import { HEAD_MAX } from './front/request-head.ts';
import { VisitorAddresses } from './front/visitor-addresses.ts';
import { openPageTitles, type PageTitles } from './links/page-title.ts';
import { COMMAND } from './own-command.ts';
import { Generation } from './workers/generation.ts';
import { WorkerPool } from './workers/worker-pool.ts';

const RETRY_MS = 1000;
const STOP_GRACE_MS = 3000;
/** From the start of a stop: limits for the last count, and for a database that does not answer. */
const LAST_COUNT_MS = 3000;
const LAST_WAIT_MS = 3300;

export interface RunningServer {
  readonly url: string;
  /** Resolves when earlier clicks are counted and `/healthz` is ok. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
  /** Kills child processes: for a stop that takes too long. */
  kill(): void;
}

interface ServeOptions {
  readonly pageTitles?: PageTitles;
  /** A stopping server closes connections for so long, so that visitors reconnect elsewhere. */
  readonly closingMs?: number;
}

/** Throws when another server uses the data directory. */
export async function startServer(
  config: Config,
  { pageTitles = openPageTitles(), closingMs = 250 }: ServeOptions = {},
): Promise<RunningServer> {
  assertPortFree(config);
  const log = pino({ level: config.logLevel });
  const lock = acquireDataDirectory(config.dataDir);
  const failures = new FailureLog(log);
  const onDatabaseError = (error: unknown) => void failures.note('database', error);
  const engine = await openEngine(config, onDatabaseError, { asksForCheckpoints: true });
  const app = await openApp({ config, engine, failures, log, pageTitles, workers: () => workers });
  // Another server of the site may set it up too.
  if (config.admin !== null) await app.setUp(config.admin);
  const addresses = new VisitorAddresses();
  // Bun.serve has no such option. The front checks the size of heads itself.
  Object.assign(http, { maxHeaderSize: 2 * HEAD_MAX });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    // Each route limits its own body.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, connection) {
      const answer = app.fetch(request, () => {
        const peer = connection.requestIP(request);
        return addresses.get(peer?.port ?? 0) ?? peer?.address ?? '';
      });
      return app.health === 'stopping' ? Promise.resolve(answer).then(closeConnection) : answer;
    },
    error(error) {
      failures.note('request failed', error);
      return new Response('Something went wrong', { status: 500, headers: app.headers });
    },
  });
  const sharesPort = config.workers > 1;
  const front = new Front({
    hostname: config.host,
    port: config.port,
    sharesPort,
    innerPort: server.port!,
    countryHeader: config.countryHeader,
    answer: app.fastRedirect,
    commit: () => app.clicks.journal.commit(),
    registerVisitor: (port, address) => addresses.add(port, address),
    refuse: app.refuse,
  });
  const workers = new WorkerPool({
    count: config.workers - 1,
    command: [...COMMAND, 'worker'],
    start: {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      clickQuotaBytes: config.clickQuotaBytes,
      host: config.host,
      port: front.port,
      innerPort: server.port!,
      headers: app.headers,
      trustedProxies: config.trustedProxies.entries,
      countryHeader: config.countryHeader,
      geoipFile: config.geoipFile,
      logLevel: config.logLevel,
    },
    addresses,
    clicks: app.clicks,
    onUntrusted: (address) => app.noteUntrustedProxy(address),
    onError: (error) => void failures.note('a worker failed', error),
  });
  const generation = sharesPort ? new Generation(config.dataDir) : null;
  if (generation !== null) {
    notifyWorkers(engine, generation, (error) => {
      failures.note('cannot notify the workers of a change', error);
      workers.restart();
    });
  }
  const url = new URL(
    `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${front.port}/`,
  ).href;
  const timers = app.jobs.map((job) => schedule(job, failures));

  async function stop(): Promise<void> {
    const { promise: overdue, resolve: giveUp } = Promise.withResolvers<void>();
    const lastCount = setTimeout(() => app.clicks.stopCounting(), LAST_COUNT_MS);
    const lastWait = setTimeout(giveUp, LAST_WAIT_MS);
    app.health = 'stopping';
    front.closeAfterAnswers();
    workers.closeAfterAnswers();
    for (const timer of timers) clearInterval(timer);
    // Ends waiting requests for titles.
    pageTitles.close();
    app.endStreams();
    await Bun.sleep(closingMs);
    const stopped = Promise.all([front.stop(), workers.stop()]);
    const cut = setTimeout(() => void server.stop(true), STOP_GRACE_MS);
    await server.stop();
    await stopped;
    clearTimeout(cut);
    // Uncounted clicks stay in the journal, for example on a full disk.
    const counted = app.close().catch((error: unknown) => {
      failures.note('counting clicks at shutdown failed', error);
    });
    await Promise.race([counted, overdue]);
    clearTimeout(lastCount);
    clearTimeout(lastWait);
    // Ends work that waits for a hung database.
    app.giveUp();
    await engine.close();
    await counted;
    generation?.close();
    lock.release();
    failures.close();
    log.info('stopped');
  }

  const database = `${engine.product} ${engine.version}`;
  log.info({ url, dataDir: config.dataDir, database }, 'listening');
  const ready = Promise.all([makeReady(app, log, failures), workers.start()]);
  const kill = (): void => {
    workers.kill();
    app.kill();
  };
  return { url, ready: ready.then(() => undefined), stop, kill };
}

/** Where processes share the port, no later error would say that it is taken. */
function assertPortFree({ host, port }: Config): void {
  try {
    const socket = { data: () => undefined };
    Bun.listen({ hostname: host, port, exclusive: true, socket }).stop(true);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'another program listens there' : (code ?? String(error));
    throw new Error(`PORT: cannot listen on port ${port} of ${host}: ${reason}`, { cause: error });
  }
}

/** Notifies the workers before the change's request is answered. */
function notifyWorkers(
  { changes }: Engine,
  generation: Generation,
  onFailure: (error: unknown) => void,
): void {
  const increment = (): void => {
    try {
      generation.increment();
    } catch (error) {
      onFailure(error);
    }
  };
  for (const kind of ['link', 'all-links', 'option'] as const) changes.subscribe(kind, increment);
}

function acquireDataDirectory(dataDir: string): DirectoryLock {
  let lock: DirectoryLock | null;
  try {
    lock = lockDataDirectory(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR: ${dataDir} cannot be used: ${reason}`, { cause: error });
  }
  if (lock === null) throw new Error(`another Brisk server uses ${dataDir}`);
  return lock;
}

/** The visitor's next request uses another connection. */
function closeConnection(response: Response): Response {
  response.headers.set('Connection', 'close');
  return response;
}

/** Counts the clicks of earlier processes; retries until it works or the server stops. */
async function makeReady(app: App, log: Logger, failures: FailureLog): Promise<void> {
  while (isStarting(app)) {
    try {
      const clicks = await app.clicks.drain();
      if (clicks > 0) log.info({ clicks }, 'counted the clicks left by a previous process');
      if (isStarting(app)) app.health = 'ok';
      void app.clicks
        .wipe()
        .catch((error: unknown) =>
          failures.note('wiping addresses from the journal failed', error),
        );
    } catch (error) {
      failures.note('cannot count the clicks left by a previous process yet', error);
      await Bun.sleep(RETRY_MS);
    }
  }
}

function isStarting({ health }: App): boolean {
  return health === 'starting';
}

function schedule(job: Job, failures: FailureLog): ReturnType<typeof setInterval> {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    job
      .run()
      .catch((error: unknown) => failures.note(`the job "${job.name}" failed`, error))
      .finally(() => {
        running = false;
      });
  }, job.everySeconds * 1000);
  timer.unref();
  return timer;
}
