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

export function listPostgresTests(): string[] {
  const files = [
    ...globSync('tests/journeys/*.test.ts'),
    ...globSync('server/**/*.test.ts').filter(opensSite),
    'tests/torture/maintenance-kill.test.ts',
    'tests/torture/model.test.ts',
    'tests/torture/projection-kill.test.ts',
    'tests/torture/upgrade-kill.test.ts',
  ];
  return files.filter((file) => !Object.hasOwn(sqliteOnly, file)).map((file) => `./${file}`);
}

function opensSite(file: string): boolean {
  return /\/(test-engine|test-site|former-database)\.ts'/.test(readFileSync(file, 'utf8'));
}
