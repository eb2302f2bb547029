import { findMissingPrograms, readSources } from './check-programs.ts';

/**
 * Checks types, lint and format of the whole tree; exits with 1 after a failure. Types are checked
 * again only where something has changed, by what tsc keeps in `build/types`.
 */
const checks = [
  ['tsc', '-p', 'tsconfig.json'],
  ['tsc', '-p', 'web/tsconfig.json'],
  ['tsc', '-p', 'web/service-worker/tsconfig.json'],
  ['tsc', '-p', 'tests/support/components/tsconfig.json'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check'],
];

const missing = findMissingPrograms(readSources());
for (const fault of missing) console.error(fault);

let failed = 0;
for (const [tool, ...args] of checks) {
  const { exitCode } = Bun.spawnSync([`node_modules/.bin/${tool}`, ...args], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  // A missing program counts as a failure of lint.
  if (exitCode !== 0 || (tool === 'oxlint' && missing.length > 0)) failed += 1;
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
