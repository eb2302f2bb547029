import { listFastTests } from './tests/fast-tests.ts';

/** Types, lint and format beside the unit tests of `fast-tests.ts`, for a run of one minute. */
const begun = performance.now();
const check = Bun.spawn([process.execPath, 'scripts/check.ts'], {
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
});
const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    '--parallel=2',
    '--only-failures',
    '--timeout=30000',
    ...listFastTests(),
  ],
  { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
);
const [out, errors] = await Promise.all([
  new Response(check.stdout).text(),
  new Response(check.stderr).text(),
]);
const codes = await Promise.all([tests.exited, check.exited]);
process.stdout.write(`\n== check\n${out}${errors}`);
console.log(`\n${((performance.now() - begun) / 1000).toFixed(1)} s`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
