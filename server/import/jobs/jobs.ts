import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '../../../contracts/people/audit.constants.ts';
import type { StoredFile } from '../../../contracts/fields.ts';
import type { JobState } from '../../../contracts/import.constants.ts';
import type { Job, JobOptions } from '../../../contracts/import-jobs.ts';
import { hasRight } from '../../../contracts/access.constants.ts';
import { cutText, toSingleLine } from '../../../contracts/text.ts';
import { actorOf } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { findRefusal, signedIn, type Caller } from '../../http/caller.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { findJobFile } from './job-source.ts';
import {
  assertIdle,
  AWAY_SECONDS,
  canCheckAgain,
  estimateEnd,
  isHalfUndone,
  isOfCommand,
  isUndoable,
  notReady,
  planUndo,
  undoableUntil,
} from './job-states.ts';
import {
  insertJob,
  noCounts,
  noFindings,
  removeJob,
  selectJob,
  selectJobs,
  orderJob,
  type Database,
  type JobSender,
  type StoredJob,
} from './job.store.ts';

/** Of a file. */
const NAME_MAX = 255;

interface JobsOptions {
  readonly engine: Engine;
  /** The folder of uploaded files. */
  readonly folder: string;
  readonly ownHostname: string | null;
  /** Called after an order. */
  readonly wake: () => void;
}

/** What callers may do with imports, and how these are shown. */
export class Jobs {
  readonly #options: JobsOptions;

  constructor(options: JobsOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  nameFile(): string {
    return join(this.#options.folder, `${randomUUID()}.upload`);
  }

  /** Throws `call.login-required` for options that need another right. */
  async upload(file: StoredFile, options: JobOptions, call: Call): Promise<Job> {
    assertOptions(options, call);
    const { engine, ownHostname, wake } = this.#options;
    const { recorded: _, ...actor } = actorOf(call);
    const own = ownHostname === null ? [call.hostname] : [call.hostname, ownHostname];
    const job = await engine.write((tx) =>
      insertJob(tx, {
        name: cutText(toSingleLine(basename(file.name.replaceAll('\\', '/'))), NAME_MAX),
        file: basename(file.path),
        options,
        state: 'checking',
        actor: { ...actor, ownHostnames: own },
        total: 2 * statSync(file.path).size,
        created_at: nowSeconds(),
      }),
    );
    wake();
    return this.show(job);
  }

  async list({ caller }: Pick<Call, 'caller'>): Promise<Job[]> {
    const jobs = await selectJobs(this.#options.engine.db, senderOf(caller));
    return jobs.map((job) => this.show(job));
  }

  /** Throws `import.job-unknown`, also for jobs of others, unless the caller sees all. */
  async find(
    id: number,
    { caller }: Pick<Call, 'caller'>,
    db: Database = this.#options.engine.db,
  ): Promise<StoredJob> {
    const job = await selectJob(db, id);
    const sender = senderOf(caller);
    if (job === null || (sender !== 'any' && job.actor.account !== sender)) {
      throw new Problem('import.job-unknown', { field: 'id' });
    }
    return job;
  }

  set(id: number, options: JobOptions, call: Call): Promise<Job> {
    assertOptions(options, call);
    return this.#order(id, call, null, (job) => {
      assertUploaded(job);
      assertState(job, ['checking', 'ready', 'failed', 'stopped'], job.started_at === null);
      if (!canCheckAgain(job)) {
        throw notReady('The file was not understood and is deleted: send another one');
      }
      return {
        state: 'checking',
        options,
        counts: noCounts,
        done: 0,
        total: this.#sizeOf(job) * 2,
      };
    });
  }

  start(id: number, call: Call): Promise<Job> {
    return this.#order(id, call, 'import.started', async (job, tx) => {
      const canGoOn = job.started_at !== null || job.state === 'ready';
      assertState(job, ['ready', 'failed', 'stopped'], canGoOn);
      await assertIdle(tx);
      if (job.findings.undoneBy !== undefined) return planUndo(tx, job, 'server');
      assertUploaded(job);
      // The first rows come together with the domains.
      if (job.position === 0) assertOptions(job.options, call);
      const startedAt = job.started_at ?? nowSeconds();
      return { state: 'running', started_at: startedAt, total: this.#sizeOf(job), done: 0 };
    });
  }

