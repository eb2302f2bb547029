import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { beginRecording, recordingSettings, reportUnrunSql } from '../tests/postgres/run-sql.ts';
import { allTestPackages, installSystemPackages, testPackages } from './system-packages.ts';
import {
  countTests,
  findFailures,
  lastLines,
  type Counts,
  type Failure,
} from './tests/test-output.ts';
import { listSuites, type Run, type Suite } from './tests/test-suites.ts';
import { buildWebIfStale } from './web.ts';

// Runs the suites, or those that the command line names, and prints the totals.

/** On two quiet cores. */
const BUDGET_SECONDS = 600;
const SLOWEST_PRINTED = 5;
/** A suite is ended after this, a safety net: it hangs. */
const HUNG_MS = { short: 20 * 60 * 1000, all: 90 * 60 * 1000 };
/** Output of each suite; pictures and logs of failed browser tests. */
const OUTPUT = 'build/tests';

const MEMORY_DIRECTORY = '/dev/shm';
const DATABASES_MAX_BYTES = 2 * 1024 ** 3;

interface Result extends Counts {
  readonly suite: Suite;
  readonly failures: readonly Failure[];
}

const begun = performance.now();
const words = process.argv.slice(2);
const run: Run = words.includes('--all') ? 'all' : 'short';
const chosen = words.filter((word) => word !== '--all');
const suites = listSuites(run).filter(({ name }) => chosen.length === 0 || chosen.includes(name));
if (suites.length === 0) {
  console.error(
    `no such suite; there are ${listSuites(run)
      .map((one) => one.name)
      .join(', ')}`,
  );
  process.exit(2);
}

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(`${OUTPUT}/failures`, { recursive: true });
mkdirSync(`build/timings/${run}`, { recursive: true });

let executable = '';
const results: Result[] = [];
const together = suites.filter(({ isAlone }) => !isAlone);
const serving = together.filter(({ hasServers }) => hasServers);
const ready = prepare();
// Two at a time, as one leaves the processor idle at times; the first need nothing that is prepared.
await Promise.all([
  runNext(together.filter(({ hasServers }) => !hasServers))
    .then(() => ready)
    .then(() => runNext(serving)),
  ready.then(() => runNext(serving)),
]);
await runNext(suites.filter(({ isAlone }) => isAlone));
for (const result of results) await runFailuresAgain(result);
await printTotals();

async function prepare(): Promise<void> {
  await installSystemPackages(...(run === 'all' ? allTestPackages : testPackages));
  await buildWebIfStale();
  if (suites.some(({ hasServers }) => hasServers)) executable = await buildExecutable();
}

