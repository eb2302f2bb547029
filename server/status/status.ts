import type { ReplyOf } from '../../contracts/route.ts';
import type { Engine } from '../engine/engine.ts';
import type { getStatus, WorkerStatus } from '../../contracts/status.ts';

export interface StatusOptions {
  readonly version: string;
  readonly database: Pick<Engine, 'product' | 'version'>;
  readonly workers: () => readonly WorkerStatus[];
  /** Click totals of workers that have exited. */
  readonly exitedWorkers: () => Omit<WorkerStatus, 'pid' | 'started_at' | 'silent_seconds'>;
  readonly replaced: () => Status['replaced'];
  readonly untrustedProxy: () => Status['untrusted_proxy'];
  readonly clicks: {
    readonly drained: number;
    /** Damaged bytes of the journal that were skipped since the start. */
    readonly damagedBytes: number;
    /** Segments that are kept because part of them is damaged. */
    countDamagedSegments(): number;
    /** When the oldest uncounted click happened, in milliseconds; null: none. */
    findOldestPending(): Promise<number | null>;
  };
}

export type Status = ReplyOf<typeof getStatus>;

/** Unix seconds. */
export const startedAt = Math.floor(Date.now() / 1000 - process.uptime());

/** The part of the status that needs no database. */
export function readCounts({
  version,
  workers: readWorkers,
  exitedWorkers,
  replaced,
  clicks,
}: StatusOptions) {
  const workers = readWorkers();
  const sum = (count: 'acknowledged' | 'journalled' | 'uncounted') =>
    workers.reduce((total, worker) => total + worker[count], exitedWorkers()[count]);
  return {
    version,
    workers: [...workers],
    replaced: replaced(),
    clicks: {
      acknowledged: sum('acknowledged'),
      journalled: sum('journalled'),
      drained: clicks.drained,
      uncounted: sum('uncounted'),
      damaged_bytes: clicks.damagedBytes,
      damaged_segments: clicks.countDamagedSegments(),
    },
  };
}

/** The age of the oldest uncounted click, in seconds; 0 when there is none. */
export async function readLag({ clicks }: StatusOptions): Promise<number> {
  const oldest = await clicks.findOldestPending();
  // After the clock was set back, the age would be negative.
  return oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1000;
}

export async function readStatus(options: StatusOptions): Promise<Status> {
  const { product, version } = options.database;
  const { clicks, ...counts } = readCounts(options);
  return {
    ...counts,
    uptime: Math.floor(process.uptime()),
    ...(product === 'SQLite' ? { sqlite_version: version } : { postgres_version: version }),
    untrusted_proxy: options.untrustedProxy(),
    clicks: { ...clicks, lag_seconds: await readLag(options) },
  };
}
