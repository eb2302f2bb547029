import pino, { type DestinationStream, type Logger } from 'pino';
import { openApp, type App } from './app.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { openEngine } from './engine/open-engine.ts';
import { lockDataDirectory, type DirectoryLock } from './engine/sqlite/sqlite.ts';
import { FailureLog } from './failure-log.ts';
import type { Front } from './front/front.ts';
import { startJobs } from './jobs.ts';
import { openPageTitles, type PageTitles } from './page-titles/page-title.ts';
import {
  assertPortFree,
  formatUrl,
  openFront,
  openInnerServer,
  type InnerServer,
} from './listen.ts';
import { COMMAND } from './own-command.ts';
import { stopServer } from './stop.ts';
import { Generation } from './workers/generation.ts';
import { WorkerPool } from './workers/worker-pool.ts';

const RETRY_MS = 1000;

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
  /** How long a stopping server closes connections, so that visitors reconnect elsewhere. */
  readonly closingMs?: number;
  /** Starts the child processes; the default is this program. */
  readonly command?: readonly string[];
  readonly auditTo?: DestinationStream | undefined;
}

/** Throws when another server uses the data directory. */
export async function startServer(
  config: Config,
  { pageTitles = openPageTitles(), closingMs = 250, command = COMMAND, auditTo }: ServeOptions = {},
): Promise<RunningServer> {
  assertPortFree(config);
  const log = pino({ level: config.logLevel });
  for (const warning of config.warnings) log.warn(warning);
  const lock = acquireDataDirectory(config.dataDir);
  const failures = new FailureLog(log);
  const onDatabaseError = (error: unknown) => void failures.note('database', error);
  const engine = await openEngine(config, onDatabaseError, { asksForCheckpoints: true });
  const app = await openApp({ config, engine, failures, log, pageTitles, command, auditTo });
  // Another server of the site may set it up too.
  if (config.admin !== null) await app.setUp(config.admin);
  const inner = openInnerServer(app, failures);
  const front = openFront(config, app, inner);
  app.notePort(front.port);
  const workers = openWorkers({ config, app, inner, front, failures, command });
  app.showWorkers(workers);
  const generation = config.workers > 1 ? new Generation(config.dataDir) : null;
  if (generation !== null) {
    notifyWorkers(engine, generation, (error) => {
      failures.note('cannot notify the workers of a change', error);
      workers.restart();
    });
  }
  const stopJobs = startJobs(app.jobs, engine, failures);
  const parts = { app, front, inner, workers, pageTitles, stopJobs, engine, failures };
  const url = formatUrl(config.host, front.port);
  const database = `${engine.product} ${engine.version}`;
  log.info({ url, dataDir: config.dataDir, database }, 'listening');
  const ready = Promise.all([makeReady(app, log, failures), workers.start()]);
  return {
    url,
    ready: ready.then(() => undefined),
    async stop() {
      await stopServer(parts, closingMs);
      generation?.close();
      lock.release();
      failures.close();
      log.info('stopped');
    },
    kill() {
      workers.kill();
      app.kill();
    },
  };
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

interface WorkersOptions {
  readonly config: Config;
  readonly app: App;
  readonly inner: InnerServer;
  readonly front: Front;
  readonly failures: FailureLog;
  readonly command: readonly string[];
}

function openWorkers({ config, app, inner, front, failures, command }: WorkersOptions): WorkerPool {
  return new WorkerPool({
    count: config.workers - 1,
    command: [...command, 'worker'],
    start: {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      clickQuotaBytes: config.clickQuotaBytes,
      host: config.host,
      port: front.port,
      innerPort: inner.port,
      headers: app.headers,
      trustedProxies: config.trustedProxies.entries,
      countryHeader: config.countryHeader,
      geoipFile: config.geoipFile,
      logLevel: config.logLevel,
    },
    addresses: inner.addresses,
    clicks: app.clicks,
    onUntrusted: (address) => app.noteUntrustedProxy(address),
    onError: (error) => void failures.note('a worker failed', error),
  });
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

/** Counts the clicks of earlier processes; retries until it works or the server stops. */
async function makeReady(
  { health, clicks }: App,
  log: Logger,
  failures: FailureLog,
): Promise<void> {
  const isStarting = () => health.status === 'starting';
  while (isStarting()) {
    try {
      const counted = await clicks.drain();
      if (counted > 0) {
        log.info({ clicks: counted }, 'counted the clicks left by a previous process');
      }
      if (isStarting()) health.status = 'ok';
      void clicks
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
