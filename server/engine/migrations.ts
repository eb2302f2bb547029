import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createFirstTables } from './migrations/001-first.ts';
import { createListTables } from './migrations/002-lists.ts';
import { createNodeTables } from './migrations/003-nodes.ts';
import { createStatisticsTables } from './migrations/004-statistics.ts';
import { createTargetIndex } from './migrations/005-targets.ts';
import { createClickCounts } from './migrations/006-click-counts.ts';
import { createOpenParts } from './migrations/007-open-parts.ts';
import { createTargets } from './migrations/008-targets.ts';
import { separateOpenClicks } from './migrations/009-link-sums.ts';
import { createClickOrder } from './migrations/010-click-order.ts';
import { narrowDetails } from './migrations/011-narrow-details.ts';
import { createKnownAddresses } from './migrations/012-known-addresses.ts';
import { createFoldedTexts } from './migrations/013-folded-texts.ts';
import { addImportedClicks } from './migrations/014-imported-clicks.ts';
import { addNotes } from './migrations/015-notes.ts';
import { createTags } from './migrations/016-tags.ts';
import { createLinkChanges } from './migrations/017-link-changes.ts';
import { addListFilters } from './migrations/018-list-filters.ts';
import { createBulkEdits } from './migrations/019-bulk-edits.ts';
import { createBin } from './migrations/020-bin.ts';
import { createClickBatches } from './migrations/021-click-batches.ts';
import type { Dialect } from './sql.ts';

/** All of them, in their order, by name. */
export function createMigrations(dialect: Dialect): Record<string, Migration> {
  return {
    '001-first': createFirstTables(dialect),
    '002-lists': createListTables(dialect),
    ...(dialect.isShared ? { '003-nodes': createNodeTables(dialect) } : {}),
    '004-statistics': createStatisticsTables(dialect),
    // An entry of PostgreSQL's cannot hold a long URL of any length.
    ...(dialect.isShared ? {} : { '005-targets': createTargetIndex }),
    '006-click-counts': createClickCounts(dialect),
    '007-open-parts': createOpenParts(dialect),
    ...(dialect.isShared ? {} : { '008-targets': createTargets }),
    '009-link-sums': separateOpenClicks,
    '010-click-order': createClickOrder(dialect),
    '011-narrow-details': narrowDetails,
    '012-known-addresses': createKnownAddresses(dialect),
    '013-folded-texts': createFoldedTexts(dialect),
    '014-imported-clicks': addImportedClicks,
    '015-notes': addNotes(dialect),
    '016-tags': createTags(dialect),
    '017-link-changes': createLinkChanges(dialect),
    '018-list-filters': addListFilters(dialect),
    '019-bulk-edits': createBulkEdits(dialect),
    '020-bin': createBin(dialect),
    '021-click-batches': createClickBatches(dialect),
  };
}

/**
 * Brings the tables to the form that this version needs. All of it is one transaction behind a
 * lock: a killed migration can be run again, and of two processes one waits for the other.
 * `beforeUpgrade` is told the first migration of tables that are there already; when it throws,
 * they stay as they are.
 *
 * Throws when the database was written by a newer version, whose migrations are not known here.
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
  const known = await migrator.getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined);
  if (missing[0] !== undefined && missing.length < known.length) beforeUpgrade(missing[0].name);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Of the migrations that a database has been through, the first that only a newer version has. */
export function findUnknownMigration(
  executed: readonly string[],
  dialect: Dialect,
): string | undefined {
  const known = new Set(Object.keys(createMigrations(dialect)));
  return executed.find((name) => !known.has(name));
}
