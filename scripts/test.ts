import { globSync, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { listPostgresTests } from './postgres-tests.ts';
import { installSystemPackages, testPackages } from './system-packages.ts';
import { buildWebIfStale } from './web.ts';

/** Two files at a time: most wait more than they work. */
const inPairs = ['test', '--parallel=2', '--timeout=30000'];

/**
 * Everything that must hold, one suite after the other; closes with the sum of all. Words on the
 * command line choose suites by name.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  check: ['scripts/check.ts'],
  unit: [...inPairs, './server', ...globSync('tests/*.test.ts').map((file) => `./${file}`)],
  journeys: [...inPairs, './tests/journeys'],
  // The same tests as before, on the other engine.
  postgres: [...inPairs, '--preload=./tests/postgres/drop-databases.ts', ...listPostgresTests()],
  // Several servers, or one under torture, need the machine for themselves.
  nodes: ['test', '--timeout=30000', './tests/nodes'],
  torture: ['test', './tests/torture'],
  executable: ['scripts/test-executable.ts'],
  browser: [...inPairs, './tests/browser'],
};

/** Of how many test files it is told how long they took. */
const SLOWEST_TOLD = 5;
const MEMORY_DIRECTORY = '/dev/shm';
/** What the databases of a suite need at most, in bytes. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** How many lines of what a failed test printed are repeated at the end. */
const FAILURE_LINES = 80;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  /** What each failed test printed. */
  readonly failures: readonly string[];
}

const chosen = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

await installSystemPackages(...testPackages);
await buildWebIfStale();
mkdirSync('build/timings', { recursive: true });

let passed = 0;
let failed = 0;
let notRun = 0;
const failures: string[] = [];
for (const [name, args] of Object.entries(suites)) {
  if (!isChosen(name)) continue;
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const timings = `build/timings/${name}.json`;
  // The slowest files of the last time begin first.
  const timed = args[0] === 'test' ? [...args, `--timings=${timings}`, '--update-timings'] : args;
  // A process that is killed leaves the same behind in memory as on a disk, and waits less there.
  const env: Record<string, string> = name === 'torture' ? { TMPDIR: findFastDirectory() } : {};
  const counts = await (name === 'postgres' ? runOnPostgres(timed) : runSuite(timed, env));
  failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
  passed += counts.passed;
  failed += counts.failed;
  notRun += counts.notRun;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
  if (timed !== args) await tellSlowest(timings);
}
// Once more where they are found: the suites print thousands of lines.
for (const failure of failures) console.log(`\n== failed in ${failure}`);
// What this machine or user cannot run says so itself.
const rest = notRun === 0 ? '' : `, ${notRun} not run`;
console.log(`\n${passed} passed, ${failed} failed${rest}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function tellSlowest(timings: string): Promise<void> {
  if (!(await Bun.file(timings).exists())) return;
  const { files } = (await Bun.file(timings).json()) as { files: Record<string, number> };
  const slowest = Object.entries(files)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_TOLD)
    .map(([file, milliseconds]) => `${file} ${(milliseconds / 1000).toFixed(1)} s`);
  console.log(`The slowest: ${slowest.join(', ')}`);
}

/** Runs a suite with a private PostgreSQL, on which each test has a database of its own. */
async function runOnPostgres(args: readonly string[]): Promise<Counts> {
  await using server = await PostgresServer.start({ parent: findFastDirectory() });
  return await runSuite(args, { ENGINE: 'postgres', TEST_POSTGRES_URL: server.url('') });
}

/** In memory where there is room: many small databases are made. */
function findFastDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY_DIRECTORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Runs a suite, shows what it prints, and reads how many tests passed, failed, were not run. */
async function runSuite(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Counts> {
  const suite = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([show(suite.stdout), show(suite.stderr)]);
  const exitCode = await suite.exited;
  const text = `${output}\n${errors}`;
  const passed = sum(text, /^ *(\d+) pass$|^\w+: (\d+) passed, \d+ failed$/);
  const failed = sum(text, /^ *(\d+) fail$|^\w+: \d+ passed, (\d+) failed$/);
  const notRun = sum(text, /^ *(\d+) skip$/);
  // A suite that fails without naming a test, or that ran none, has failed all the same.
  const silent = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  const failures = [...findFailures(output), ...findFailures(errors)];
  if (failures.length === 0 && exitCode !== 0) failures.push(lastLines(text.split('\n')));
  return { passed, failed: failed + silent, notRun, failures };
}

/** For each test that failed its file and what was printed since the test before it. */
function findFailures(text: string): string[] {
  const failures: string[] = [];
  let file = '';
  let lines: string[] = [];
  for (const line of toLines(text)) {
    // From here on the runner repeats itself.
    if (/^\d+ tests? failed:$/.test(line)) break;
    if (/^\S+\.test\.ts:$/.test(line)) file = line;
    lines.push(line);
    if (line.startsWith('(fail)')) failures.push(`${file}\n${lastLines(lines)}`);
    if (/^\((?:pass|fail|skip|todo)\)/.test(line)) lines = [];
  }
  return failures;
}

function lastLines(lines: readonly string[]): string {
  return lines.slice(-FAILURE_LINES).join('\n');
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
  return toLines(text).reduce((total, line) => {
    const [, first, second] = pattern.exec(line) ?? [];
    return total + Number(first ?? second ?? 0);
  }, 0);
}

/** Without colours; of one line alone, as a test's name may begin what never ends. */
function toLines(text: string): string[] {
  return text.split('\n').map((line) => Bun.stripANSI(line));
}
