import PQueue from 'p-queue';
import { reachOf } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Feature, Job } from '../feature.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import type { Call } from '../http/endpoint.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { selectFillDay } from './ingest/last-clicks.store.ts';
import { countAll, statsRoutes, type FindLink, type Reports } from './stats.routes.ts';
import { Alerts } from './alerts/alerts.ts';
import { Live } from './live/live.ts';
import type { VisitList, VisitSlice, VisitsRequest } from './query/list-visits.ts';
import { UnknownCodes } from './unknown-codes/unknown-codes.ts';
import type { UnknownVisitList } from './unknown-codes/unknown-codes.store.ts';
import { createNewestCounter } from './live/newest-clicks.ts';
import { type Days, SITE_ID } from './quarter.ts';

/** How long a report waits for the newest clicks, in milliseconds. */
const PATIENCE_MS = 2000;
/** While so many clicks wait, counting them takes longer, and a report only says how many wait. */
const BACKLOG_CLICKS = 20_000;
const ALERT_LINKS = 200;
/** How many lists of visits are read at once: apps ask for many pages together. */
const VISIT_LISTS = 2;

interface StatisticsOptions {
  readonly engine: Engine;
  readonly work: Reports & {
    prepare(isForReports?: boolean): Promise<void>;
    findTopLinks(days: Days, max: number): Promise<number[]>;
    maintainLog(): Promise<void>;
  };
  readonly settings: () => {
    readonly count_only: boolean;
    readonly alerts: boolean;
    readonly webhook: string;
  };
  readonly webhookGuard: AddressGuard;
  readonly baseUrl: string | null;
  readonly version: string;
  readonly clicks: {
    /** Counts the journal; resolves with the number of clicks. */
    drain(): Promise<number>;
    countPending(linkId: number): Promise<number>;
    listPending(): Promise<ReadonlyMap<number, number>>;
    publishTo(live: Pick<Live, 'watched' | 'publish'>): void;
  };
  readonly findLink: FindLink;
  readonly onError: (error: unknown) => void;
}

export type { EqualVisits } from './query/list-visits.ts';

export interface Statistics extends Feature {
  readonly jobs: readonly Job[];
  /**
   * A report may be requested soon: prepares for it while the page loads. `isAdmin`: an
   * administrator uses the pages, so the preparation is kept for some time.
   */
  prepareReport(isAdmin: boolean): void;
  /** All clicks, also those on deleted links, or on the links that a caller sees. */
  countAll(call: Call): Promise<number>;
  /** Single visits of the links that a caller sees, with the newest clicks. */
  listVisits(request: Omit<VisitsRequest, 'reach'>, call: Call): Promise<VisitList>;
  listUnknownVisits(request: VisitSlice): Promise<UnknownVisitList>;
  noteUnknownCode(code: string): void;
  endStreams(): void;
  close(): Promise<void>;
}

export function openStatistics(options: StatisticsOptions): Statistics {
  const { engine, work, clicks, findLink, onError } = options;
  const unknownCodes = new UnknownCodes({ engine, onError });
  const newest = createNewestCounter({ engine, drain: () => clicks.drain(), onError });
  const alerts = openAlerts(options, newest);
  const live = new Live({ countClicks: newest, onError });
  clicks.publishTo(live);
  async function countClicks(): Promise<void> {
    const counted = newest().catch(onError);
    if ((await clicks.countPending(SITE_ID)) > BACKLOG_CLICKS) return;
    // A failure of `prepare` would fail the report, too. A process that starts takes no patience.
    await work.prepare();
    await Promise.race([counted, Bun.sleep(PATIENCE_MS)]);
  }
  const flushUnknownCodes = () => unknownCodes.flush();
  const reporting = {
    engine,
    findLink,
    reports: work,
    alerts,
    live,
    countClicks,
    countPending: (linkId: number) => clicks.countPending(linkId),
    listPending: () => clicks.listPending(),
    flushUnknownCodes,
  };
  const lists = new PQueue({ concurrency: VISIT_LISTS });
  async function readVisits<List>(read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<List> {
    return new PackedJson<List>(await lists.add(read)).data;
  }
  return {
    routes: statsRoutes(reporting),
    countAll: (call) => countAll(reporting, call),
    async listVisits(request, { caller }) {
      await countClicks();
      return readVisits(() => work.listVisits({ ...request, reach: reachOf(caller) }));
    },
    async listUnknownVisits(request) {
      await flushUnknownCodes();
      return readVisits(() => work.listUnknownVisits(request));
    },
    jobs: [
      { name: 'store unknown codes', everySeconds: 10, run: flushUnknownCodes },
      ...listLeaderJobs(engine, work, alerts),
    ],
    prepareReport: (isAdmin) => void work.prepare(isAdmin).catch(() => undefined),
    noteUnknownCode: (code) => unknownCodes.note(code, nowSeconds()),
    endStreams: () => live.close(),
    async close() {
      live.close();
      await alerts.close();
      await unknownCodes.flush();
    },
  };
}

function openAlerts(options: StatisticsOptions, countClicks: () => Promise<void>): Alerts {
  const { engine, work, webhookGuard, baseUrl, version, onError } = options;
  return new Alerts({
    engine,
    settings: () => {
      const { count_only: countOnly, alerts: areOn, webhook } = options.settings();
      return { alerts: areOn && !countOnly, webhook };
    },
    webhookGuard,
    baseUrl,
    version,
    clock: nowSeconds,
    onError,
    countClicks,
    readDays: async (id, first, last) => [
      ...(await work.countPeople([id], { first, last })).get(id)!,
    ],
    findCandidates: (first, last) => work.findTopLinks({ first, last }, ALERT_LINKS),
  });
}

function listLeaderJobs(
  engine: Engine,
  work: StatisticsOptions['work'],
  alerts: Alerts,
): readonly Job[] {
  const isForLeader = true;
  return [
    { name: 'maintain statistics', everySeconds: 600, isForLeader, run: () => work.maintainLog() },
    {
      name: 'fill last clicks',
      everySeconds: 60,
      isForLeader,
      async run() {
        if ((await selectFillDay(engine.db)) !== null) await work.maintainLog();
      },
    },
    { name: 'check for alerts', everySeconds: 3600, isForLeader, run: () => alerts.check() },
    { name: 'deliver alerts', everySeconds: 60, isForLeader, run: () => alerts.deliver() },
  ];
}
