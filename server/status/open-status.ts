import { getStatus, type WorkerStatus } from '../../contracts/status.ts';
import type { Feature } from '../feature.ts';
import { apiHeaders } from '../http/answer/security-headers.ts';
import type { Authenticate } from '../http/caller.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { addHeaders } from '../http/serve.ts';
import { createMetrics } from './metrics.ts';
import { readStatus, startedAt, type StatusOptions } from './status.ts';

type ClickCounts = ReturnType<StatusOptions['exitedWorkers']>;

interface Workers {
  readonly statuses: readonly WorkerStatus[];
  readonly exitedCounts: ClickCounts;
  readonly replaced: number;
  sync(): Promise<void>;
}

const NO_WORKERS: Workers = {
  statuses: [],
  exitedCounts: { acknowledged: 0, journalled: 0, uncounted: 0 },
  replaced: 0,
  sync: () => Promise.resolve(),
};

interface OpenStatusOptions extends Pick<StatusOptions, 'version' | 'database' | 'untrustedProxy'> {
  readonly clicks: StatusOptions['clicks'] & { readonly journal: { readonly counts: ClickCounts } };
  readonly background: { readonly replaced: number };
  readonly authenticate: Authenticate;
}

export interface StatusFeature extends Feature {
  /** Must be called once. */
  showWorkers(workers: Workers): void;
  /** Resolves when each worker has recorded its clicks and knows every change. */
  syncWorkers(): Promise<void>;
}

export function openStatus({
  background,
  authenticate,
  ...options
}: OpenStatusOptions): StatusFeature {
  const { clicks } = options;
  let workers = NO_WORKERS;
  const status: StatusOptions = {
    ...options,
    workers: () => [
      { pid: process.pid, started_at: startedAt, silent_seconds: 0, ...clicks.journal.counts },
      ...workers.statuses,
    ],
    exitedWorkers: () => workers.exitedCounts,
    replaced: () => ({ workers: workers.replaced, background: background.replaced }),
  };
  const metrics = createMetrics(status, authenticate);
  return {
    showWorkers(next) {
      workers = next;
    },
    syncWorkers: () => workers.sync(),
    routes: statusRoutes(status),
    addPages(api) {
      api.use('/metrics', addHeaders(apiHeaders));
      api.get('/metrics', ({ req, env }) => metrics(req.raw, env));
    },
  };
}

function statusRoutes(options: StatusOptions): Endpoint[] {
  return [endpoint(getStatus, () => readStatus(options))];
}
