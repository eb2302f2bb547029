import { globSync, readFileSync } from 'node:fs';

/** Tests that run only on SQLite, with the reason. */
const sqliteOnly: Readonly<Record<string, string>> = {
  'tests/journeys/backup.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-damage.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-kill.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/backup-load.test.ts': 'a backup is of the files of SQLite',
  'tests/journeys/checkpoint.test.ts': 'it is about the log of SQLite',
  'tests/journeys/dev-page.test.ts': 'it is about modules of the page, which know no database',
  'tests/journeys/npm-start.test.ts': 'it is about npm, which knows no database',
  'tests/journeys/slow-upload.test.ts': 'it stops the clock, by which the driver gives up',
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
