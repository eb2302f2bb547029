/** Types, lint and format of the whole tree; exits 1 when one of them has something to say. */
const checks = [
  ['tsc', '-p', 'tsconfig.json'],
  ['tsc', '-p', 'web/tsconfig.json'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check'],
];

let failed = 0;
for (const [tool, ...args] of checks) {
  const { exitCode } = Bun.spawnSync([`node_modules/.bin/${tool}`, ...args], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if (exitCode !== 0) failed += 1;
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
