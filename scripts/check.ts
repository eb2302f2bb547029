import { findMissingPrograms, readSources } from './check-programs.ts';

/** Checks types, lint and format of the whole tree; tsc keeps in `build/types` what it found. */
const checks = [...listChecksOfCode(), ['oxfmt', '--check']];

function listChecksOfCode(): string[][] {
  const lint = ['oxlint', '--type-aware', '--deny-warnings'];
  // A clean clone has kept nothing, and one pass costs less.
  if (process.env['TEST_RUN'] === 'short') return [[...lint, '--type-check']];
  return [
    ['tsc', '-p', 'tsconfig.json'],
    ['tsc', '-p', 'web/tsconfig.page.json'],
    ['tsc', '-p', 'web/service-worker/tsconfig.json'],
    ['tsc', '-p', 'web/tsconfig.tests.json'],
    lint,
  ];
}

const missing = findMissingPrograms(readSources());
for (const fault of missing) console.error(fault);

let failed = 0;
for (const [tool = '', ...args] of checks) {
  const { exitCode } = Bun.spawnSync([`node_modules/.bin/${tool}`, ...args], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  // A missing program counts as a failure of lint.
  if (exitCode !== 0 || (tool === 'oxlint' && missing.length > 0)) failed += 1;
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
