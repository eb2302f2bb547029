import type { ReplyOf } from '../../contracts/route.ts';
import type { getStatus, WorkerStatus } from '../../contracts/status.ts';

export interface StatusOptions {
  readonly version: string;
  readonly sqliteVersion: string;
  /** The processes that answer visitors. */
  readonly workers: () => readonly WorkerStatus[];
  /** What became of the clicks of processes that are dead. */
  readonly ended: () => Omit<WorkerStatus, 'pid' | 'started_at'>;
  readonly clicks: {
    /** Clicks added to the counts since the start. */
    readonly drained: number;
    /** When the oldest click was made that is not in the counts yet, in milliseconds; null: none. */
    findOldestPending(): Promise<number | null>;
  };
}

export type Status = ReplyOf<typeof getStatus>;

/** When this process started, in Unix seconds. */
export const startedAt = Math.floor(Date.now() / 1000 - process.uptime());

/** Tells how the server is doing at this moment. */
export async function readStatus(options: StatusOptions): Promise<Status> {
  const workers = options.workers();
  const oldest = await options.clicks.findOldestPending();
  const sum = (count: 'acknowledged' | 'journalled' | 'uncounted') =>
    workers.reduce((total, worker) => total + worker[count], options.ended()[count]);
  return {
    version: options.version,
    uptime: Math.floor(process.uptime()),
    sqlite_version: options.sqliteVersion,
    workers: [...workers],
    clicks: {
      acknowledged: sum('acknowledged'),
      journalled: sum('journalled'),
      drained: options.clicks.drained,
      uncounted: sum('uncounted'),
      // A clock that was set back makes no click younger than now.
      lag_seconds: oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1000,
    },
  };
}
