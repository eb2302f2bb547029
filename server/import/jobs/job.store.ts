import { sql, type Selectable } from 'kysely';
import {
  JOB_ROWS_MAX,
  type JobRowKind,
  type JobState,
} from '../../../contracts/import.constants.ts';
import type { JobCounts, JobFindings, JobOptions, JobRow } from '../../../contracts/import-jobs.ts';
import type { MessageKey } from '../../../contracts/envelope.ts';
import type { Actor } from '../../audit/actor.ts';
import type { Engine, Schema, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { DayOrder } from '../values/date-time.ts';

const JOBS_LISTED = 100;
/** Of one row. */
const CUTS_MAX = 32;

export interface Findings extends JobFindings {
  readonly dayOrder: DayOrder;
  /** `SharedCuts`. */
  readonly sharedCuts?: readonly string[] | 'all';
  /** Of the audit: the row that counts the links. */
  readonly auditRow: number | null;
  /** Domains that the job has added. */
  readonly addedDomains: readonly string[];
  /** SHA-256 of the file of a command, which others may change. */
  readonly digest?: string;
  /** Some of its links are gone, so the import cannot go on: a server or the command removes them. */
  readonly undoneBy?: 'server' | 'command';
}

/** Who sent the file, and the names of the site then. */
export interface Sender extends Omit<Actor, 'recorded'> {
  readonly ownHostnames: readonly string[];
}

export interface JobError {
  readonly key: MessageKey;
  readonly reason: string;
}

type JobTable = Selectable<Schema['import_job']>;

export interface StoredJob extends Omit<
  JobTable,
  'options' | 'findings' | 'counts' | 'actor' | 'error'
> {
  readonly options: JobOptions;
  readonly findings: Findings;
  readonly counts: JobCounts;
  readonly actor: Sender;
  readonly error: JobError | null;
}

export const noFindings: Findings = {
  columns: [],
  clicks: {
    with_details: 0,
    without: 0,
    from: null,
    until: null,
    beyond: 0,
    ahead: 0,
    with_country: 0,
    with_referrer: 0,
    with_browser: 0,
    with_system: 0,
  },
  domains: [],
  tags: 0,
  partial: null,
  dayOrder: 'unknown',
  auditRow: null,
  addedDomains: [],
};

/** The node of the batches with visits of a job: after a move, another job may have its id. */
export function nameNode({ id, created_at: createdAt }: Pick<StoredJob, 'id' | 'created_at'>) {
  return `import-${id}-${createdAt}`;
}

export const noCounts: JobCounts = {
  read: 0,
  new: 0,
  here: 0,
  taken: 0,
  refused: 0,
  cut: 0,
  kept: 0,
};

/** The account whose jobs are meant. */
export type JobSender = number | 'any';

type JobChange = Partial<Omit<StoredJob, 'id'>>;
export type Database = Engine['db'] | Write;

const jsonColumns: ReadonlySet<string> = new Set([
  'options',
  'findings',
  'counts',
  'actor',
  'error',
]);

function mapJson(row: object, change: (value: unknown) => unknown): object {
  const entries = Object.entries(row) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, jsonColumns.has(name) ? change(value) : value]),
  );
}

function toColumns(change: JobChange): Partial<JobTable> {
  return mapJson(change, (value) => JSON.stringify(value));
}

function toJob(row: JobTable): StoredJob {
  return mapJson(row, (value) => JSON.parse(value as string)) as StoredJob;
}

export type NewJob = Pick<
  StoredJob,
  'name' | 'file' | 'options' | 'actor' | 'created_at' | 'total' | 'state'
>;

export async function insertJob(tx: Write, job: NewJob): Promise<StoredJob> {
  const { created_at: now } = job;
  const row = {
    source: '',
    turn: 1,
    findings: noFindings,
    counts: noCounts,
    position: 0,
    parts: 0,
    visit_position: 0,
    done: 0,
    error: null,
    seen_at: now,
    phase_at: now,
    started_at: null,
    finished_at: null,
    ...job,
  };
  const { id } = await tx
    .insertInto('import_job')
    .values(toColumns(row) as Omit<JobTable, 'id'>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...row };
}

export async function selectJob(db: Database, id: number): Promise<StoredJob | null> {
  const row = await db.selectFrom('import_job').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toJob(row);
}

