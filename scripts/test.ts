import { globSync, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { listPostgresTests } from './postgres-tests.ts';
import { installSystemPackages, testPackages } from './system-packages.ts';
import { buildWebIfStale } from './web.ts';

/** Two files at a time, as most wait more than they work. The limit is for a shared processor. */
const parallelTest = ['test', '--parallel=2', '--timeout=60000'];

/** Runs the suites and prints the totals. The command line selects suites by name. */
const suites = {
  check: ['scripts/check.ts'],
  unit: [...parallelTest, './server', ...globSync('tests/*.test.ts').map((file) => `./${file}`)],
  components: [...parallelTest, '--preload=./tests/support/components/dom.ts', './web'],
  journeys: [...parallelTest, './tests/journeys'],
  // The journeys and store tests again, on PostgreSQL.
  postgres: [
    ...parallelTest,
    '--preload=./tests/postgres/drop-databases.ts',
    ...listPostgresTests(),
  ],
  nodes: ['test', '--timeout=30000', './tests/nodes'],
  torture: ['test', '--timeout=30000', './tests/torture'],
  executable: ['scripts/test-executable.ts'],
  browser: [...parallelTest, './tests/browser'],
} satisfies Record<string, readonly string[]>;

type Suite = keyof typeof suites;

/** Rows run side by side, as one alone leaves the processor idle at times. */
const rows: readonly (readonly Suite[])[] = [
  ['check', 'unit', 'components', 'journeys', 'postgres'],
  ['browser'],
];
const withoutServers: ReadonlySet<string> = new Set<Suite>(['check', 'components']);
/** Suites with several servers run alone, as they need the whole machine. */
const alone: readonly Suite[] = ['nodes', 'torture', 'executable'];

const SLOWEST_PRINTED = 5;
const MEMORY_DIRECTORY = '/dev/shm';
const DATABASES_MAX_BYTES = 2 * 1024 ** 3;

/** Lines repeated at the end for each failed test. */
const FAILURE_LINES = 80;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  readonly failures: readonly string[];
}

type Print = (text: string) => void;

const chosen = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

await installSystemPackages(...testPackages);
await buildWebIfStale();
mkdirSync('build/timings', { recursive: true });
const hasServers = Object.keys(suites).some((name) => isChosen(name) && !withoutServers.has(name));
const executable = hasServers ? buildExecutable() : '';

const total = { passed: 0, failed: 0, notRun: 0 };
const failures: string[] = [];

const chosenRows = rows.map((row) => row.filter(isChosen)).filter((row) => row.length > 0);
const isShared = chosenRows.length > 1;
await Promise.all(chosenRows.map((row) => runRow(row, isShared)));
await runRow(alone.filter(isChosen), false);

// Repeats the failures at the end, after thousands of lines.
for (const failure of failures) console.log(`\n== failed in ${failure}`);
// Skipped tests say themselves what the machine lacks.
const rest = total.notRun === 0 ? '' : `, ${total.notRun} not run`;
console.log(`\n${total.passed} passed, ${total.failed} failed${rest}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** Runs suites one after another. Beside another row, prints the output of each at its end. */
async function runRow(row: readonly Suite[], isBeside: boolean): Promise<void> {
  for (const name of row) {
    const held: string[] = [];
    const print = isBeside ? (text: string) => void held.push(text) : writeOut;
    writeOut(isBeside ? `\n${name} begins\n` : `\n== ${name}\n`);
    if (isBeside) print(`\n== ${name}\n`);
    await runCounted(name, print);
    writeOut(held.join(''));
  }
}

/** Tests start servers from the executable, as the sources need three times as long to start. */
function buildExecutable(): string {
  const path = resolve('dist/brisk');
  runOrThrow([process.execPath, 'scripts/build.ts'], {});
  // Without a data directory it unpacks DuckDB into the temporary folder, for all sites.
  runOrThrow([path, 'version'], { DATA_DIR: '/dev/null' });
  return path;
}

function runOrThrow(command: string[], env: Readonly<Record<string, string>>): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { env: { ...process.env, ...env } });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`);
}

