import { isLocalCall, type LocalConnection } from '../http/client/local-call.ts';
import { authenticateToken, findRefusal, readBearer, type Authenticate } from '../http/caller.ts';
import { counter, gauge, PROMETHEUS_TYPE, writeMetrics, type Metric } from './prometheus.ts';
import { readCounts, readLag, startedAt, type StatusOptions } from './status.ts';

type ServeMetrics = (request: Request, connection: LocalConnection) => Promise<Response>;

/** Programs on this machine need no token. Throws the problems of {@link authenticateToken}. */
export function createMetrics(options: StatusOptions, authenticate: Authenticate): ServeMetrics {
  return async (request, connection) => {
    if (!isLocalCall(request, connection)) {
      const { address } = connection;
      const caller = await authenticateToken(readBearer(request), address, authenticate);
      const refusal = findRefusal(caller, { needs: 'status', scope: 'status:read' });
      if (refusal !== null) throw refusal;
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
    gauge('brisk_database_up', '1 if the database answers, else 0.', lag === null ? 0 : 1),
    ...describeServer(),
    gauge('brisk_build_info', 'The version, always 1.', [{ labels: { version }, value: 1 }]),
  ];
}

function describeClicks({ workers, clicks }: Counts, lag: number | null): readonly Metric[] {
  const byWorker = (count: 'acknowledged' | 'journalled' | 'uncounted'): Metric['samples'] =>
    workers.map((worker) => ({ labels: { pid: String(worker.pid) }, value: worker[count] }));
  return [
    counter(
      'brisk_redirects_total',
      'Redirected visits that must be counted.',
      byWorker('acknowledged'),
    ),
    counter(
      'brisk_clicks_journalled_total',
      'Clicks written to the journal before their answer.',
      byWorker('journalled'),
    ),
    counter(
      'brisk_clicks_uncounted_total',
      'Clicks that could not be written to the journal and are lost.',
      byWorker('uncounted'),
    ),
    counter('brisk_clicks_drained_total', 'Clicks added to the counts.', clicks.drained),
    counter(
      'brisk_journal_damaged_bytes_total',
      'Damaged bytes of the journal that were skipped.',
      clicks.damaged_bytes,
    ),
    gauge(
      'brisk_journal_damaged_segments',
      'Journal files that are kept because part of them is damaged.',
      clicks.damaged_segments,
    ),
    gauge(
      'brisk_clicks_lag_seconds',
      'Age of the oldest click that is not counted yet.',
      lag ?? [],
    ),
  ];
}

function describeProcesses({ workers, replaced }: Counts): readonly Metric[] {
  return [
    gauge(
      'brisk_worker_silent_seconds',
      'Seconds since the last heartbeat of a process that answers visitors.',
      workers.map(({ pid, silent_seconds: value }) => ({ labels: { pid: String(pid) }, value })),
    ),
    counter('brisk_processes_replaced_total', 'Processes that hung or died and were replaced.', [
      { labels: { process: 'worker' }, value: replaced.workers },
      { labels: { process: 'background' }, value: replaced.background },
    ]),
  ];
}

function describeServer(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    counter(
      'brisk_process_cpu_seconds_total',
      'Processor time of the server process.',
      (user + system) / 1e6,
    ),
    gauge(
      'brisk_process_resident_memory_bytes',
      'Resident memory of the server process.',
      process.memoryUsage.rss(),
    ),
    gauge(
      'brisk_process_start_time_seconds',
      'Start of the server process, in Unix time.',
      startedAt,
    ),
  ];
}
