import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type * as contract from '../../../contracts/import-jobs.ts';
import type { columnFields, JobRowKind } from '../../../contracts/import.constants.ts';
import { call, endpoint } from '../../api.ts';
import { toastFailure } from '../../toast.tsx';
import { useChange } from '../../parts/use-change.ts';

const getJobs = endpoint<typeof contract.getJobs>('GET', '/api/imports');
const getJobRows = endpoint<typeof contract.getJobRows>('GET', '/api/imports/rows');
const setJob = endpoint<typeof contract.setJob>('POST', '/api/imports/set');
const startJob = endpoint<typeof contract.startJob>('POST', '/api/imports/start');
const stopJob = endpoint<typeof contract.stopJob>('POST', '/api/imports/stop');
const undoJob = endpoint<typeof contract.undoJob>('POST', '/api/imports/undo');
const deleteJob = endpoint<typeof contract.deleteJob>('POST', '/api/imports/delete');

export type Job = contract.Job;
export type JobRow = contract.JobRow;
export type JobOptions = Omit<Job['options'], 'tokens'>;
export type ColumnField = (typeof columnFields)[number];
export type Columns = Readonly<Record<string, ColumnField>>;

const jobsKey = ['imports'];
/** The time between two requests for the open job while it is at work, in milliseconds. */
const POLL_MS = 1000;
/** The same for the list, while any job is at work. */
const LIST_MS = 10_000;
/** The rows of one request for the whole report. */
const REPORT_PART = 200;

const atWork: ReadonlySet<Job['state']> = new Set(['checking', 'running', 'undoing']);

export function isAtWork({ state }: Job): boolean {
  return atWork.has(state);
}

/** Without an id, the answer is a list. */
async function listJobs(): Promise<readonly Job[]> {
  return [await call(getJobs, {})].flat();
}

/** The jobs, newest first. */
export function useJobs() {
  return useQuery({
    queryKey: jobsKey,
    queryFn: listJobs,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isAtWork) === true ? LIST_MS : false),
  });
}

/** Follows a job at work, and puts what it hears into the list. Returns the error of its call. */
export function useFollowedJob(job: Job | null): Error | null {
  const queries = useQueryClient();
  const { error } = useQuery({
    queryKey: [...jobsKey, 'followed', job?.id],
    queryFn: async () => {
      const [heard = null] = [await call(getJobs, { id: job!.id })].flat();
      if (heard !== null) replaceJob(queries, heard);
      return heard;
    },
    enabled: job !== null && isAtWork(job),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  return error;
}

export function useRows(job: Job, kind: JobRowKind, page: number, limit: number) {
  return useQuery({
    queryKey: [...jobsKey, job.id, job.state, job.counts.read, kind, page, limit],
    queryFn: () => call(getJobRows, { id: job.id, kind, page, limit }),
    placeholderData: keepPreviousData,
  });
}

/** Loads all rows of some kinds, for the report. */
export async function loadRows(id: number, kinds: readonly JobRowKind[]) {
  const loaded: { readonly kind: JobRowKind; readonly row: JobRow }[] = [];
  for (const kind of kinds) {
    for (let page = 1; ; page += 1) {
      const { rows } = await call(getJobRows, { id, kind, page, limit: REPORT_PART });
      loaded.push(...rows.map((row) => ({ kind, row })));
      if (rows.length < REPORT_PART) break;
    }
  }
  return loaded;
}

const actions = {
  start: (id: number) => call(startJob, { id }),
  stop: (id: number) => call(stopJob, { id }),
  undo: (id: number) => call(undoJob, { id }),
};

/** A toast says why the action failed, as long as its button is on the page. */
export function useJobAction({ id }: Job, action: keyof typeof actions) {
  const { mutate, isPending } = useJobChange(() => actions[action](id));
  const run = () => mutate(undefined, { onError: toastFailure(`over.${action}.failed`) });
  return { run, isPending };
}

export function useSetOptions() {
  return useJobChange(({ id, options }: { readonly id: number; readonly options: JobOptions }) =>
    call(setJob, { id, options: toRequest(options) }),
  );
}

function toRequest({ visits, day_first: dayFirst, ...options }: JobOptions) {
  return { ...options, visits: visits === 1, day_first: dayFirst === null ? null : dayFirst === 1 };
}

export function useDeletion() {
  return useChange((id: number) => call(deleteJob, { id }), jobsKey);
}

function useJobChange<Input>(mutationFn: (input: Input) => Promise<Job>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (job) => putJob(queries, job) });
}

function replaceJob(queries: QueryClient, job: Job) {
  queries.setQueryData<readonly Job[]>(jobsKey, (jobs = []) => {
    const isKnown = jobs.some(({ id }) => id === job.id);
    return isKnown ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs];
  });
}

/** Shows a job as an answer has it, before the list is asked again. */
export function putJob(queries: QueryClient, job: Job) {
  replaceJob(queries, job);
  void queries.invalidateQueries({ queryKey: jobsKey, exact: true });
}

/** The options that the page sets. */
export function optionsOf({ options: { tokens: _tokens, ...options } }: Job): JobOptions {
  return options;
}

/** After an import or undo, other pages show other links. */
export function forgetLinks(queries: QueryClient) {
  for (const key of ['links', 'tags', 'domains']) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
