import { expect, test } from 'bun:test';
import type { Envelope } from '../../contracts/envelope.ts';
import { getJobs, startJob, undoJob, uploadJob, type Job } from '../../contracts/import-jobs.ts';
import type { JobState } from '../../contracts/import.constants.ts';
import { yourlsRow } from '../import-files/yourls-files.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { chooseForRun } from '../support/test-run.ts';
import { databaseOf, Node } from './node.ts';

const ROWS = chooseForRun(4000, 20_000);

async function upload(node: Node, token: string, prefix: string): Promise<number> {
  const rows = Array.from({ length: ROWS }, (_, index) => yourlsRow(`${prefix}${index}`));
  const body = new FormData();
  body.append('file', new File([JSON.stringify(rows)], 'yourls_url.json'));
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(uploadJob.path, node.server.url);
  const response = await fetch(url, { method: 'POST', headers, body });
  return ((await response.json()) as Envelope<Job>).data.id;
}

async function show(node: Node, token: string, id: number): Promise<Job> {
  return (await node.caller(token).call(getJobs, { id })).data as Job;
}

/** Otherwise the test's time limit ends the wait. */
async function waitFor(node: Node, token: string, id: number, state: JobState): Promise<Job> {
  for (;;) {
    const job = await show(node, token, id);
    if (job.state === state) return job;
    if (job.state === 'failed') throw new Error(JSON.stringify(job));
    await Bun.sleep(20);
  }
}

test('the node that has the file imports it; while it is away the job says so', async () => {
  const postgres = await sharedPostgres();
  const url = await postgres.createDatabase();
  await using one = new Node(url);
  await using other = new Node(url);
  await one.start();
  await other.start();
  const token = await other.caller().signIn();
  const [first, second] = await Promise.all([upload(one, token, 'a'), upload(other, token, 'b')]);
  const counts = { read: ROWS, new: ROWS };
  for (const id of [first, second]) {
    expect(await waitFor(other, token, id, 'ready')).toMatchObject({ counts });
  }
  await one.server.killAll();
  // The order is stored, and no running node has the file.
  await other.caller(token).call(startJob, { id: first });
  expect(await show(other, token, first)).toMatchObject({ state: 'running', error: null });
  await postgres.query(databaseOf(url), 'update import_job set seen_at = seen_at - 100');
  expect(await show(other, token, first)).toMatchObject({
    state: 'running',
    error: { key: 'import.away' },
  });
  const busy = await other.caller(token).call(startJob, { id: second });
  expect(busy.msg).toBe('import.busy');

  await one.start();
  expect(await waitFor(other, token, first, 'done')).toMatchObject({ counts, error: null });
  await other.caller(token).call(startJob, { id: second });
  expect(await waitFor(one, token, second, 'done')).toMatchObject({ counts });
  expect(await one.visit('b7')).toBe('https://example.com/b7');
  expect(await other.visit('a7')).toBe('https://example.com/a7');

  await one.server.killAll();
  // An undo needs no file.
  await other.caller(token).call(undoJob, { id: first });
  expect(await waitFor(other, token, first, 'undone')).toMatchObject({ counts: { kept: 0 } });
  expect([await other.visit('a7'), await other.visit('b7')]).toEqual([
    404,
    'https://example.com/b7',
  ]);
}, 300_000);