/** The newest 100, newest first. */
export async function selectJobs(
  db: Database,
  sender: JobSender,
  ...states: JobState[]
): Promise<StoredJob[]> {
  let query = db.selectFrom('import_job').selectAll();
  // The text is JSON, where a quote within a value has a backslash before it.
  if (sender !== 'any') query = query.where('actor', 'like', `%"account":${sender},%`);
  if (states.length > 0) query = query.where('state', 'in', states);
  const rows = await query.orderBy('id', 'desc').limit(JOBS_LISTED).execute();
  return rows.map(toJob);
}

/** All jobs without a sign of life from an instant on, also those that no list shows. */
export function selectSilentJobs({ db }: Engine, since: number) {
  return db
    .selectFrom('import_job')
    .select(['id', 'turn', 'state', 'file', 'seen_at', 'started_at'])
    .where('seen_at', '<', since)
    .execute();
}

export async function selectFiles(
  { db }: Engine,
  ...states: JobState[]
): Promise<ReadonlySet<string>> {
  let query = db.selectFrom('import_job').select('file');
  if (states.length > 0) query = query.where('state', 'in', states);
  return new Set((await query.execute()).map(({ file }) => file));
}

/** Thrown when the job got another order meanwhile: the work on it ends. */
export class Superseded extends Error {}

/** An order that came meanwhile counts. */
export async function ignoreSuperseded(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Superseded)) throw error;
  });
}

/**
 * Throws {@link Superseded}, also when the job is not at the row that `former` tells: a process
 * whose server was killed may still be at work.
 */
export async function updateJob(
  tx: Write,
  job: StoredJob,
  change: JobChange,
  former: Partial<Pick<StoredJob, 'position' | 'visit_position'>> = {},
): Promise<StoredJob> {
  let update = tx
    .updateTable('import_job')
    .set(toColumns(change))
    .where('id', '=', job.id)
    .where('turn', '=', job.turn);
  for (const name of ['position', 'visit_position'] as const) {
    const value = former[name];
    if (value !== undefined) update = update.where(name, '=', value);
  }
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0) throw new Superseded();
  return { ...job, ...change };
}

/** Orders something else: work on the former order ends. Throws {@link Superseded}. */
export function orderJob(tx: Write, job: StoredJob, change: JobChange): Promise<StoredJob> {
  const now = nowSeconds();
  const common = { turn: job.turn + 1, error: null, seen_at: now, phase_at: now };
  return updateJob(tx, job, { ...common, finished_at: null, ...change });
}

export async function removeJob(tx: Write, id: number): Promise<void> {
  for (const table of ['import_row', 'import_part'] as const) {
    await tx.deleteFrom(table).where('job_id', '=', id).execute();
  }
  const job = await selectJob(tx, id);
  if (job === null) return;
  // Its visits stay, as clicks of another node.
  await tx.deleteFrom('import_link').where('node', '=', nameNode(job)).execute();
  await tx.deleteFrom('import_job').where('id', '=', id).execute();
}

export async function clearRows(tx: Write, id: number): Promise<void> {
  await tx.deleteFrom('import_row').where('job_id', '=', id).execute();
}

/** Keeps the first rows of each kind; `counted` are those before. */
export async function keepRows(
  engine: Engine,
  tx: Write,
  id: number,
  counted: JobCounts,
  rows: ReadonlyMap<JobRowKind, readonly JobRow[]>,
): Promise<void> {
  const kept = [...rows].flatMap(([kind, ofKind]) => {
    // A row may have several cuts.
    const first = kind === 'cut' ? (ofKind[0]?.row ?? 0) * CUTS_MAX : counted[kind];
    return ofKind
      .slice(0, Math.max(0, JOB_ROWS_MAX[kind] - counted[kind]))
      .map((row, index) => [kind, first + index, JSON.stringify(row)]);
  });
  if (kept.length === 0) return;
  const values = engine.sql.rowsOf(['kind', 'place', 'body'], kept);
  await sql`
    insert into import_row (job_id, kind, place, body)
    select cast(${id} as bigint), kind, place, body from ${values} as kept where true
    on conflict do nothing`.execute(tx);
}

export async function selectRows(
  db: Database,
  id: number,
  kind: JobRowKind,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<JobRow[]> {
  const rows = await db
    .selectFrom('import_row')
    .select('body')
    .where('job_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('place')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as JobRow);
}
