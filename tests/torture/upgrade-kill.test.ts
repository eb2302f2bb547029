import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from '../../server/engine/backup-footer.ts';
import { BACKUP_FOLDER, DATABASE_FILE } from '../../server/engine/data-directory.ts';
import { openSqlite } from '../../server/engine/sqlite.ts';
import { createFirstRelease } from '../first-release.ts';
import { seedLinks } from '../seed.ts';

const LINKS = 200;

const parent = mkdtempSync(join(tmpdir(), 'brisk-upgrade-'));
const old = join(parent, 'old');
const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `old${index}` }));
afterAll(() => rmSync(parent, { recursive: true }));

/** A data directory as the first release has left it, with some links. */
beforeAll(async () => {
  mkdirSync(old);
  const names = codes.map(({ short_url: code }) => code);
  await createFirstRelease(old, names);
});

/** The codes of the links that have all their clicks; `links` is where both stand. */
function readCodes(file: string, links: string): unknown[] {
  using database = new Database(file, { readonly: true });
  return database.query(`select short_url from ${links} where clicks = 42 order by id`).all();
}

/** Upgrades a copy of the old site, killed before a statement; then again, to its end. */
async function upgradeTwice(fatal: number): Promise<{ wasKilled: boolean; statements: string }> {
  const dataDir = join(parent, `killed-${fatal}`);
  cpSync(old, dataDir, { recursive: true });
  const command = ['tests/torture/dying-upgrade.ts', dataDir, String(fatal)];
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'pipe', stderr: 'inherit' });
  const statements = await new Response(child.stdout).text();
  await child.exited;

  const engine = await openSqlite(dataDir);
  await seedLinks(engine, [{ short_url: 'new' }]);
  expect(await engine.db.selectFrom('deleted_link').selectAll().execute()).toEqual([]);
  await engine.close();
  const upgraded = readCodes(join(dataDir, DATABASE_FILE), 'link join click_count on link_id = id');
  expect([fatal, upgraded]).toEqual([fatal, codes]);
  const folder = join(dataDir, BACKUP_FOLDER);
  const backups = readdirSync(folder).filter((name) => name.endsWith('.db'));
  expect(backups.length).toBeGreaterThan(0);
  for (const backup of backups) {
    const copy = join(parent, 'copy.db');
    copyDatabase(join(folder, backup), copy);
    expect(readCodes(copy, 'link')).toEqual(codes);
    rmSync(copy);
  }
  rmSync(dataDir, { recursive: true });
  return { wasKilled: child.signalCode === 'SIGKILL', statements };
}

test('kill -9 before any statement of an upgrade leaves a site that can be upgraded again', async () => {
  for (let fatal = 1; ; fatal += 1) {
    const { wasKilled, statements } = await upgradeTwice(fatal);
    if (wasKilled) continue;
    expect(statements).toBe(String(fatal - 1));
    expect(fatal).toBeGreaterThan(20);
    break;
  }
}, 120_000);
