import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobOptions } from '../../../contracts/import-jobs.ts';
import { createActor } from '../../audit/actor.ts';
import { dropDatabases, openTestEngine } from '../../../tests/support/test-engine.ts';
import { insertJob, noFindings, selectFiles, updateJob, type StoredJob } from './job.store.ts';
import { pruneJobs, removeFinishedFiles } from './prune-jobs.ts';

const DAY = 86_400;
const NOW = 2_000_000_000;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-prune-'));
const engine = await openTestEngine(dataDir);
const folder = mkdtempSync(join(tmpdir(), 'brisk-prune-files-'));
afterAll(async () => {
  await engine.close();
  await dropDatabases();
  for (const path of [dataDir, folder]) rmSync(path, { recursive: true });
});

/** A job whose last sign of life is some days old. */
async function insert(file: string, days: number, change: Partial<StoredJob>): Promise<void> {
  const { recorded: _, ...actor } = createActor('command');
  await engine.write(async (tx) => {
    const job = await insertJob(tx, {
      name: file,
      file,
      options: jobOptions.parse({}),
      state: 'checking',
      actor: { ...actor, ownHostnames: [] },
      total: 1,
      created_at: NOW - days * DAY,
    });
    await updateJob(tx, job, change);
  });
}

test('checks are deleted after a day and imports after 30, however many are newer', async () => {
  const imported = { state: 'done', started_at: NOW - 40 * DAY } as const;
  await insert('old-import', 31, imported);
  await insert('waiting', 40, { state: 'checking' });
  await insert('old-check', 2, { state: 'ready' });
  const findings = { ...noFindings, undoneBy: 'command' } as const;
  await insert('half-undone', 40, { ...imported, state: 'stopped', findings });
  for (let at = 0; at < 101; at += 1) await insert(`import-${at}`, 29, imported);
  await insert('check', 0, { state: 'ready' });

  await pruneJobs(engine, folder, NOW);

  const files = await selectFiles(engine);
  expect(files).toContain('import-0');
  expect(files.size).toBe(101 + 3);
  for (const kept of ['check', 'waiting', 'half-undone']) expect(files).toContain(kept);
});

test('files of ended imports and old files without a job are deleted', async () => {
  const columns = [{ name: 'goes to', field: '' as const, samples: [] }];
  await insert('unknown', 0, { state: 'failed' });
  await insert('unnamed-columns', 0, { state: 'failed', findings: { ...noFindings, columns } });
  await insert('no-space', 0, { state: 'failed', started_at: NOW });
  await insert(join(folder, 'typed.input'), 0, { state: 'done', started_at: NOW });
  const names = ['import-0', 'check', 'arriving', 'orphan', 'unknown', 'unnamed-columns'];
  for (const name of [...names, 'no-space', 'typed.input']) writeFileSync(join(folder, name), '');
  const old = new Date(Date.now() - 7 * 3600 * 1000);
  utimesSync(join(folder, 'orphan'), old, old);
  await removeFinishedFiles(engine, folder);
  const kept = ['arriving', 'check', 'no-space', 'orphan', 'unnamed-columns'];
  expect(readdirSync(folder).sort()).toEqual(kept);
  await pruneJobs(engine, folder, NOW);
  expect(readdirSync(folder).sort()).toEqual(kept.filter((name) => name !== 'orphan'));
});
