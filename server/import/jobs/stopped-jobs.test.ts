import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoredFile } from '../../../contracts/fields.ts';
import { jobOptions } from '../../../contracts/import-jobs.ts';
import { ownerCall, seedOwner } from '../../../tests/support/owner.ts';
import { removeLinks } from '../../../tests/support/statistics/seed.ts';
import { dropDatabases, openTestEngine } from '../../../tests/support/test-engine.ts';
import { yourlsRow } from '../../../tests/import-files/yourls-files.ts';
import { createActor } from '../../audit/actor.ts';
import { selectDomains } from '../../domains/domains.store.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import { selectLinks } from '../../links/links.store.ts';
import {
  importByCommand,
  Interrupted,
  resumeByCommand,
  undoByCommand,
  type CommandContext,
} from './command-job.ts';
import { JobRunner } from './job-runner.ts';
import { isAnyAtWork } from './job-states.ts';
import {
  insertJob,
  noFindings,
  selectJob,
  Superseded,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { Jobs } from './jobs.ts';
import { performJob } from './perform-job.ts';
import { runJob } from './run-job.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';

const call = {
  ...ownerCall,
  userAgent: '',
  uploadId: null,
};
const dataDir = mkdtempSync(join(tmpdir(), 'brisk-stopped-jobs-'));
const folder = join(dataDir, 'imports');
const engine = await openTestEngine(dataDir);
await seedOwner(engine);
const jobs = new Jobs({ engine, folder, ownHostname: null, wake: () => undefined });
afterAll(async () => {
  await engine.close();
  await dropDatabases();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await removeLinks(engine);
  await engine.db.deleteFrom('import_job').execute();
  checkpoint = () => undefined;
});

let checkpoint: () => void;
const context: CommandContext = {
  engine,
  folder,
  hashPassword: () => Promise.resolve(''),
  openPlaces: () => ({ find: () => ({ country: '' }) }),
  keepDays: 30,
  checkpoint: () => checkpoint(),
  onProgress: () => undefined,
};

const ROWS = 4000;
const path = join(dataDir, 'links.json');
writeFileSync(path, JSON.stringify(Array.from({ length: ROWS }, (_, at) => yourlsRow(`r${at}`))));
const file = { path, timeZone: 'UTC', ownHostnames: [] };

/** Lets the work come to its checkpoint some times, and ends it there. */
function failAt(times: number, error: Error): void {
  let left = times;
  checkpoint = () => {
    left -= 1;
    if (left === 0) throw error;
  };
}

function importAll() {
  return importByCommand(context, file, () => Promise.resolve(true));
}

async function countLinks(): Promise<number> {
  return (await selectLinks(engine.db, 'all').execute()).length;
}

function insert(change: Partial<StoredJob>): Promise<StoredJob> {
  return engine.write(async (tx) => {
    const job = await insertJob(tx, {
      name: 'links.json',
      file: path,
      options: jobOptions.parse({ domains: 'add' }),
      state: 'checking',
      actor: { ...createActor('command'), ownHostnames: [] },
      total: 2,
      created_at: nowSeconds(),
    });
    await updateJob(tx, job, change);
    return { ...job, ...change };
  });
}

/** An import of a server, whose check is done. */
async function startUploaded(): Promise<number> {
  const stored = jobs.nameFile();
  writeFileSync(stored, await Bun.file(path).bytes());
  const sent = new StoredFile('links.json', stored);
  const { id } = await jobs.upload(sent, jobOptions.parse({}), call);
  await performJob(context, id);
  await jobs.start(id, call);
  return id;
}

test('an undo that stopped goes on undoing, also by start', async () => {
  const id = await startUploaded();
  await performJob(context, id);
  expect(await countLinks()).toBe(ROWS);
  await jobs.undo(id, call);
  failAt(2, new Problem('storage.full'));
  await performJob(context, id);
  expect((await jobs.find(id, call)).state).toBe('stopped');
  const left = await countLinks();
  expect(left).toBeLessThan(ROWS);
  // Without its job, nothing could undo what is left.
  const refused = await jobs.delete(id, call).catch((error: unknown) => error);
  expect(refused).toMatchObject({ problem: 'import.not-ready' });

  checkpoint = () => undefined;
  expect((await jobs.start(id, call)).progress).toMatchObject({ done: 0, total: left });
  await performJob(context, id);
  expect((await jobs.find(id, call)).state).toBe('undone');
  expect(await countLinks()).toBe(0);
});

const sender = () => engine.db.updateTable('account').where('id', '=', 1);

test.each([
  ['disabled', () => sender().set({ is_active: 0 }).execute()],
  ['demoted', () => sender().set({ role: 'author' }).execute()],
  ['deleted', () => engine.db.deleteFrom('account').where('id', '=', 1).execute()],
])('an import stops when its sender is %s, and goes on with the right', async (_, loseRight) => {
  const id = await startUploaded();
  let stored = 0;
  const write: typeof engine.write = async (work) => {
    const result = await engine.write(work);
    if (stored > 0) return result;
    stored = await countLinks();
    if (stored > 0) await loseRight();
    return result;
  };
  await performJob({ ...context, engine: { ...engine, write } }, id);
  expect(await jobs.find(id, call)).toMatchObject({
    state: 'stopped',
    error: { key: 'import.not.allowed' },
    position: stored,
  });
  expect(stored).toBeLessThan(ROWS);
  expect(await countLinks()).toBe(stored);
  await engine.db.deleteFrom('account').execute();
  await seedOwner(engine);
  await jobs.start(id, call);
  await performJob(context, id);
  expect(await jobs.find(id, call)).toMatchObject({ state: 'done', error: null });
  expect(await countLinks()).toBe(ROWS);
});

test('of two processes at one row of a job, only the first stores what follows', async () => {
  const job = await insert({ state: 'running', started_at: 1, position: 7, visit_position: 9 });
  for (const name of ['position', 'visit_position'] as const) {
    const store = () =>
      engine.write((tx) => updateJob(tx, job, { [name]: 20 }, { [name]: job[name] }));
    await store();
    expect(await store().catch((error: unknown) => error)).toBeInstanceOf(Superseded);
  }
});

test('domains are added together with the note that undo needs', async () => {
  const findings = { ...noFindings, domains: ['other.example'] };
  const job = await insert({ state: 'running', started_at: nowSeconds(), findings });
  await engine.write((tx) => updateJob(tx, job, { turn: job.turn + 1 }));
  await runJob(context, job).catch(() => undefined);
  expect(await selectDomains(engine.db)).toEqual([]);
});

test('a command whose job is deleted says so', async () => {
  let removal: Promise<unknown> | undefined;
  checkpoint = () => {
    removal ??= engine.db.deleteFrom('import_job').execute();
  };
  const refused = await importAll().catch((error: unknown) => error);
  expect(refused).toMatchObject({ problem: 'import.job-unknown' });
});

test.each(chooseForRun([5], [1, 2, 5, 8]))(
  'a command stopped at step %d goes on where it was',
  async (step) => {
    const { job } = await importByCommand(context, file, () => {
      failAt(step, new Interrupted());
      return Promise.resolve(true);
    });
    expect(job).toMatchObject({ state: 'stopped', error: { key: 'import.command.ended' } });
    expect(await countLinks()).toBe(job.counts.new);
    checkpoint = () => undefined;
    const { job: done } = await resumeByCommand(context, job.id);
    expect(done).toMatchObject({ state: 'done', error: null, counts: { read: ROWS, new: ROWS } });
    expect(await countLinks()).toBe(ROWS);
    failAt(step, new Interrupted());
    const undone = await undoByCommand(context, job.id);
    checkpoint = () => undefined;
    if (undone.state === 'stopped') await undoByCommand(context, job.id);
    expect(await selectJob(engine.db, job.id)).toMatchObject({ state: 'undone' });
    expect(await countLinks()).toBe(0);
  },
);

test('a command stopped in its check leaves no job', async () => {
  failAt(2, new Interrupted());
  const { job } = await importByCommand(context, file, () => Promise.reject(new Error('asked')));
  expect(job).toMatchObject({ state: 'stopped', started_at: null });
  expect(await jobs.list(call)).toEqual([]);
});

test('an import goes on with its own file only, not with another one of the same size', async () => {
  const content = await Bun.file(path).text();
  const { job } = await importByCommand(context, file, () => {
    failAt(5, new Interrupted());
    return Promise.resolve(true);
  });
  checkpoint = () => undefined;
  expect(job).toMatchObject({ state: 'stopped' });
  try {
    writeFileSync(path, content.replaceAll('https://', 'https:/x'));
    const refused = await resumeByCommand(context, job.id).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      problem: 'import.not-ready',
      details: { reason: expect.stringContaining('is not the one that import') },
    });
    rmSync(path);
    const missing = await resumeByCommand(context, job.id).catch((error: unknown) => error);
    expect(missing).toMatchObject({ details: { reason: expect.stringContaining('is gone') } });
  } finally {
    writeFileSync(path, content);
  }
  expect((await resumeByCommand(context, job.id)).job.state).toBe('done');
});

