import { globSync, readFileSync } from 'node:fs';
import { findCalledPrograms, findCommandTakers } from './called-programs.ts';
import { benchPackages, listPrograms, testPackages } from './system-packages.ts';

const inTests = listPrograms(...testPackages);
const inBenches = listPrograms(...testPackages, ...benchPackages);

/** Runs shell texts of other files. Callers name the programs, which are checked there. */
const SHELL = 'tests/support/project/run-shell.ts';

export function readSources(): Map<string, string> {
  const files = globSync(['{tests,scripts,bench}/**/*.ts', 'server/**/*.test.ts']);
  return new Map(files.sort().map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Calls of programs that no step installs, as `file:line: …`. */
export function findMissingPrograms(sources: ReadonlyMap<string, string>): string[] {
  const takers = findCommandTakers(sources);
  return [...sources].flatMap(([file, source]) => {
    const present = file.startsWith('bench/') ? inBenches : inTests;
    return findCalledPrograms(file, source, takers).flatMap(({ name, line }) => {
      if (name === null) {
        return file === SHELL
          ? []
          : [`${file}:${line}: a shell text of another file: use runShell`];
      }
      if (present.has(name)) return [];
      return [`${file}:${line}: nothing installs ${name} (see scripts/system-packages.ts)`];
    });
  });
}
