import { globSync, readFileSync } from 'node:fs';

/** Tests that run only on SQLite, with the reason. */
const sqliteOnly: Readonly<Record<string, string>> = {
  'tests/journeys/backup/backup.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup/backup-damage.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup/backup-kill.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup/backup-load.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/operations/checkpoint.test.ts': 'it is about the log of SQLite',
  'tests/journeys/api/big-bodies.test.ts':
    'it is about bodies that are refused while they are read',
  'tests/journeys/api/compression.test.ts': 'it is about the encodings of answers',
  'tests/journeys/api/headers.test.ts': 'it is about the headers of answers',
  'tests/journeys/pages/page-shell.test.ts': 'it is about the HTML and scripts of pages',
  'tests/journeys/api/protocol.test.ts': 'it is about bytes that are no valid request',
  'tests/journeys/api/untrusted-proxy.test.ts': 'it is about a header that proxies add',
  'tests/journeys/pages/web-files.test.ts': 'it is about files of the page',
  'tests/journeys/pages/dev-page.test.ts':
    'it is about modules of the page, which know no database',
  'tests/journeys/operations/link-command.test.ts': 'it is about a client of the API',
  'tests/journeys/operations/link-command-failures.test.ts': 'it is about a client of the API',
  'tests/journeys/operations/npm-start.test.ts': 'it is about npm, which knows no database',
  'tests/journeys/api/slow-upload.test.ts': 'it stops the clock, by which the driver gives up',
  'server/clicks/journal/damage.test.ts': 'it is about bytes of the journal',
  'server/stats/query/hostile-texts.test.ts': 'it has texts that PostgreSQL refuses',
  'server/engine/sqlite/upgrade.test.ts': 'a backup is of the files of SQLite',
  'server/engine/sqlite/write-queue.test.ts': 'it reads the log of SQLite',
};

/** The tests that `npm test` repeats on PostgreSQL, with what differs there. */
const shortList: Readonly<Record<string, string>> = {
  'server/clicks/click-caps.test.ts': 'claims of clicks among servers',
  'server/clicks/click-order.store.test.ts': 'store',
  'server/clicks/counts.store.test.ts': 'store',
  'server/clicks/drain.test.ts': 'offsets and counts in one transaction',
  'server/clicks/oldest-pending.test.ts': 'offsets',
  'server/engine/change-feed.test.ts': 'order of commits',
  'server/engine/migrations/002-tag-counts.test.ts': 'migration',
  'server/engine/migrations/003-routing.test.ts': 'migration',
  'server/engine/migrations/013-people.test.ts': 'migration',
  'server/engine/options.store.test.ts': 'store',
  'server/import/import.test.ts': 'store, in batches',
  'server/links/bulk/bulk-model.test.ts': 'stores against a model',
  'server/links/create-many.test.ts': 'store, in batches, and a dry run that is rolled back',
  'server/links/lists/find-links.test.ts': 'stores of filters against a model',
  'server/links/lists/link-list.store.test.ts': 'store',
  'server/links/lists/link-lists.test.ts': 'pages of lists',
  'server/links/lists/long-lists.test.ts': 'pages of long lists',
  'server/links/links.store.test.ts': 'store',
  'server/links/reach.test.ts': 'conditions of stores',
  'server/app.test.ts': 'timed jobs',
  'server/redirect/targets.test.ts': 'asynchronous look-ups, by spelling',
  'server/search/search.test.ts': 'store of the index',
  'server/site/follow-settings.test.ts': 'notifications of changes',
  'server/stats/alerts/alerts.test.ts': 'store',
  'server/stats/alerts/alerts-from-clicks.test.ts': 'store of deliveries',
  'server/stats/ingest/count-only-links.test.ts': 'store',
  'server/stats/ingest/visit-recorder.test.ts': 'salts among servers',
  'server/stats/log/two-servers.test.ts': 'races of two servers',
  'server/stats/unknown-codes/unknown-codes.test.ts': 'store',
  'tests/journeys/account/anonymous.test.ts': 'quota of guests',
  'tests/journeys/links/domains.test.ts': 'store',
  'tests/journeys/import/export.test.ts': 'store, in pages',
  'tests/journeys/import/leaving-command.test.ts': 'store',
  'tests/journeys/import/visits-job.test.ts': 'store of visits, and their undo',
  'tests/journeys/first-link.test.ts': 'from the set-up to the first click',
  'tests/journeys/operations/health.test.ts': 'the state of the database',
  'tests/journeys/people/audit-rows.test.ts': 'store of the audit',
  'tests/journeys/people/life-of-accounts.test.ts': 'races of owners and of one invitation',
  'tests/journeys/account/lost-key.test.ts': 'the key in the database',
  'tests/journeys/links/races.test.ts': 'races',
  'tests/journeys/operations/status.test.ts': 'version and lag',
  'tests/journeys/visits/two-ways.test.ts': 'store of the token',
  'tests/journeys/api/unstorable.test.ts': 'texts that PostgreSQL cannot store',
  'tests/journeys/backup/upgrade.test.ts': 'migrations of a server',
  'tests/torture/maintenance/maintenance-kill.test.ts': 'kill before any statement',
  'tests/torture/model/model.test.ts': 'crashes against a model',
  'tests/torture/maintenance/upgrade-kill.test.ts': 'kill before any statement',
};

export function listPostgresTests(isShort: boolean): string[] {
  const files = isShort ? Object.keys(shortList) : listAll();
  return files.map((file) => `./${file}`);
}

function listAll(): string[] {
  const files = [
    ...globSync('tests/journeys/**/*.test.ts'),
    ...globSync('server/**/*.test.ts').filter(opensSite),
    'tests/torture/maintenance/maintenance-kill.test.ts',
    'tests/torture/model/model.test.ts',
    'tests/torture/maintenance/projection-kill.test.ts',
    'tests/torture/maintenance/upgrade-kill.test.ts',
  ];
  return files.filter((file) => !Object.hasOwn(sqliteOnly, file));
}

function opensSite(file: string): boolean {
  return /\/(test-engine|test-site|stats-log|former-database)\.ts'/.test(
    readFileSync(file, 'utf8'),
  );
}
