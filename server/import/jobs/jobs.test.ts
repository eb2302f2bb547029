import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoredFile } from '../../../contracts/fields.ts';
import { jobOptions } from '../../../contracts/import-jobs.ts';
import { ownerCall } from '../../../tests/support/owner.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { createActor } from '../../audit/actor.ts';
import { insertJob } from './job.store.ts';
import { Jobs } from './jobs.ts';

const now = 1_800_000_000;
const call = {
  ...ownerCall,
  userAgent: '',
  uploadId: null,
  assertCaller: () => Promise.resolve(),
};
const dataDir = mkdtempSync(join(tmpdir(), 'brisk-jobs-'));
const engine = await openTestEngine(dataDir);
const jobs = new Jobs({
  engine,
  folder: join(dataDir, 'imports'),
  ownHostname: null,
  wake: () => undefined,
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\links.csv', 'links.csv'],
  ['a\0b\u001b[31m\n.json', 'a b [31m .json'],
  [`${'a'.repeat(254)}😀`, 'a'.repeat(254)],
])('the name of a file is one line without a path: %j', async (name, shown) => {
  const path = jobs.nameFile();
  writeFileSync(path, '[]');
  const job = await jobs.upload(new StoredFile(name, path), jobOptions.parse({}), call);
  expect(job.name).toBe(shown);
});

test('a server leaves the job of a command alone', async () => {
  const { id } = await engine.write((tx) =>
    insertJob(tx, {
      name: 'links.json',
      file: join(dataDir, 'links.json'),
      options: jobOptions.parse({}),
      state: 'stopped',
      actor: { ...createActor('command'), ownHostnames: [] },
      total: 2,
      created_at: now,
    }),
  );
  await engine.db.updateTable('import_job').set({ started_at: now }).where('id', '=', id).execute();
  const refused = await jobs.start(id, call).catch((error: unknown) => error);
  expect(refused).toMatchObject({ problem: 'import.not-ready' });
  expect(await jobs.find(id)).toMatchObject({ state: 'stopped' });
});
