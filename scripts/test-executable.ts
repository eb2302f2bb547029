/** Builds the executable and runs against it its own tests and the journeys that start processes. */
const tests = [
  './tests/executable',
  './tests/journeys/command-line.test.ts',
  './tests/torture/storm.test.ts',
];

const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], {
  stdout: 'inherit',
  stderr: 'inherit',
});
if (!build.success) process.exit(1);
const { exitCode } = Bun.spawnSync([process.execPath, 'test', ...tests], {
  env: { ...process.env, BRISK: `${process.cwd()}/dist/brisk` },
  stdout: 'inherit',
  stderr: 'inherit',
});
process.exitCode = exitCode;
