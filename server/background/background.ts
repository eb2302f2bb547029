import pino from 'pino';
import type { Report } from '../../contracts/stats/stats.ts';
import { ClickCounter } from '../clicks/click-counter.ts';
import { sortLinks } from '../clicks/click-order.store.ts';
import { addNodeCounts } from '../clicks/counts.store.ts';
import { toPlacesOptions, type Config } from '../config.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { openEngine } from '../engine/open-engine.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { FailureLog } from '../failure-log.ts';
import { packJson } from '../http/answer/packed-json.ts';
import { toOutcome } from '../own-command.ts';
import { lowerPriority } from '../priority.ts';
import { indexLinks } from '../search/search-index.ts';
import { listUnknownCodes } from '../stats/unknown-codes/unknown-codes.ts';
import { selectUnknownVisits } from '../stats/unknown-codes/unknown-codes.store.ts';
import { AGENT_RULES } from '../stats/classify/agents/agent.ts';
import { openPlaces, type Places } from '../stats/classify/places.ts';
import { findRange } from '../stats/query/time-range.ts';
import { countLinkPeople, findTopLinks, listLinks } from '../stats/query/list-links.ts';
import { listVisits } from '../stats/query/list-visits.ts';
import { createReport } from '../stats/query/report.ts';
import { MaintainLog } from '../stats/log/maintain-log.ts';
import { VisitRecorder } from '../stats/ingest/visit-recorder.ts';
import { Warehouse } from '../stats/warehouse/warehouse.ts';
import { countWatched, type WatchedLinks } from '../stats/live/live.ts';
import type { Reports } from '../stats/stats.routes.ts';
import type { BackgroundWork, FromBackground, ToBackground } from './messages.ts';

/** Slightly below visitors: a counting step that waits for the processor holds the write lock. */
const NICE = 10;
/** DuckDB creates its files by the umask: only the owner may read them. */
const UMASK = 0o077;

/** Runs the background work until the server exits. Throws when no server started it. */
export async function runBackground(config: Config): Promise<never> {
  if (process.send === undefined) throw new Error('only the server can start this process');
  process.umask(UMASK);
  startHeartbeat(() => send({ kind: 'alive' }));
  // The server receives these signals too, and then stops this process.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  const failures = new FailureLog(pino({ level: config.logLevel }));
  const queued: ToBackground[] = [];
  let receive = (call: ToBackground): void => void queued.push(call);
  process.on('message', (call: ToBackground) => receive(call));
  lowerPriority(NICE);
  const { engine, work } = await openWork(config, failures);
  receive = (call) => void answerCall(engine, work, call);
  for (const call of queued) receive(call);
  return new Promise(() => undefined);
}

async function openWork(
  config: Config,
  failures: FailureLog,
): Promise<{ engine: Engine; work: BackgroundWork }> {
  const { dataDir, clickQuotaBytes: quotaBytes, clickRetentionDays: keepDays } = config;
  const onError = (error: unknown) => void failures.note('background work failed', error);
  const engine = await openEngine(config, onError);
  const places = openPlaces({ ...toPlacesOptions(config), onError });
  const recorder = new VisitRecorder(engine, places);
  const warehouse = new Warehouse({ engine, dataDir, onError });
  void warehouse.removeLeftovers().catch(onError);
  const source = { engine, warehouse };
  const log = new MaintainLog({
    ...source,
    rules: AGENT_RULES,
    changeCounts: (tx, counts, node) => addNodeCounts(engine, tx, counts, node),
    keepDays,
    clock: nowSeconds,
    onError,
  });
  let watched: WatchedLinks = new Set();
  const counter = new ClickCounter({
    engine,
    dataDir,
    recorder,
    quotaBytes,
    onCounted: (visits, damagedBytes) =>
      send({
        kind: 'counted',
        clicks: visits.length,
        damagedBytes,
        watched: countWatched(visits, watched),
      }),
    whenReported: () => warehouse.waitForCalls(),
    onError,
  });
  const work: BackgroundWork = {
    count(isAwaited, nowWatched) {
      watched = nowWatched;
      return counter.count(isAwaited);
    },
    prepare: () => warehouse.read(() => Promise.resolve()),
    stopCounting: () => Promise.resolve(counter.stopCounting()),
    ...createReports(source, places),
    maintainLog: () => log.run(),
    sortLinks: oneAtATime(() => sortLinks(engine)),
    indexLinks: oneAtATime(() => indexLinks(engine)),
    checkpoint: () => engine.checkpoint(),
  };
  return { engine, work };
}

function createReports(
  source: { readonly engine: Engine; readonly warehouse: Warehouse },
  places: Places,
): Reports & Pick<BackgroundWork, 'findTopLinks'> {
  const { engine } = source;
  return {
    async report(request, pendingClicks = 0) {
      const report: Report = {
        ...(await createReport(source, request, nowSeconds())),
        pending_clicks: pendingClicks,
        knows_places: places.knowsPlaces,
      };
      return packJson(report);
    },
    async listLinks(request) {
      return packJson(await listLinks(source, request, nowSeconds()));
    },
    async listUnknownCodes(request) {
      const range = await findRange(engine, request, nowSeconds());
      return packJson({ codes: await listUnknownCodes(engine, range, request.domain) });
    },
    listVisits: async (request) => packJson(await listVisits(source, request)),
    listUnknownVisits: async (request) => packJson(await selectUnknownVisits(engine, request)),
    findTopLinks: (days, max) => findTopLinks(source, days, max),
    countPeople: (linkIds, days) => countLinkPeople(source, linkIds, days),
  };
}

async function answerCall(engine: Engine, work: BackgroundWork, call: ToBackground): Promise<void> {
  const { id } = call;
  try {
    send({ kind: 'answer', id, outcome: await toOutcome(engine, () => runCall(work, call)) });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send({ kind: 'failure', id, reason });
  }
}

function runCall(work: BackgroundWork, { name, args }: ToBackground): Promise<unknown> {
  const run = work[name] as (...args: unknown[]) => Promise<unknown>;
  return run(...args);
}

function send(message: FromBackground): void {
  process.send?.(message);
}