/** Runs suites until none waits. */
async function runNext(waiting: Suite[]): Promise<void> {
  for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
    const started = performance.now();
    const result = await runSuite(suite);
    const { name } = suite;
    const { passed, failed } = result;
    console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed in ${since(started)} s`);
    results.push(result);
  }
}

function since(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

async function runSuite(suite: Suite): Promise<Result> {
  const { name, args, files } = suite;
  // The slowest files of the last run begin first.
  const timings = args[0] !== 'test' ? [] : [`--timings=${timingsOf(name)}`, '--update-timings'];
  const { text, exitCode } = await runBun(
    suite,
    [...args, ...timings, ...files],
    `${OUTPUT}/${name}.log`,
  );
  const counts = countTests(text);
  const failures = findFailures(text);
  // A suite that ran no test, or failed without naming one, has failed.
  const isSilent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  if (failures.length === 0 && exitCode !== 0) {
    failures.push({ file: '', text: lastLines(text.split('\n')) });
  }
  return { suite, ...counts, failed: counts.failed + (isSilent ? 1 : 0), failures };
}

/** Runs each file with a failure alone: one that passes then depends on luck or on the machine. */
async function runFailuresAgain({ suite, failures }: Result): Promise<void> {
  for (const { file, text } of failures)
    console.log(`\n== failed in ${suite.name}: ${file}\n${text}`);
  for (const file of new Set(failures.map((failure) => failure.file).filter(Boolean))) {
    const { exitCode } = await runBun(suite, [...suite.args, `./${file}`], `${OUTPUT}/again.log`);
    console.log(`${file}: failed, then ${exitCode === 0 ? 'passed' : 'failed'} alone`);
  }
}

async function runBun({ name, files }: Suite, args: readonly string[], log: string) {
  const env: Record<string, string> = {
    ...(process.env as Record<string, string>),
    BRISK: executable,
    TEST_RUN: run,
    TEST_FAILURES: resolve(OUTPUT, 'failures'),
  };
  // A killed process leaves the same files in memory as on a disk, and memory is faster.
  if (name === 'torture') env['TMPDIR'] = findFastDirectory();
  if (name !== 'postgres') return await spawnBun(args, env, log);
  // A private PostgreSQL; each test has its own database.
  const settings = run === 'all' ? recordingSettings() : {};
  await using server = await PostgresServer.start({ parent: findFastDirectory(), settings });
  const place = {
    ENGINE: 'postgres',
    TEST_POSTGRES_URL: server.url(''),
    RECORDS_SQL: run === 'all' ? '1' : '',
  };
  if (run === 'all') await beginRecording(server);
  const outcome = await spawnBun(args, { ...env, ...place }, log);
  const isWhole = files.every((file) => args.includes(file));
  if (!isWhole) return outcome;
  const report = run === 'all' ? await reportUnrunSql(server) : '';
  return { ...outcome, text: `${report}\n${outcome.text}` };
}

/** The output is in the file as it comes, so that one sees where a suite hangs. */
async function spawnBun(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  log: string,
) {
  const file = openSync(log, 'w');
  const child = Bun.spawn([process.execPath, ...args], {
    env,
    stdio: ['ignore', file, file],
    timeout: HUNG_MS[run],
  });
  const exitCode = await child.exited;
  closeSync(file);
  return { text: readFileSync(log, 'utf8'), exitCode };
}

/** Tests start servers from the executable, as the sources need three times as long to start. */
async function buildExecutable(): Promise<string> {
  const path = resolve('dist/brisk');
  await runOrThrow([process.execPath, 'scripts/build.ts'], {});
  // Without a data directory it unpacks DuckDB into the temporary folder, for all sites.
  await runOrThrow([path, 'version'], { DATA_DIR: '/dev/null' });
  return path;
}

async function runOrThrow(command: string[], env: Readonly<Record<string, string>>) {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [exitCode, text] = await Promise.all([child.exited, child.stderr.text()]);
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${text}`);
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

function timingsOf(name: string): string {
  return `build/timings/${run}/${name}.json`;
}

async function printTotals(): Promise<void> {
  const [passed, failed, notRun] = [sum('passed'), sum('failed'), sum('notRun')];
  console.log(`\nThe slowest files: ${(await listSlowest()).join(', ')}`);
  const seconds = Number(since(begun));
  const budget = run === 'short' && chosen.length === 0 ? ` of ${BUDGET_SECONDS} s` : ' s';
  console.log(`${seconds.toFixed(0)}${budget}, installing and building included`);
  if (notRun > 0) console.log(`${notRun} not run`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function sum(key: 'passed' | 'failed' | 'notRun'): number {
  return results.reduce((total, result) => total + result[key], 0);
}

async function listSlowest(): Promise<string[]> {
  const files: [string, number][] = [];
  for (const { name } of suites) {
    const timings = Bun.file(timingsOf(name));
    if (!(await timings.exists())) continue;
    const content = (await timings.json()) as { files: Record<string, number> };
    files.push(...Object.entries(content.files));
  }
  return files
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_PRINTED)
    .map(([file, milliseconds]) => `${file} ${(milliseconds / 1000).toFixed(1)} s`);
}
