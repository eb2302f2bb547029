import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createBaseline } from './migrations/001-baseline.ts';
import { addTagCounts } from './migrations/002-tag-counts.ts';
import { addRouting } from './migrations/003-routing.ts';
import { addRefusedPasswords } from './migrations/004-refused-passwords.ts';
import { addOwners } from './migrations/005-owners.ts';
import { addLinkCount } from './migrations/006-link-count.ts';
import { addTagLooks } from './migrations/007-tag-looks.ts';
import { addAccountLanguage } from './migrations/008-account-language.ts';
import { addViews } from './migrations/009-views.ts';
import { addLastClicks } from './migrations/010-last-clicks.ts';
import { addImportJobs } from './migrations/011-import-jobs.ts';
import { addImportedVisits } from './migrations/012-imported-visits.ts';
import { addPeople } from './migrations/013-people.ts';
import { addFactors } from './migrations/014-factors.ts';
import { addSso } from './migrations/015-sso.ts';
import { addOwnedLists } from './migrations/016-owned-lists.ts';
import { addKeyedCalls } from './migrations/017-keyed-calls.ts';
import type { Dialect } from './sql.ts';

const BASELINE = '001-baseline';

export function createMigrations(dialect: Dialect): Record<string, Migration> {
  return {
    [BASELINE]: createBaseline(dialect),
    '002-tag-counts': addTagCounts(dialect),
    '003-routing': addRouting(dialect),
    '004-refused-passwords': addRefusedPasswords,
    '005-owners': addOwners(dialect),
    ...(dialect.isShared ? {} : { '006-link-count': addLinkCount }),
    '007-tag-looks': addTagLooks(dialect),
    '008-account-language': addAccountLanguage,
    '009-views': addViews(dialect),
    '010-last-clicks': addLastClicks(dialect),
    '011-import-jobs': addImportJobs(dialect),
    '012-imported-visits': addImportedVisits(dialect),
    '013-people': addPeople(dialect),
    '014-factors': addFactors(dialect),
    '015-sso': addSso(dialect),
    '016-owned-lists': addOwnedLists(dialect),
    '017-keyed-calls': addKeyedCalls(dialect),
  };
}

/**
 * Runs all migrations in one transaction behind a lock. `beforeUpgrade` gets the first pending one
 * of existing tables; when it throws, nothing changes. Throws when the database has unknown ones.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  dialect: Dialect,
  beforeUpgrade: (migration: string) => void,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(createMigrations(dialect)) },
  });
  const migrations = await migrator.getMigrations();
  const missing = migrations.filter(({ executedAt }) => executedAt === undefined);
  if (missing[0] !== undefined && missing.length < migrations.length)
    beforeUpgrade(missing[0].name);
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const reason = describeIncompatibility(
    'database',
    await selectExecuted(db).catch(() => []),
    dialect,
  );
  throw reason === null ? error : new Error(reason, { cause: error });
}

async function selectExecuted<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export function describeIncompatibility(
  what: 'database' | 'backup',
  executed: readonly string[],
  dialect: Dialect,
): string | null {
  const names = new Set(Object.keys(createMigrations(dialect)));
  const unknown = executed.find((name) => !names.has(name));
  if (unknown === undefined) return null;
  return executed.includes(BASELINE)
    ? `the ${what} was made by a newer version of Brisk, with ${unknown}; nothing is changed`
    : `the ${what} was made by a development version of Brisk, with ${unknown}, and cannot be upgraded; nothing is changed. Export its links with that version and import them into a new site`;
}