test('a command without a sign of life blocks no other import', async () => {
  const seen_at = nowSeconds() + 3600;
  const { id } = await insert({ state: 'running', started_at: 1, seen_at });
  const busy = await importAll().catch((error: unknown) => error);
  expect(busy).toMatchObject({ problem: 'import.busy' });
  const killed = (await selectJob(engine.db, id))!;
  await engine.write((tx) => updateJob(tx, killed, { seen_at: nowSeconds() - 20 }));
  expect((await importAll()).job.state).toBe('done');
  expect(await selectJob(engine.db, id)).toMatchObject({
    state: 'stopped',
    turn: killed.turn + 1,
    error: { key: 'import.command.ended' },
  });
});

test('only an import at work holds the index of the search back', async () => {
  const job = await insert({ state: 'checking' });
  expect(await isAnyAtWork(engine)).toBe(false);
  for (const state of ['running', 'undoing'] as const) {
    await engine.write((tx) => updateJob(tx, job, { state, seen_at: nowSeconds() }));
    expect(await isAnyAtWork(engine)).toBe(true);
    // Its server is gone.
    await engine.write((tx) => updateJob(tx, job, { seen_at: nowSeconds() - 61 }));
    expect(await isAnyAtWork(engine)).toBe(false);
  }
});

test('a server notices a killed command, and takes up its undo', async () => {
  const seen_at = nowSeconds() - 20;
  const findings = { ...noFindings, undoneBy: 'command' } as const;
  const ids: number[] = [];
  for (const change of [
    { state: 'checking' },
    { state: 'running', started_at: 1 },
    { state: 'undoing', started_at: 1, findings },
  ] as const) {
    ids.push((await insert({ ...change, seen_at })).id);
  }
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const runner = new JobRunner({
    engine,
    folder,
    onError,
    command: [process.execPath, '-e', ''],
    env: {},
  });
  await runner.tick();
  await runner.close();
  const states = [];
  for (const id of ids) states.push((await selectJob(engine.db, id))?.state);
  expect(states).toEqual(['stopped', 'stopped', 'undoing']);
  expect((await selectJob(engine.db, ids[2]!))?.findings.undoneBy).toBe('server');
  expect(errors).toEqual([]);
});
