import type { ReplyOf } from '../../contracts/route.ts';
import type { Engine } from '../engine/engine.ts';
import type { getStatus, WorkerStatus } from '../../contracts/status.ts';

export interface StatusOptions {
  readonly version: string;
  readonly database: Pick<Engine, 'product' | 'version'>;
  /** The processes that answer visitors. */
  readonly workers: () => readonly WorkerStatus[];
  /** What became of the clicks of processes that are dead. */
  readonly ended: () => Omit<WorkerStatus, 'pid' | 'started_at' | 'silent_seconds'>;
  /** How many processes hung or died at work, and were replaced. */
  readonly replaced: () => Status['replaced'];
  /** A proxy that is not trusted. */
  readonly untrustedProxy: () => Status['untrusted_proxy'];
  readonly clicks: {
    /** Clicks added to the counts since the start. */
    readonly drained: number;
    /** Bytes of the journal that were passed over since the start. */
    readonly damagedBytes: number;
    /** How many segments are kept because a part of them was not understood. */
    countDamagedSegments(): number;
    /** When the oldest click was made that is not in the counts yet, in milliseconds; null: none. */
    findOldestPending(): Promise<number | null>;
  };
}

export type Status = ReplyOf<typeof getStatus>;

/** When this process started, in Unix seconds. */
export const startedAt = Math.floor(Date.now() / 1000 - process.uptime());

/** What the server knows by itself: it needs no database for it. */
export function readCounts({
  version,
  workers: readWorkers,
  ended,
  replaced,
  clicks,
}: StatusOptions) {
  const workers = readWorkers();
  const sum = (count: 'acknowledged' | 'journalled' | 'uncounted') =>
    workers.reduce((total, worker) => total + worker[count], ended()[count]);
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

/** The age of the oldest click that is not in the counts yet, in seconds; 0 when there is none. */
export async function readLag({ clicks }: StatusOptions): Promise<number> {
  const oldest = await clicks.findOldestPending();
  // A clock that was set back makes no click younger than now.
  return oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1000;
}

/** Tells how the server is doing at this moment. */
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
