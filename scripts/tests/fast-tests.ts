import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What opens a database, starts a process or needs the built page. */
const SLOW =
  /\b(?:Bun\.spawn(?:Sync)?|openSqlite|openEngine|openDatabase|new (?:Database|Warehouse|PostgresListener)|PostgresServer|build\/web)\b|'(?:node:child_process|playwright-core)'/;

/** The unit tests that open no database, start no process and need no built page. */
export function listFastTests(): string[] {
  const files = [
    ...globSync('{contracts,server}/**/*.test.ts'),
    ...globSync('tests/{.,deploy,page}/*.test.ts'),
  ];
  const slowByFile = new Map<string, boolean>();
  return files.filter((file) => !isSlow(file, slowByFile)).map((file) => `./${file}`);
}

/** Follows imports of files in `tests/`. */
function isSlow(file: string, slowByFile: Map<string, boolean>): boolean {
  const answer = slowByFile.get(file);
  if (answer !== undefined) return answer;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/^[^'"]* from '(\.[^']+)'/gm)]
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.startsWith('tests/'));
  const slow = SLOW.test(text) || imports.some((path) => isSlow(path, slowByFile));
  slowByFile.set(file, slow);
  return slow;
}
