import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { alertRoutes } from './alerts.routes.ts';
import { Alerts } from './alerts/alerts.ts';
import { Live } from './live/live.ts';
import { MissedCodes } from './missed/missed-codes.ts';
import { countNewest } from './live/newest-clicks.ts';
import { statsRoutes, type Reports } from './stats.routes.ts';
import type { Days } from './query/link-list.ts';
import type { WatchedCounts } from './live/watched.ts';

/** How long who looks at statistics waits for the newest clicks, in milliseconds. */
const PATIENCE_MS = 2000;
/** How many links are looked at for what is unusual. */
const ALERT_LINKS = 200;

interface StatisticsOptions {
  readonly engine: Engine;
  /** What takes time to find out, and to keep up. */
  readonly work: Reports & {
    begin(): Promise<void>;
    findTop(days: Days, max: number): Promise<number[]>;
    keepUp(): Promise<void>;
  };
  readonly settings: () => {
    readonly count_only: boolean;
    readonly alerts: boolean;
    readonly webhook: string;
  };
  /** Where the webhook may be. */
  readonly webhookGuard: AddressGuard;
  readonly baseUrl: string | null;
  readonly version: string;
  /** Adds to the counts what the journal holds; resolves with the number of clicks. */
  readonly drain: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** A task of statistics that is due again and again. */
interface Task {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
}

/** What statistics are to the rest of the site. */
export interface Statistics {
  readonly routes: readonly Endpoint[];
  /** For every server, and for the one that leads. */
  readonly tasks: readonly Task[];
  readonly leaderTasks: readonly Task[];
  /** Somebody is about to ask for a report: who makes it gets ready while their page loads. */
  expect(): void;
  /** Somebody asked for a code that is not there. */
  noteMissed(code: string): void;
  /** The links that somebody watches, and 0 where it is the site. */
  watched(): ReadonlySet<number>;
  /** New clicks of theirs are counted. */
  tell(counts: WatchedCounts): void;
  /** Tells those who watch that nothing comes any more. */
  endStreams(): void;
  /** Ends what runs in the background. */
  close(): Promise<void>;
}

/** Puts together all that tells who came. */
export function openStatistics(options: StatisticsOptions): Statistics {
  const { engine, work, drain, onError } = options;
  const missed = new MissedCodes({ engine, onError });
  const newest = countNewest({ engine, drain, onError });
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
    findCandidates: (first, last) => work.findTop({ first, last }, ALERT_LINKS),
  });
  const live = new Live({ countClicks: newest, onError });
  async function countClicks(): Promise<void> {
    const counted = newest().catch(onError);
    // Who cannot begin can tell of nothing else either.
    await work.begin();
    await Promise.race([counted, Bun.sleep(PATIENCE_MS)]);
  }
  return {
    routes: [
      ...statsRoutes({
        engine,
        reports: work,
        live,
        countClicks,
        flushMissed: () => missed.flush(),
      }),
      ...alertRoutes(alerts),
    ],
    tasks: [{ name: 'note missed codes', everySeconds: 10, run: () => missed.flush() }],
    leaderTasks: [
      { name: 'keep up statistics', everySeconds: 600, run: () => work.keepUp() },
      { name: 'look for the unusual', everySeconds: 3600, run: () => alerts.check() },
      { name: 'tell of the unusual', everySeconds: 60, run: () => alerts.deliver() },
    ],
    // Whoever asks is told what fails.
    expect: () => void work.begin().catch(() => undefined),
    noteMissed: (code) => missed.note(code, nowSeconds()),
    watched: () => live.watched,
    tell: (counts) => live.tell(counts),
    endStreams: () => live.close(),
    async close() {
      live.close();
      await alerts.close();
      await missed.flush();
    },
  };
}
