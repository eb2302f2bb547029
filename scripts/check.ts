import { findMissingPrograms, readSources } from './check-programs.ts';

/** Checks types, lint and format of the whole tree; exits with 1 after a failure. */
const checks = [
  checkTypes('.'),
  checkTypes('web'),
  checkTypes('web/service-worker'),
  checkTypes('tests/support/components'),
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check'],
] as const;

/** Keeps what it found in `build/types`, so the next check reads only what has changed. */
function checkTypes(project: string) {
  const name = project === '.' ? 'server' : project.replaceAll('/', '-');
  const file = `build/types/${name}.tsbuildinfo`;
  return ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', file] as const;
}

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
