import pino, { type Logger } from 'pino';
import { openApp, type App, type Job } from './app.ts';
import type { Config } from './config.ts';
import { lockDataDirectory, openSqlite } from './engine/sqlite.ts';
import { openPageTitles } from './links/page-title.ts';

/** The largest body that is read at all, in bytes. */
const BODY_MAX = 16 * 1024 * 1024;
/** How long open requests have to end when the server stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

export interface RunningServer {
  readonly url: string;
  /** Resolves when the clicks of former processes are counted and `/healthz` says ok. */
  readonly ready: Promise<void>;
  /** Stops accepting, answers what is open, counts what is left. */
  stop(): Promise<void>;
}

/**
 * Opens the data directory and serves the site; throws when another server has it. `pageTitles`
 * is the way to the pages of others.
 */
export async function startServer(
  config: Config,
  pageTitles = openPageTitles(),
): Promise<RunningServer> {
  const log = pino({ level: config.logLevel });
  const lock = lockDataDirectory(config.dataDir);
  if (lock === null) throw new Error(`another Brisk server uses ${config.dataDir}`);
  const engine = await openSqlite(config.dataDir);
  const app = await openApp({ config, engine, log, pageTitles });
  if (config.admin !== null && !(await app.accounts.isSetUp())) {
    await app.accounts.init(config.admin);
  }
  const server = Bun.serve({
    port: config.port,
    hostname: config.host,
    idleTimeout: 60,
    maxRequestBodySize: BODY_MAX,
    fetch: (request, connection) =>
      app.fetch(request, () => connection.requestIP(request)?.address ?? ''),
    error(error) {
      log.error({ err: error }, 'request failed');
      return new Response('Something went wrong', { status: 500 });
    },
  });
  const timers = app.jobs.map((job) => schedule(job, log));

  async function stop(): Promise<void> {
    app.health = 'stopping';
    for (const timer of timers) clearInterval(timer);
    const cut = setTimeout(() => void server.stop(true), STOP_GRACE_MS);
    await server.stop();
    clearTimeout(cut);
    await app.close();
    await engine.close();
    lock?.release();
  }

  log.info({ url: server.url.href, dataDir: config.dataDir, engine: engine.version }, 'listening');
  return { url: server.url.href, ready: makeReady(app, log), stop };
}

async function makeReady(app: App, log: Logger): Promise<void> {
  const clicks = await app.clicks.drain();
  if (clicks > 0) log.info({ clicks }, 'counted the clicks of a former process');
  if (app.health === 'starting') app.health = 'ok';
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
