import pino, { type Logger } from 'pino';
import { openApp, type App, type Job } from './app.ts';
import type { Config } from './config.ts';
import { lockDataDirectory, openSqlite, type DirectoryLock } from './engine/sqlite.ts';
import { Front } from './front/front.ts';
import { openPageTitles, type PageTitles } from './links/page-title.ts';

/** How long the server waits before it tries to get ready again, in milliseconds. */
const RETRY_MS = 1000;
/** How long open requests have to end when the server stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

export interface RunningServer {
  readonly url: string;
  /** Resolves when the clicks of former processes are counted and `/healthz` says ok. */
  readonly ready: Promise<void>;
  /** Stops accepting, answers what is open, counts what is left. */
  stop(): Promise<void>;
}

interface ServeOptions {
  /** The way to the pages of others. */
  readonly pageTitles?: PageTitles;
  /**
   * How long a stopping server still answers, and ends each connection with its answer, in
   * milliseconds: time enough for a visitor to hear of it before the next request.
   */
  readonly goodbyeMs?: number;
}

/** Opens the data directory and serves the site; throws when another server has it. */
export async function startServer(
  config: Config,
  { pageTitles = openPageTitles(), goodbyeMs = 250 }: ServeOptions = {},
): Promise<RunningServer> {
  const log = pino({ level: config.logLevel });
  const lock = openDataDirectory(config.dataDir);
  const engine = await openSqlite(config.dataDir);
  const app = await openApp({ config, engine, log, pageTitles });
  if (config.admin !== null && !(await app.accounts.isSetUp())) {
    await app.accounts.init(config.admin);
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    // Each call limits its body itself, and answers in the envelope.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, connection) {
      const answer = app.fetch(request, () => {
        const peer = connection.requestIP(request);
        return front.addressOf(peer?.port ?? 0) ?? peer?.address ?? '';
      });
      return app.health === 'stopping' ? Promise.resolve(answer).then(sayGoodbye) : answer;
    },
    error(error) {
      log.error({ err: error }, 'request failed');
      return new Response('Something went wrong', { status: 500, headers: app.headers });
    },
  });
  const front = new Front({
    hostname: config.host,
    port: config.port,
    innerPort: server.port!,
    answer: app.plainRedirect,
    commit: () => app.clicks.journal.commit(),
  });
  const url = new URL(
    `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${front.port}/`,
  ).href;
  const timers = app.jobs.map((job) => schedule(job, log));

  async function stop(): Promise<void> {
    app.health = 'stopping';
    front.sayGoodbye();
    for (const timer of timers) clearInterval(timer);
    // Calls that wait for a page of others have their answer at once.
    pageTitles.close();
    await Bun.sleep(goodbyeMs);
    front.stop();
    const cut = setTimeout(() => void server.stop(true), STOP_GRACE_MS);
    await server.stop();
    clearTimeout(cut);
    // What cannot be counted now, on a full disk for example, stays in the journal.
    await app.close().catch((error: unknown) => log.error({ err: error }, 'the last count failed'));
    await engine.close();
    lock.release();
    log.info('stopped');
  }

  log.info({ url, dataDir: config.dataDir, engine: engine.version }, 'listening');
  return { url, ready: makeReady(app, log), stop };
}

/** Takes the data directory; throws an Error that says what is wrong with it. */
function openDataDirectory(dataDir: string): DirectoryLock {
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

/** Lets the visitor's next request go over another connection. */
function sayGoodbye(response: Response): Response {
  response.headers.set('Connection', 'close');
  return response;
}

/** Counts the clicks of former processes; tries again until it can, or the server stops. */
async function makeReady(app: App, log: Logger): Promise<void> {
  while (app.health === 'starting') {
    try {
      const clicks = await app.clicks.drain();
      if (clicks > 0) log.info({ clicks }, 'counted the clicks of a former process');
      app.health = 'ok';
    } catch (error) {
      log.error({ err: error }, 'cannot count the clicks of a former process yet');
      await Bun.sleep(RETRY_MS);
    }
  }
}

function schedule(job: Job, log: Logger): ReturnType<typeof setInterval> {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    job
      .run()
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job failed'))
      .finally(() => {
        running = false;
      });
  }, job.everySeconds * 1000);
  timer.unref();
  return timer;
}
