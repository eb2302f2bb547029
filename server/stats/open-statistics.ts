import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { alertRoutes } from './alerts.routes.ts';
import { Alerts } from './alerts/alerts.ts';
import { Live } from './live/live.ts';
import { UnknownCodes } from './unknown-codes/unknown-codes.ts';
import { createNewestCounter } from './live/newest-clicks.ts';
import { statsRoutes, type Reports } from './stats.routes.ts';
import type { Days } from './query/link-list.ts';
import type { WatchedCounts } from './live/watched.ts';

/** How long a report waits for the newest clicks, in milliseconds. */
const PATIENCE_MS = 2000;
/** Candidates for alerts per day. */
const ALERT_LINKS = 200;

interface StatisticsOptions {
  readonly engine: Engine;
  /** The work of the background process. */
  readonly work: Reports & {
    prepare(): Promise<void>;
    findTopLinks(days: Days, max: number): Promise<number[]>;
    maintainLog(): Promise<void>;
  };
  readonly settings: () => {
    readonly count_only: boolean;
    readonly alerts: boolean;
    readonly webhook: string;
  };
  /** Allows the addresses of webhooks. */
  readonly webhookGuard: AddressGuard;
  readonly baseUrl: string | null;
  readonly version: string;
  /** Counts the journal; resolves with the number of clicks. */
  readonly drain: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

interface Task {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
}

export interface Statistics {
  readonly routes: readonly Endpoint[];
  /** Tasks of every server, and of the leader. */
  readonly tasks: readonly Task[];
  readonly leaderTasks: readonly Task[];
  /** A report will be requested soon: prepares for it while the page loads. */
  prepareReport(): void;
  noteUnknownCode(code: string): void;
  /** Ids of watched links; 0 for the whole site. */
  watched(): ReadonlySet<number>;
  /** Publishes their new clicks. */
  publish(counts: WatchedCounts): void;
  endStreams(): void;
  close(): Promise<void>;
}

export function openStatistics(options: StatisticsOptions): Statistics {
  const { engine, work, drain, onError } = options;
  const unknownCodes = new UnknownCodes({ engine, onError });
  const newest = createNewestCounter({ engine, drain, onError });
  const alerts = new Alerts({
    engine,
    settings: () => {
      const { count_only: countOnly, alerts: areOn, webhook } = options.settings();
      return { alerts: areOn && !countOnly, webhook };
    },
    webhookGuard: options.webhookGuard,
    baseUrl: options.baseUrl,
    version: options.version,
    clock: nowSeconds,
    onError,
    countClicks: newest,
    readDays: async (id, first, last) => [
      ...(await work.countPeople([id], { first, last })).get(id)!,
    ],
    findCandidates: (first, last) => work.findTopLinks({ first, last }, ALERT_LINKS),
  });
  const live = new Live({ countClicks: newest, onError });
  async function countClicks(): Promise<void> {
    const counted = newest().catch(onError);
    // A failure of `prepare` would fail the report, too.
    await work.prepare();
    await Promise.race([counted, Bun.sleep(PATIENCE_MS)]);
  }
  return {
    routes: [
      ...statsRoutes({
        engine,
        reports: work,
        live,
        countClicks,
        flushUnknownCodes: () => unknownCodes.flush(),
      }),
      ...alertRoutes(alerts),
    ],
    tasks: [{ name: 'note unknownCodes codes', everySeconds: 10, run: () => unknownCodes.flush() }],
    leaderTasks: [
      { name: 'maintain statistics', everySeconds: 600, run: () => work.maintainLog() },
      { name: 'check for alerts', everySeconds: 3600, run: () => alerts.check() },
      { name: 'deliver alerts', everySeconds: 60, run: () => alerts.deliver() },
    ],
    // The request itself reports the error.
    prepareReport: () => void work.prepare().catch(() => undefined),
    noteUnknownCode: (code) => unknownCodes.note(code, nowSeconds()),
    watched: () => live.watched,
    publish: (counts) => live.publish(counts),
    endStreams: () => live.close(),
    async close() {
      live.close();
      await alerts.close();
      await unknownCodes.flush();
    },
  };
}
