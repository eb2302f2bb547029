import { globSync } from 'node:fs';
import { buildWebIfStale } from './web.ts';
import { installSystemPackages } from './system-packages.ts';

/**
 * Everything that must hold, one suite after the other; closes with the sum of all. Words on the
 * command line choose suites by name.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  check: ['scripts/check.ts'],
  unit: ['test', './server', ...globSync('tests/*.test.ts').map((file) => `./${file}`)],
  journeys: ['test', './tests/journeys'],
  torture: ['test', './tests/torture'],
  executable: ['scripts/test-executable.ts'],
  // Pages wait more than they work: two at a time.
  browser: ['test', '--parallel=2', '--timeout=30000', './tests/browser'],
};

const chosen = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

if (isChosen('browser')) await installSystemPackages();
await buildWebIfStale();

let passed = 0;
let failed = 0;
let notRun = 0;
for (const [name, args] of Object.entries(suites)) {
  if (!isChosen(name)) continue;
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const counts = await runSuite(args);
  passed += counts.passed;
  failed += counts.failed;
  notRun += counts.notRun;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
}
// What this machine or user cannot run says so itself.
const rest = notRun === 0 ? '' : `, ${notRun} not run`;
console.log(`\n${passed} passed, ${failed} failed${rest}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Runs a suite, shows what it prints, and reads how many tests passed, failed, were not run. */
async function runSuite(
  args: readonly string[],
): Promise<{ passed: number; failed: number; notRun: number }> {
  const suite = Bun.spawn([process.execPath, ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([show(suite.stdout), show(suite.stderr)]);
  const exitCode = await suite.exited;
  const text = `${output}\n${errors}`;
  const passed = sum(text, /^ *(\d+) pass$|^\w+: (\d+) passed, \d+ failed$/gm);
  const failed = sum(text, /^ *(\d+) fail$|^\w+: \d+ passed, (\d+) failed$/gm);
  const notRun = sum(text, /^ *(\d+) skip$/gm);
  // A suite that fails without naming a test, or that ran none, has failed all the same.
  const silent = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + silent, notRun };
}

async function show(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    process.stdout.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function sum(text: string, pattern: RegExp): number {
  const numbers = [...Bun.stripANSI(text).matchAll(pattern)];
  return numbers.reduce((total, [, first, second]) => total + Number(first ?? second), 0);
}
