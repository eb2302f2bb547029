import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { copyDatabase } from '../../../server/engine/sqlite/backup-footer.ts';
import { BACKUP_FOLDER } from '../../../server/engine/files/data-directory.ts';
import { addTags } from '../../../server/tags/tags.store.ts';
import {
  createFormerDatabase,
  expectFormerOwner,
  insertFormerOwner,
  migrationsUpTo,
  type FormerDatabase,
} from '../../support/former-database.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { insertTaggedLinks, readTaggedCounts, taggedCounts } from '../../support/tagged-links.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { chooseForRun } from '../../support/test-run.ts';

/** Statements between two kills. */
const STEP = chooseForRun(11, 1);

/** Expects either all old or all new tables. */
function expectWhole(former: FormerDatabase): Promise<void> {
  return former.use(async (db) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const tables = await db.introspection.getTables();
    const tag = tables.find(({ name }) => name === 'tag')!;
    expect(tag.columns.some(({ name }) => name === 'links')).toBe(rows.length > 1);
  });
}

/** Expects all links and tags of the earlier version in each backup. */
function expectBackups({ dataDir }: FormerDatabase): void {
  const folder = join(dataDir, BACKUP_FOLDER);
  const backups = readdirSync(folder).filter((name) => name.endsWith('.db'));
  expect(backups.length).toBeGreaterThan(0);
  for (const backup of backups) {
    const copy = join(dataDir, `${backup}.copy`);
    copyDatabase(join(folder, backup), copy);
    using database = new Database(copy, { readonly: true });
    const read = (text: string) => database.query<{ n: number }, []>(text).get()!.n;
    expect(read('select count(*) as n from link join click_count on link_id = id')).toBe(180);
    expect(read('select count(*) as n from link_tag')).toBe(300);
    expect(read('select count(*) as n from kysely_migration')).toBe(1);
  }
}

/** Upgrades a database in a process that is killed before a statement. */
async function killUpgrade({ dataDir, databaseUrl }: FormerDatabase, fatal: number) {
  const program = 'tests/torture/maintenance/dying-upgrade.ts';
  const child = Bun.spawn([process.execPath, program, dataDir, databaseUrl ?? '', String(fatal)], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const statements = await new Response(child.stdout).text();
  await child.exited;
  return { wasKilled: child.signalCode === 'SIGKILL', statements };
}

/** Upgrades an old database, killed before a statement, and then completely. */
async function upgradeTwice(fatal: number): Promise<{ wasKilled: boolean; statements: string }> {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const outcome = await killUpgrade(former, fatal);
  await expectWhole(former);
  const engine = await former.open();
  expect(await readTaggedCounts(engine)).toEqual(taggedCounts);
  await seedLinks(engine, [{ id: 1000, short_url: 'new' }]);
  await engine.write((tx) => addTags(tx, engine.sql, new Map([[1000, ['all']]])));
  expect(await readTaggedCounts(engine)).toEqual({ ...taggedCounts, all: taggedCounts.all + 1 });
  await engine.close();
  if (!isPostgres) expectBackups(former);
  return outcome;
}

test('kill -9 before any statement of an upgrade leaves a site that can be upgraded again', async () => {
  for (let fatal = 1; ; fatal += STEP) {
    const { wasKilled, statements } = await upgradeTwice(fatal);
    if (wasKilled) continue;
    // It was killed before the first statements and before the last ones.
    expect(fatal - Number(statements)).toBeWithin(1, STEP + 1);
    expect(fatal).toBeGreaterThan(20);
    break;
  }
}, 300_000);

const LAST_ALONE = '012-zz';

/** Expects all tables of several accounts, or none. */
function expectOneOrSeveral(former: FormerDatabase): Promise<void> {
  return former.use(async (db) => {
    const tables = await db.introspection.getTables();
    const has = (table: string, column: string) =>
      tables.find(({ name }) => name === table)?.columns.some(({ name }) => name === column) ===
      true;
    const seen = [
      has('account', 'kind'),
      has('known_address', 'account_id'),
      has('api_token', 'is_default'),
      has('one_time_link', 'grants'),
      has('factor', 'secret'),
      has('session', 'sid'),
      has('identity', 'subject'),
    ];
    expect(new Set(seen).size).toBe(1);
    expect(has('named_api_token', 'id') || has('known_address_of_account', 'mark')).toBe(false);
  });
}

test('kill -9 before any statement of an upgrade to several accounts loses no login', async () => {
  for (let fatal = 1; ; fatal += STEP) {
    await using former = await createFormerDatabase(
      (db) => insertFormerOwner(db, LAST_ALONE),
      migrationsUpTo(LAST_ALONE),
    );
    const { wasKilled, statements } = await killUpgrade(former, fatal);
    await expectOneOrSeveral(former);
    const engine = await former.open();
    await expectFormerOwner(engine);
    await engine.close();
    if (wasKilled) continue;
    expect(fatal - Number(statements)).toBeWithin(1, STEP + 1);
    expect(fatal).toBeGreaterThan(30);
    break;
  }
}, 300_000);
