import { isLocalCall, type LocalConnection } from '../http/client/local-call.ts';
import { authenticateToken, may, readBearer, type Authenticate } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { PROMETHEUS_TYPE, writeMetrics, type Metric } from './prometheus.ts';
import { readCounts, readLag, startedAt, type StatusOptions } from './status.ts';

type ServeMetrics = (request: Request, connection: LocalConnection) => Promise<Response>;

/** Programs on this machine need no token. Throws the problems of {@link authenticateToken}. */
export function createMetrics(options: StatusOptions, authenticate: Authenticate): ServeMetrics {
  return async (request, connection) => {
    if (!isLocalCall(request, connection)) {
      const caller = await authenticateToken(readBearer(request), authenticate);
      if (!may(caller, 'status', 'status:read')) throw new Problem('call.login-required');
    }
    const lag = await readLag(options).catch(() => null);
    const metrics = describeMetrics(readCounts(options), lag);
    return new Response(writeMetrics(metrics), {
      headers: { 'Content-Type': PROMETHEUS_TYPE },
    });
  };
}

type Counts = ReturnType<typeof readCounts>;

/** `lag` is null when the database does not answer. */
function describeMetrics(counts: Counts, lag: number | null): readonly Metric[] {
  const { version } = counts;
  return [
    ...describeClicks(counts, lag),
    ...describeProcesses(counts),
    {
      name: 'brisk_database_up',
      type: 'gauge',
      help: '1 if the database answers, else 0.',
      samples: [{ value: lag === null ? 0 : 1 }],
    },
    ...describeServer(),
    {
      name: 'brisk_build_info',
      type: 'gauge',
      help: 'The version, always 1.',
      samples: [{ labels: { version }, value: 1 }],
    },
  ];
}

function describeClicks({ workers, clicks }: Counts, lag: number | null): readonly Metric[] {
  const byWorker = (count: 'acknowledged' | 'journalled' | 'uncounted'): Metric['samples'] =>
    workers.map((worker) => ({ labels: { pid: String(worker.pid) }, value: worker[count] }));
  return [
    {
      name: 'brisk_redirects_total',
      type: 'counter',
      help: 'Redirected visits that must be counted.',
      samples: byWorker('acknowledged'),
    },
    {
      name: 'brisk_clicks_journalled_total',
      type: 'counter',
      help: 'Clicks written to the journal before their answer.',
      samples: byWorker('journalled'),
    },
    {
      name: 'brisk_clicks_uncounted_total',
      type: 'counter',
      help: 'Clicks that could not be written to the journal and are lost.',
      samples: byWorker('uncounted'),
    },
    {
      name: 'brisk_clicks_drained_total',
      type: 'counter',
      help: 'Clicks added to the counts.',
      samples: [{ value: clicks.drained }],
    },
    {
      name: 'brisk_journal_damaged_bytes_total',
      type: 'counter',
      help: 'Damaged bytes of the journal that were skipped.',
      samples: [{ value: clicks.damaged_bytes }],
    },
    {
      name: 'brisk_journal_damaged_segments',
      type: 'gauge',
      help: 'Journal files that are kept because part of them is damaged.',
      samples: [{ value: clicks.damaged_segments }],
    },
    {
      name: 'brisk_clicks_lag_seconds',
      type: 'gauge',
      help: 'Age of the oldest click that is not counted yet.',
      samples: lag === null ? [] : [{ value: lag }],
    },
  ];
}

function describeProcesses({ workers, replaced }: Counts): readonly Metric[] {
  return [
    {
      name: 'brisk_worker_silent_seconds',
      type: 'gauge',
      help: 'Seconds since the last heartbeat of a process that answers visitors.',
      samples: workers.map(({ pid, silent_seconds: value }) => ({
        labels: { pid: String(pid) },
        value,
      })),
    },
    {
      name: 'brisk_processes_replaced_total',
      type: 'counter',
      help: 'Processes that hung or died and were replaced.',
      samples: [
        { labels: { process: 'worker' }, value: replaced.workers },
        { labels: { process: 'background' }, value: replaced.background },
      ],
    },
  ];
}

function describeServer(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'brisk_process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the server process.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    {
      name: 'brisk_process_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory of the server process.',
      samples: [{ value: process.memoryUsage.rss() }],
    },
    {
      name: 'brisk_process_start_time_seconds',
      type: 'gauge',
      help: 'Start of the server process, in Unix time.',
      samples: [{ value: startedAt }],
    },
  ];
}
