import pino from 'pino';
import type { Report } from '../../contracts/stats.ts';
import { ClickCounter } from '../clicks/click-counter.ts';
import { sortLinks } from '../clicks/click-order.store.ts';
import { placesOf, type Config } from '../config.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { openEngine } from '../engine/open-engine.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { FailureLog } from '../failure-log.ts';
import { packJson } from '../http/packed-json.ts';
import { toOutcome } from '../own-command.ts';
import { lowerPriority } from '../priority.ts';
import { listMissed } from '../stats/missed/list-missed.ts';
import { openPlaces } from '../stats/places.ts';
import { findSpan } from '../stats/reports/find-span.ts';
import { getReady } from '../stats/reports/get-ready.ts';
import { listLinks } from '../stats/reports/list-links.ts';
import { practise } from '../stats/reports/practise.ts';
import { createReport } from '../stats/reports/report.ts';
import { countImportedClicks } from '../stats/reports/reports.store.ts';
import { ReportMemory } from '../stats/reports/report-memory.ts';
import { SettledCopy } from '../stats/reports/settled-copy.ts';
import type { ReportSource } from '../stats/reports/source.ts';
import { countPeople, findTop } from '../stats/reports/top-list.ts';
import { Upkeep } from '../stats/upkeep/upkeep.ts';
import { VisitRecorder } from '../stats/visit-recorder.ts';
import { countWatched } from '../stats/watched.ts';
import { Leisure } from './leisure.ts';
import type { BackgroundWork, FromBackground, ToBackground } from './messages.ts';

/**
 * Behind visitors, but not by much: a step of counting that waits for the processor has others wait
 * who write to the database.
 */
const NICE = 10;

/**
 * A process that counts clicks, reads statistics and tidies the database for the server: what keeps
 * a thread busy would keep visitors waiting. It ends with the server, at whatever instant. Throws
 * when no server started it.
 */
export async function runBackground(config: Config): Promise<never> {
  if (process.send === undefined) throw new Error('only the server starts this process');
  startHeartbeat(() => tell({ kind: 'alive' }));
  // The server hears of these too, and says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  const failures = new FailureLog(pino({ level: config.logLevel }));
  const waiting: ToBackground[] = [];
  let take = (call: ToBackground): void => void waiting.push(call);
  process.on('message', (call: ToBackground) => take(call));
  lowerPriority(NICE);
  const leisure = new Leisure();
  const { engine, work } = await open(config, failures, leisure);
  take = (call) => void leisure.interrupt(() => answer(engine, work, call));
  for (const call of waiting) take(call);
  return new Promise(() => undefined);
}

async function open(
  config: Config,
  failures: FailureLog,
  leisure: Leisure,
): Promise<{ engine: Engine; work: BackgroundWork }> {
  const { dataDir, clickQuotaBytes: quotaBytes, clickRetentionDays: keepDays } = config;
  const onError = (error: unknown) => void failures.note('background work failed', error);
  const engine = await openEngine(config, onError);
  const places = openPlaces({ ...placesOf(config), onError });
  const recorder = new VisitRecorder(engine, places);
  const upkeep = new Upkeep({ engine, recorder, keepDays, clock: nowSeconds, onError });
  const settledCopy = new SettledCopy(dataDir);
  const memory = new ReportMemory(settledCopy);
  const copySettled = oneAtATime(async () =>
    settledCopy.refresh(engine, await recorder.openFacts()),
  );
  const openSource = async (): Promise<ReportSource> => {
    return { engine, memory, facts: await recorder.openFacts() };
  };
  let watched: ReadonlySet<number> = new Set();
  const counter = new ClickCounter({
    engine,
    dataDir,
    recorder,
    quotaBytes,
    onCounted: (visits, damagedBytes) =>
      tell({
        kind: 'counted',
        clicks: visits.length,
        damagedBytes,
        watched: countWatched(visits, watched),
      }),
    onError,
  });
  const work: BackgroundWork = {
    count(isAwaited, nowWatched) {
      watched = nowWatched;
      return counter.count(isAwaited);
    },
    async begin() {
      const source = await openSource();
      // Whoever asks for the same is told what fails.
      await getReady(source, nowSeconds()).catch(onError);
      // Nobody waits for that.
      const prepare = async (): Promise<void> => {
        await settledCopy.prefault();
        await practise(source, nowSeconds(), leisure);
      };
      void prepare().catch(onError);
    },
    giveUp: () => Promise.resolve(counter.giveUp()),
    async report(request) {
      const report: Report = {
        ...(await createReport(await openSource(), request, nowSeconds())),
        imported_clicks: await countImportedClicks(engine, request.linkId),
        knows_places: places.knowsPlaces,
      };
      return packJson(report);
    },
    async listLinks(request) {
      return packJson(await listLinks(await openSource(), request, nowSeconds()));
    },
    async listMissed(request) {
      const span = await findSpan(engine, request, nowSeconds());
      return packJson({ codes: await listMissed(engine, span) });
    },
    findTop: (days, max) => findTop({ engine, memory }, days, max),
    countPeople: (linkIds, days) => countPeople({ engine, memory }, linkIds, days),
    async keepUp() {
      await upkeep.run();
      await copySettled();
    },
    copySettled,
    sortLinks: oneAtATime(() => sortLinks(engine)),
    checkpoint: () => engine.checkpoint(),
  };
  return { engine, work };
}

async function answer(engine: Engine, work: BackgroundWork, call: ToBackground): Promise<void> {
  const { id } = call;
  try {
    tell({ kind: 'answer', id, outcome: await toOutcome(engine, () => perform(work, call)) });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ kind: 'failure', id, reason });
  }
}

function perform(work: BackgroundWork, { name, args }: ToBackground): Promise<unknown> {
  // Each name stands with the arguments of its own.
  const run = work[name] as (...args: unknown[]) => Promise<unknown>;
  return run(...args);
}

function tell(message: FromBackground): void {
  process.send?.(message);
}
