import type { App } from './app.ts';
import type { Engine } from './engine/engine.ts';
import type { FailureLog } from './failure-log.ts';
import type { Front } from './front/front.ts';
import type { PageTitles } from './page-titles/page-title.ts';
import type { InnerServer } from './listen.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

const STOP_GRACE_MS = 2500;
/** From the start of a stop: limits for the last count, and for a database that does not answer. */
const LAST_COUNT_MS = 2500;
const LAST_WAIT_MS = 2800;

interface Parts {
  readonly app: App;
  readonly front: Front;
  readonly inner: InnerServer;
  readonly workers: WorkerPool;
  readonly pageTitles: PageTitles;
  readonly stopJobs: () => void;
  readonly engine: Engine;
  readonly failures: FailureLog;
}

/** Answers open requests, counts the last clicks and closes the database. */
export async function stopServer(parts: Parts, closingMs: number): Promise<void> {
  const { app, front, inner, workers, engine } = parts;
  const { promise: overdue, resolve: giveUp } = Promise.withResolvers<void>();
  const lastCount = setTimeout(() => app.clicks.stopCounting(), LAST_COUNT_MS);
  const lastWait = setTimeout(giveUp, LAST_WAIT_MS);
  app.health.status = 'stopping';
  front.closeAfterAnswers();
  workers.closeAfterAnswers();
  parts.stopJobs();
  parts.pageTitles.close();
  app.endStreams();
  await Bun.sleep(closingMs);
  const cut = setTimeout(() => inner.cut(), STOP_GRACE_MS);
  await Promise.all([front.stop(), workers.stop(), inner.stop()]);
  clearTimeout(cut);
  // Uncounted clicks stay in the journal, for example on a full disk.
  const counted = app.close().catch((error: unknown) => {
    parts.failures.note('counting clicks at shutdown failed', error);
  });
  await Promise.race([counted, overdue]);
  clearTimeout(lastCount);
  clearTimeout(lastWait);
  // Ends work that waits for a hung database.
  app.giveUp();
  await engine.close();
  await counted;
}