async function runCounted(name: Suite, print: Print): Promise<void> {
  const begun = performance.now();
  const timings = `build/timings/${name}.json`;
  const args: readonly string[] = suites[name];
  // The slowest files of the last run begin first.
  const timed = args[0] === 'test' ? [...args, `--timings=${timings}`, '--update-timings'] : args;
  // A killed process leaves the same files in memory as on a disk, and memory is faster.
  const env: Record<string, string> = name === 'torture' ? { TMPDIR: findFastDirectory() } : {};
  const counts = await (name === 'postgres'
    ? runOnPostgres(timed, print)
    : runSuite(timed, print, env));
  failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.notRun += counts.notRun;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  print(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`);
  if (timed !== args) print(await listSlowest(timings));
}

function writeOut(text: string): void {
  process.stdout.write(text);
}

async function listSlowest(timings: string): Promise<string> {
  if (!(await Bun.file(timings).exists())) return '';
  const { files } = (await Bun.file(timings).json()) as { files: Record<string, number> };
  const slowest = Object.entries(files)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_PRINTED)
    .map(([file, milliseconds]) => `${file} ${(milliseconds / 1000).toFixed(1)} s`);
  return `The slowest: ${slowest.join(', ')}\n`;
}

/** Runs a suite with a private PostgreSQL; each test has its own database. */
async function runOnPostgres(args: readonly string[], print: Print): Promise<Counts> {
  await using server = await PostgresServer.start({ parent: findFastDirectory() });
  return await runSuite(args, print, { ENGINE: 'postgres', TEST_POSTGRES_URL: server.url('') });
}

/** Memory if there is room, as tests create many small databases. */
function findFastDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
    return bavail * bsize > DATABASES_MAX_BYTES ? MEMORY_DIRECTORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function runSuite(
  args: readonly string[],
  print: Print,
  env: Readonly<Record<string, string>> = {},
): Promise<Counts> {
  const suite = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, BRISK: executable, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([
    printStream(suite.stdout, print),
    printStream(suite.stderr, print),
  ]);
  const exitCode = await suite.exited;
  const text = `${output}\n${errors}`;
  const passed = sumMatches(text, /^ *(\d+) pass$|^\w+: (\d+) passed, \d+ failed$/);
  const failed = sumMatches(text, /^ *(\d+) fail$|^\w+: \d+ passed, (\d+) failed$/);
  const notRun = sumMatches(text, /^ *(\d+) skip$/);
  // A suite that ran no test, or failed without naming one, has failed.
  const silent = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  const failures = [...findFailures(output), ...findFailures(errors)];
  if (failures.length === 0 && exitCode !== 0) failures.push(lastLines(text.split('\n')));
  return { passed, failed: failed + silent, notRun, failures };
}

function findFailures(text: string): string[] {
  const failures: string[] = [];
  let file = '';
  let lines: string[] = [];
  for (const line of toLines(text)) {
    // The runner repeats the failures from here on.
    if (/^\d+ tests? failed:$/.test(line)) break;
    if (/^\S+\.test\.tsx?:$/.test(line)) file = line;
    lines.push(line);
    if (line.startsWith('(fail)')) failures.push(`${file}\n${lastLines(lines)}`);
    if (/^\((?:pass|fail|skip|todo)\)/.test(line)) lines = [];
  }
  return failures;
}

function lastLines(lines: readonly string[]): string {
  return lines.slice(-FAILURE_LINES).join('\n');
}

async function printStream(stream: ReadableStream<Uint8Array>, print: Print): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true });
    print(part);
    text += part;
  }
  return text;
}

function sumMatches(text: string, pattern: RegExp): number {
  return toLines(text).reduce((total, line) => {
    const [, first, second] = pattern.exec(line) ?? [];
    return total + Number(first ?? second ?? 0);
  }, 0);
}

/** Strips colors line by line: a test's title may begin an escape sequence that never ends. */
function toLines(text: string): string[] {
  return text.split('\n').map((line) => Bun.stripANSI(line));
}
