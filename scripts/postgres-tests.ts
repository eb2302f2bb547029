import { globSync, readFileSync } from 'node:fs';

/** Tests that run only on SQLite, with the reason. */
const sqliteOnly: Readonly<Record<string, string>> = {
  'tests/journeys/backup.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-damage.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-kill.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-load.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/checkpoint.test.ts': 'it is about the log of SQLite',
  'tests/journeys/big-bodies.test.ts': 'it is about bodies that are refused while they are read',
  'tests/journeys/compression.test.ts': 'it is about the encodings of answers',
  'tests/journeys/headers.test.ts': 'it is about the headers of answers',
  'tests/journeys/page-shell.test.ts': 'it is about the HTML and scripts of pages',
  'tests/journeys/protocol.test.ts': 'it is about bytes that are no valid request',
  'tests/journeys/untrusted-proxy.test.ts': 'it is about a header that proxies add',
  'tests/journeys/web-files.test.ts': 'it is about files of the page',
  'tests/journeys/dev-page.test.ts': 'it is about modules of the page, which know no database',
  'tests/journeys/link-command.test.ts': 'it is about a client of the API',
  'tests/journeys/link-command-failures.test.ts': 'it is about a client of the API',
  'tests/journeys/npm-start.test.ts': 'it is about npm, which knows no database',
  'tests/journeys/slow-upload.test.ts': 'it stops the clock, by which the driver gives up',
  'server/clicks/damage.test.ts': 'it is about bytes of the journal',
  'server/engine/upgrade.test.ts': 'a backup is of the files of SQLite',
  'server/engine/write-queue.test.ts': 'it reads the log of SQLite',
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
  'server/engine/options.store.test.ts': 'store',
  'server/import/import.test.ts': 'store, in batches',
  'server/links/bulk/bulk-model.test.ts': 'stores against a model',
  'server/links/find-links.test.ts': 'stores of filters against a model',
  'server/links/link-list.store.test.ts': 'store',
  'server/links/link-lists.test.ts': 'pages of lists',
  'server/links/long-lists.test.ts': 'pages of long lists',
  'server/links/links.store.test.ts': 'store',
  'server/app.test.ts': 'timed jobs',
  'server/redirect/targets.test.ts': 'asynchronous look-ups',
  'server/search/search.test.ts': 'store of the index',
  'server/site/follow-settings.test.ts': 'notifications of changes',
  'server/stats/alerts/alerts.test.ts': 'store',
  'server/stats/alerts/webhook.test.ts': 'store of deliveries',
  'server/stats/ingest/count-only-links.test.ts': 'store',
  'server/stats/ingest/visit-recorder.test.ts': 'salts among servers',
  'server/stats/log/two-servers.test.ts': 'races of two servers',
  'server/stats/unknown-codes/unknown-codes.test.ts': 'store',
  'tests/journeys/anonymous.test.ts': 'quota of guests',
  'tests/journeys/bin.test.ts': 'store',
  'tests/journeys/bulk-kill.test.ts': 'kill',
  'tests/journeys/domains.test.ts': 'store',
  'tests/journeys/drain-kill.test.ts': 'kill',
  'tests/journeys/export.test.ts': 'store, in pages',
  'tests/journeys/first-link.test.ts': 'from the set-up to the first click',
  'tests/journeys/health.test.ts': 'the state of the database',
  'tests/journeys/history.test.ts': 'store',
  'tests/journeys/imported-clicks.test.ts': 'store',
  'tests/journeys/link-filters.test.ts': 'stores of filters',
  'tests/journeys/lists.test.ts': 'order of texts',
  'tests/journeys/lost-key.test.ts': 'the key in the database',
  'tests/journeys/races.test.ts': 'races',
  'tests/journeys/status.test.ts': 'version and lag',
  'tests/journeys/tags.test.ts': 'store',
  'tests/journeys/two-ways.test.ts': 'store of the token',
  'tests/journeys/typed-codes.test.ts': 'look-ups by spelling',
  'tests/journeys/unstorable.test.ts': 'texts that PostgreSQL cannot store',
  'tests/journeys/upgrade.test.ts': 'migrations of a server',
  'tests/journeys/wipe-kill.test.ts': 'kill',
  'tests/torture/maintenance-kill.test.ts': 'kill before any statement',
  'tests/torture/model.test.ts': 'crashes against a model',
  'tests/torture/upgrade-kill.test.ts': 'kill before any statement',
};

export function listPostgresTests(isShort: boolean): string[] {
  const files = isShort ? Object.keys(shortList) : listAll();
  return files.map((file) => `./${file}`);
}

function listAll(): string[] {
  const files = [
    ...globSync('tests/journeys/*.test.ts'),
    ...globSync('server/**/*.test.ts').filter(opensSite),
    'tests/torture/maintenance-kill.test.ts',
    'tests/torture/model.test.ts',
    'tests/torture/projection-kill.test.ts',
    'tests/torture/upgrade-kill.test.ts',
  ];
  return files.filter((file) => !Object.hasOwn(sqliteOnly, file));
}

function opensSite(file: string): boolean {
  return /\/(test-engine|test-site|former-database)\.ts'/.test(readFileSync(file, 'utf8'));
}
