import {
  deleteJob,
  getJobRows,
  getJobs,
  setJob,
  startJob,
  stopJob,
  undoJob,
  uploadJob,
} from '../../../contracts/import-jobs.ts';
import { JOB_FILE_MAX, JOB_ROWS_MAX } from '../../../contracts/import.constants.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { Feature } from '../../feature.ts';
import { streamMultipart } from '../../http/body/stream-multipart.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import type { OwnCommandOptions } from '../../own-command.ts';
import { selectRows } from './job.store.ts';
import { JobRunner } from './job-runner.ts';
import { Jobs } from './jobs.ts';
import { pruneJobs, removeFinishedFiles } from './prune-jobs.ts';

const LOOK_SECONDS = 2;
const PRUNE_SECONDS = 3600;

export interface JobsFeatureOptions extends OwnCommandOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly ownHostname: string | null;
  readonly onError: (error: unknown) => void;
}

/** Imports by job: upload, check, start, undo. */
export function openJobs(options: JobsFeatureOptions): Feature {
  const { engine } = options;
  const runner = new JobRunner(options);
  const prune = () => pruneJobs(engine, options.folder, nowSeconds());
  let hasPruned = false;
  const jobs = new Jobs({ ...options, wake: () => runner.wake() });
  return {
    routes: [
      uploadEndpoint(jobs),
      endpoint(getJobs, async ({ id }, call) =>
        id === undefined ? jobs.list(call) : jobs.show(await jobs.find(id, call)),
      ),
      endpoint(getJobRows, async ({ id, kind, page, limit }, call) => {
        const { counts } = await jobs.find(id, call);
        const rows = await selectRows(engine.db, id, kind, { page, limit });
        const total = counts[kind];
        return { total, listed: Math.min(total, JOB_ROWS_MAX[kind]), page, limit, rows };
      }),
      endpoint(setJob, ({ id, options: given }, call) => jobs.set(id, given, call)),
      endpoint(startJob, ({ id }, call) => jobs.start(id, call)),
      endpoint(stopJob, ({ id }, call) => jobs.stop(id, call)),
      endpoint(undoJob, ({ id }, call) => jobs.undo(id, call)),
      endpoint(deleteJob, ({ id }, call) => jobs.delete(id, call)),
    ],
    jobs: [
      {
        name: 'imports',
        everySeconds: LOOK_SECONDS,
        async run() {
          await Promise.all([runner.tick(), removeFinishedFiles(engine, options.folder)]);
          if (!hasPruned) await prune();
          hasPruned = true;
        },
      },
      {
        name: 'delete old imports',
        everySeconds: PRUNE_SECONDS,
        run: prune,
      },
    ],
    close: () => runner.close(),
    kill: () => runner.kill(),
  };
}

function uploadEndpoint(jobs: Jobs): Endpoint {
  const { bodyMax = JOB_FILE_MAX } = uploadJob;
  return {
    ...endpoint(uploadJob, ({ file, options }, call) => jobs.upload(file, options, call)),
    async receive(request, connection) {
      const fields = await streamMultipart(request, {
        bytesMax: bodyMax,
        tooLarge: {
          problem: 'import.upload-too-large',
          reason: 'Larger than 2 GB: use the command "brisk import FILE" on the server',
        },
        fieldMax: bodyMax - JOB_FILE_MAX,
        fieldsMax: 10,
        nameFile: () => jobs.nameFile(),
      });
      connection.hasReadBody = true;
      return fields;
    },
  };
}
