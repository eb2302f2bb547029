import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectJobs, type StoredJob } from '../../../server/import/jobs/job.store.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { selectLinks } from '../../../server/links/links.store.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { databaseEnvironment, isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { runCommand, spawnCommand } from '../test-process.ts';
import { admin } from '../test-site.ts';

const ROWS = 40_000;
const directory = mkdtempSync(join(tmpdir(), 'brisk-stopped-command-'));
const dataDir = join(directory, 'data');
const file = join(directory, 'links.json');
let engine: Engine;
beforeAll(async () => {
  engine = await openTestEngine(dataDir);
  writeFileSync(file, JSON.stringify(Array.from({ length: ROWS }, (_, at) => yourlsRow(`r${at}`))));
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true });
});

async function countLinks(): Promise<number> {
  return (await selectLinks(engine.db, 'all').execute()).length;
}

/** Starts an import, and sends the signal when some rows are stored. */
async function stopHalfway(signal: 'SIGINT' | 'SIGKILL') {
  const child = spawnCommand(['import', file], dataDir, {
    env: await databaseEnvironment(dataDir),
  });
  let job: StoredJob | undefined;
  while (job === undefined) {
    job = (await selectJobs(engine.db, 'any', 'running')).find(({ position }) => position > 0);
    await Bun.sleep(1);
  }
  child.kill(signal);
  const stderr = await new Response(child.stderr).text();
  return { id: job.id, exitCode: await child.exited, stderr };
}

test('Ctrl-C stops an import, which goes on where it was', async () => {
  const { id, exitCode, stderr } = await stopHalfway('SIGINT');
  const imported = await countLinks();
  expect(exitCode).toBe(1);
  // Lines about the progress may stand before it.
  expect(stderr).toEndWith(
    `stopped: ${imported} links are imported. "brisk import --resume ${id}" goes on, "brisk import --undo ${id}" removes them\n`,
  );
  expect(imported).toBeLessThan(ROWS);
  expect(await runCommand(['import', '--resume', String(id)], dataDir)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`${ROWS} imported, 0 skipped, 0 failed`) as string,
  });
  expect(await countLinks()).toBe(ROWS);
  const undone = await runCommand(['import', '--undo', String(id)], dataDir);
  expect([undone.exitCode, await countLinks()]).toEqual([0, 0]);
}, 120_000);

test('a killed import goes on once it gives no sign of life', async () => {
  const { id } = await stopHalfway('SIGKILL');
  const resume = ['import', '--resume', String(id)];
  expect(await runCommand(resume, dataDir)).toMatchObject({
    exitCode: 1,
    stderr: `brisk: Import ${id} is running\n`,
  });
  const silent = { seen_at: 1 };
  await engine.db.updateTable('import_job').set(silent).where('id', '=', id).execute();
  expect(await runCommand(resume, dataDir)).toMatchObject({ exitCode: 0 });
  expect(await countLinks()).toBe(ROWS);
}, 120_000);

test('an import makes the site whose administrator is set', async () => {
  const env = {
    ADMIN_USERNAME: admin.username,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  const fresh = join(directory, 'fresh');
  const short = join(directory, 'short.json');
  writeFileSync(short, JSON.stringify([yourlsRow('r0')]));
  // With PostgreSQL, the database is there.
  const { exitCode, stderr } = await runCommand(['import', short], fresh);
  expect([exitCode, stderr.includes('there is no site in')]).toEqual(
    isPostgres ? [0, false] : [1, true],
  );
  expect(await runCommand(['import', short], fresh, { env })).toMatchObject({ exitCode: 0 });
}, 120_000);
