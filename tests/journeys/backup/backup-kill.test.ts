import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { writeBackup } from '../../../server/engine/sqlite/backup.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { runCommand, spawnCommand } from '../test-process.ts';
import { chooseForRun } from '../../support/test-run.ts';

/** Enough links that the two databases differ in every page. */
const LINKS = 500;

const parent = mkdtempSync(join(tmpdir(), 'brisk-restore-'));
const backup = join(parent, 'backup');
const template = join(parent, 'template');

beforeAll(async () => {
  const source = join(parent, 'source');
  await fill(source, 'new');
  writeBackup(source, backup);
  await fill(template, 'old');
  // A killed server leaves its last commits only in the log.
  const engine = await openSqlite(template);
  await seedLinks(engine, [{ short_url: `old${LINKS}` }]);
  const killed = join(parent, 'killed');
  cpSync(template, killed, { recursive: true });
  await engine.close();
});
afterAll(() => rmSync(parent, { recursive: true }));

async function fill(dataDir: string, name: 'old' | 'new'): Promise<void> {
  const engine = await openSqlite(dataDir);
  const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `${name}${index}` }));
  await seedLinks(engine, codes);
  await engine.close();
}

/** The number of the site in a data directory. Fails unless exactly one is there, whole. */
async function recognizeSite(dataDir: string): Promise<'old' | 'new'> {
  const engine = await openSqlite(dataDir);
  const rows = await engine.db.selectFrom('link').select('short_url').orderBy('id').execute();
  const codes = rows.map((row) => row.short_url);
  await engine.close();
  const name = codes[0] === 'old0' ? 'old' : 'new';
  const whole = name === 'old' ? LINKS + 1 : LINKS;
  expect(codes).toEqual(Array.from({ length: whole }, (_, index) => `${name}${index}`));
  return name;
}

/** Kills a restore at the given change of the data directory; false when it ended first. */
async function killAt(change: number, dataDir: string): Promise<boolean> {
  const child = spawnCommand(['restore', backup], dataDir);
  let changes = 0;
  const watcher = watch(dataDir, () => {
    changes += 1;
    if (changes >= change) child.kill('SIGKILL');
  });
  await child.exited;
  watcher.close();
  return child.signalCode === 'SIGKILL';
}

test('kill -9 at any step of a restore leaves either the old or the new site, whole', async () => {
  let wasOldSeen = false;
  for (let change = 1; ; change += chooseForRun(3, 1)) {
    const dataDir = join(parent, `at-${change}`);
    cpSync(join(parent, 'killed'), dataDir, { recursive: true });
    const wasKilled = await killAt(change, dataDir);
    const site = await recognizeSite(dataDir);
    if (!wasKilled) expect(site).toBe('new');
    wasOldSeen ||= site === 'old';
    // The remains of a killed restore do not hinder the next one.
    expect(await runCommand(['restore', backup], dataDir)).toMatchObject({ exitCode: 0 });
    expect(await recognizeSite(dataDir)).toBe('new');
    expect(readdirSync(dataDir).filter((name) => name.includes('.part'))).toEqual([]);
    rmSync(dataDir, { recursive: true });
    // Begins again if every kill came too late, as on a busy machine.
    if (!wasKilled && wasOldSeen) break;
    if (!wasKilled) change = 1 - chooseForRun(3, 1);
  }
}, 300_000);