  stop(id: number, call: Call): Promise<Job> {
    return this.#order(id, call, 'import.stopped', (job) => {
      assertState(job, ['checking', 'running']);
      return { state: 'stopped', finished_at: nowSeconds() };
    });
  }

  undo(id: number, call: Call): Promise<Job> {
    return this.#order(id, call, 'import.undo_started', async (job, tx) => {
      assertState(job, ['done', 'failed', 'stopped'], isUndoable(job));
      await assertIdle(tx);
      return planUndo(tx, job, 'server');
    });
  }

  async delete(id: number, call: Call): Promise<void> {
    const { engine, folder } = this.#options;
    const removed = await engine.write(async (tx) => {
      const job = await this.find(id, call, tx);
      assertState(job, ['checking', 'ready', 'stopped', 'done', 'failed', 'undone']);
      if (isHalfUndone(job)) {
        const reason = `Import ${id} is undone by half: undo it first`;
        throw new Problem('import.not-ready', { reason });
      }
      await removeJob(tx, id);
      const target = { kind: 'import', id, name: job.name };
      await record(tx, actorOf(call), { action: 'import.deleted', target });
      return job;
    });
    if (!isOfCommand(removed)) rmSync(findJobFile(removed, folder), { force: true });
  }

  show(job: StoredJob): Job {
    const { columns, clicks, domains, tags, partial } = job.findings;
    return {
      id: job.id,
      source: job.source,
      name: job.name,
      state: job.state,
      options: job.options,
      columns,
      counts: job.counts,
      clicks: { ...noFindings.clicks, ...clicks },
      domains,
      tags,
      partial,
      progress: { done: job.done, total: job.total, ends_at: estimateEnd(job) },
      error: job.error ?? (this.#isAway(job) ? away : null),
      by: job.actor.name,
      created_at: job.created_at,
      started_at: job.started_at,
      finished_at: job.finished_at,
      undoable_until: undoableUntil(job),
    };
  }

  #isAway(job: StoredJob): boolean {
    if (job.state !== 'checking' && job.state !== 'running') return false;
    return (
      job.seen_at < nowSeconds() - AWAY_SECONDS &&
      !existsSync(findJobFile(job, this.#options.folder))
    );
  }

  /** In bytes; another server may have the file. */
  #sizeOf(job: StoredJob): number {
    const stats = statSync(findJobFile(job, this.#options.folder), { throwIfNoEntry: false });
    return stats?.size ?? Math.ceil(job.total / 2);
  }

  async #order(
    id: number,
    call: Call,
    action: AuditAction | null,
    plan: (job: StoredJob, tx: Write) => Partial<StoredJob> | Promise<Partial<StoredJob>>,
  ): Promise<Job> {
    const changed = await this.#options.engine.write(async (tx) => {
      const job = await this.find(id, call, tx);
      const ordered = await orderJob(tx, job, await plan(job, tx));
      if (action !== null) {
        const target = { kind: 'import', id, name: job.name };
        await record(tx, actorOf(call), { action, target });
      }
      return ordered;
    });
    this.#options.wake();
    return this.show(changed);
  }
}

const away = {
  key: 'import.away',
  reason: 'The server that has the file is not running; the work goes on when it is back',
} as const;

/** Whose jobs a caller may follow. */
function senderOf(caller: Caller): JobSender {
  const account = signedIn(caller);
  return hasRight(account, 'settings') ? 'any' : account.account;
}

/** A domain is added only by those who may add domains. */
function assertOptions({ domains }: JobOptions, { caller }: Call): void {
  if (domains !== 'add') return;
  const adding = { needs: 'domains', scope: 'domains:write' } as const;
  const refusal = findRefusal(signedIn(caller), adding);
  if (refusal !== null) throw refusal;
}

function assertState(job: StoredJob, states: readonly JobState[], isPossible = true): void {
  if (!isPossible || !states.includes(job.state)) throw notReady(`The import is ${job.state}`);
}

/** No server works for a command. Throws `import.not-ready`. */
function assertUploaded(job: StoredJob): void {
  if (!isOfCommand(job)) return;
  throw notReady(
    `This import is one of the command: "brisk import --resume ${job.id}" goes on with it`,
  );
}
