import type { Envelope } from '../../../contracts/envelope.ts';
import { getJobs, uploadJob, type Job, type JobOptions } from '../../../contracts/import-jobs.ts';
import type { JobState } from '../../../contracts/import.constants.ts';
import type { SetUpSite } from '../set-up-site.ts';

type Content = string | Uint8Array<ArrayBuffer>;
type Sender = Pick<SetUpSite, 'fetch' | 'call' | 'token'>;

/** Sends a file; returns the whole answer. */
export async function sendFile(
  site: Sender,
  content: Content,
  options?: Partial<JobOptions> | string,
  name = 'links.json',
): Promise<{ status: number } & Envelope<Job>> {
  const body = new FormData();
  body.append('file', new File([content], name));
  const json = typeof options === 'string' ? options : JSON.stringify(options);
  if (options !== undefined) body.append('options', json);
  const headers = { authorization: `Bearer ${site.token}` };
  const response = await site.fetch(uploadJob.path, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Envelope<Job>) };
}

/** Waits until a job is in one of the states; otherwise the test's time limit ends the wait. */
export async function waitFor(site: Sender, id: number, ...states: JobState[]): Promise<Job> {
  for (;;) {
    const { data } = await site.call(getJobs, { id }, site.token);
    const job = data as Job;
    if (states.includes(job.state)) return job;
    if (['failed', 'done', 'undone'].includes(job.state)) throw new Error(JSON.stringify(job));
    await Bun.sleep(10);
  }
}

/** Sends a file and waits for the end of its check. */
export async function check(
  site: Sender,
  content: Content,
  options?: Partial<JobOptions>,
): Promise<Job> {
  const { data } = await sendFile(site, content, options);
  return waitFor(site, data.id, 'ready');
}
