import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { newPassword } from '../contracts/account.ts';
import { exportFormats } from '../contracts/export.constants.ts';
import type { ImportReport, PartialFile } from '../contracts/import.ts';
import { readConfig, type Config } from './config.ts';
import { startHeartbeat } from './heartbeat.ts';
import { isTimeZone } from './import/time-zone.ts';
import type { Outcome } from './own-command.ts';
import { lowerPriority, wakeSooner } from './priority.ts';
import { VERSION } from './version.ts';

const USAGE = `Brisk ${VERSION}: short links you host yourself

Usage: brisk [command]

  serve         serve the site (default)
  import FILE   import links from a JSON file of another shortener or of Brisk; - reads standard
                input. --timezone Asia/Shanghai or +08:00 sets the zone of its times (default UTC)
  export FILE   export all links to FILE.json or FILE.csv, or all clicks to FILE.parquet; - writes
                links to standard output. --format json, csv or parquet sets the format when the
                file name does not
  backup FILE   back up the whole site to a new file, also while the server runs. --force
                overwrites an existing file
  restore FILE  restore the site from a backup, with the server stopped
  move --to postgres://…
                copy the site from SQLite into an empty PostgreSQL database, with the server
                stopped; DATABASE_URL can replace --to. Run it again if it was interrupted
  flush         add the clicks in the journal to the counts now
  user reset    set a new password, typed or read from standard input, and end all logins and
                the API token; --keep-token keeps the API token
  version       print the version, and that of DuckDB if it can be loaded here

Settings come from environment variables, or from the file that NAME_FILE names: PORT, HOST, DATA_DIR, DATABASE_URL,
BASE_URL, WORKERS, CLICK_FLUSH_SECONDS, CLICK_QUOTA_MB, CLICK_RETENTION_DAYS, GEOIP_DB, COUNTRY_HEADER,
TRUSTED_PROXIES, WEBHOOK_PRIVATE_HOSTS, LOG_LEVEL, ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD.
`;

/*
 * Commands import what they need when they run: child processes must be small and start quickly.
 */

/** After 5 s a supervisor would kill the server. */
const STOP_MS = 4500;

const FAILURES_SHOWN = 20;

/** Done, failed, wrong usage. */
type ExitCode = 0 | 1 | 2;

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  timezone: { type: 'string' },
  format: { type: 'string' },
  force: { type: 'boolean' },
  report: { type: 'boolean' },
  to: { type: 'string' },
  'own-host': { type: 'string', multiple: true },
  'keep-token': { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

interface Command {
  readonly takesFile?: boolean;
  readonly options?: readonly (keyof Options)[];
  run(config: Config, options: Options, file: string): Promise<ExitCode>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: { run: serve },
  import: { takesFile: true, options: ['timezone', 'report', 'own-host'], run: importLinks },
  export: { takesFile: true, options: ['format'], run: exportLinks },
  backup: { takesFile: true, options: ['force', 'report'], run: backUpSite },
  restore: { takesFile: true, run: restoreSite },
  move: { options: ['to'], run: moveSite },
  flush: { run: flush },
  'user reset': { options: ['keep-token'], run: resetUser },
  // Only the server starts these.
  worker: { run: runAsWorker },
  background: { run: runAsBackground },
};

async function run(args: readonly string[]): Promise<ExitCode> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return refuse(describeError(error));
  }
  const { values, positionals } = parsed;
  const words = positionals.join(' ') || 'serve';
  if (values.help === true || words === 'help') return print(USAGE);
  if (values.version === true) return print(`${VERSION}\n`);
  if (words === 'version') return printVersions();
  const found = findCommand(words, positionals);
  if (found === null) return refuse(`unknown command "${words}"`);
  const { name, command, rest } = found;
  const given = Object.keys(values) as (keyof Options)[];
  const foreign = given.find((option) => command.options?.includes(option) !== true);
  if (foreign !== undefined) return refuse(`"${name}" has no option --${foreign}`);
  const { takesFile = false } = command;
  if (rest.length !== (takesFile ? 1 : 0)) {
    return refuse(takesFile ? `"${name}" needs one file` : `unknown command "${words}"`);
  }
  return command.run(readConfig(process.env), values, rest[0] ?? '');
}

/** A command has one or two words. */
function findCommand(words: string, positionals: readonly string[]) {
  for (const [name, command] of Object.entries(commands)) {
    if (words !== name && !words.startsWith(`${name} `)) continue;
    return { name, command, rest: positionals.slice(name.split(' ').length) };
  }
  return null;
}

function refuse(reason: string): ExitCode {
  printMessage(`${reason}\n\n${USAGE}`);
  return 2;
}

async function serve(config: Config): Promise<ExitCode> {
  wakeSooner();
  const { startServer } = await import('./serve.ts');
  const server = await startServer(config);
  const stopped = new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      server.stop().then(resolve, reject);
      // Clicks are safe in the journal. A hung child process would outlive the server.
      setTimeout(() => {
        server.kill();
        printMessage('brisk: stopping took too long');
        process.exit(1);
      }, STOP_MS).unref();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  await server.ready;
  printMessage(`Brisk ${VERSION} is ready: ${config.baseUrl?.href ?? localUrl(server.url)}`);
  await stopped;
  return 0;
}

async function runAsWorker(): Promise<ExitCode> {
  wakeSooner();
  const { runWorker } = await import('./workers/worker.ts');
  await runWorker();
  return 0;
}

async function runAsBackground(config: Config): Promise<ExitCode> {
  const { runBackground } = await import('./background/background.ts');
  await runBackground(config);
  return 0;
}

async function importLinks(config: Config, options: Options, path: string): Promise<ExitCode> {
  const { timezone: timeZone = 'UTC', report: forServer, 'own-host': ownHosts = [] } = options;
  if (!isTimeZone(timeZone)) return refuse(`unknown time zone "${timeZone}"`);
  const { baseUrl } = config;
  const ownHostnames = baseUrl === null ? ownHosts : [...ownHosts, baseUrl.hostname];
  const checkpoint = forServer === true ? yieldToParent() : () => undefined;
  const file = path === '-' ? await Bun.stdin.bytes() : readFileSync(path);
  const { importFile } = await import('./maintenance.ts');
  const outcome = await importFile(config, file, { ownHostnames, timeZone, checkpoint });
  if (forServer === true) print(JSON.stringify(outcome));
  else printImportOutcome(outcome);
  return 'report' in outcome && outcome.report.failed === 0 ? 0 : 1;
}

/** The returned check throws when the server has exited. */
function yieldToParent(): () => void {
  startHeartbeat(() => {
    if (process.connected) process.send?.('alive');
  });
  lowerPriority(constants.priority.PRIORITY_LOW);
  const parent = process.ppid;
  return () => {
    if (process.ppid !== parent) throw new Error('the server is gone');
  };
}

function printImportOutcome(outcome: Outcome<ImportReport>): void {
  if ('problem' in outcome) {
    printProblem(outcome);
    return;
  }
  const { imported, skipped, failed, partial, rows } = outcome.report;
  for (const { row, short_url: code, long_url: longUrl, reason } of rows.slice(0, FAILURES_SHOWN)) {
    printMessage(`row ${row}: ${code} ${longUrl}: ${reason}`);
  }
  if (failed > FAILURES_SHOWN) printMessage(`and ${failed - FAILURES_SHOWN} more`);
  printMessage(`${imported} imported, ${skipped} skipped, ${failed} failed`);
  if (partial !== undefined) printMessage(describePart(partial));
}

function describePart({ in_file: inFile, in_source: inSource }: PartialFile): string {
  if (inSource === null) return 'This file has only some of the links';
  return `${inFile} of ${inSource} links are in this file`;
}

function printProblem({ problem, details }: Extract<Outcome<unknown>, { problem: unknown }>): void {
  printMessage(`brisk: ${details.reason ?? problem}`);
}

async function exportLinks(config: Config, options: Options, path: string): Promise<ExitCode> {
  const named = options.format ?? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'json';
  if (named === 'parquet') return exportClicks(config, path);
  const format = exportFormats.find((known) => known === named);
  if (format === undefined) {
    return refuse(`unknown format "${named}": use ${exportFormats.join(', ')} or parquet`);
  }
  const { exportFile } = await import('./maintenance.ts');
  await exportFile(config, path === '-' ? null : path, format, printError);
  return 0;
}

async function exportClicks(config: Config, path: string): Promise<ExitCode> {
  if (path === '-') return refuse('clicks cannot go to standard output: name a file');
  const { exportClickFile } = await import('./maintenance.ts');
  await exportClickFile(config, path, printError);
  return 0;
}

async function backUpSite(config: Config, options: Options, path: string): Promise<ExitCode> {
  if (path === '-') return refuse('a backup cannot go to standard output: name a file');
  const { force = false, report: isTemporary = false } = options;
  if (isTemporary) yieldToParent();
  const { backUp } = await import('./maintenance.ts');
  const outcome = await backUp(config, path, { force, isTemporary, onError: printError });
  if (isTemporary) print(JSON.stringify(outcome));
  else if ('problem' in outcome) printProblem(outcome);
  else printMessage(`${path}: backed up`);
  return 'report' in outcome ? 0 : 1;
}

async function restoreSite(config: Config, _: Options, path: string): Promise<ExitCode> {
  const { restore } = await import('./maintenance.ts');
  const { links, createdAt, former } = await restore(config, path);
  const instant = new Date(createdAt * 1000).toISOString().replace('.000', '');
  printMessage(`${links} links, as they were at ${instant}`);
  if (former !== null) printMessage(`the former database is ${former}`);
  return 0;
}

async function moveSite(config: Config, { to }: Options): Promise<ExitCode> {
  const { databaseUrl } =
    to === undefined
      ? config
      : readConfig({ ...process.env, DATABASE_URL: to, DATABASE_URL_FILE: '' });
  if (databaseUrl === null) return refuse('"move" needs --to postgres://… or DATABASE_URL');
  const { move } = await import('./maintenance.ts');
  const { rows, clicks, people } = await move(config, databaseUrl, printError);
  printMessage(
    `${rows} links with ${clicks} clicks (${people} by people) are in PostgreSQL, every row compared`,
  );
  printMessage(
    `Now set DATABASE_URL to it and start Brisk, the first server with DATA_DIR=${config.dataDir}`,
  );
  printMessage(
    'The SQLite site is as it was: keep it until all is well, and do not start it again',
  );
  return 0;
}

async function flush(config: Config): Promise<ExitCode> {
  const { flushClicks } = await import('./maintenance.ts');
  const clicks = await flushClicks(config, printError);
  printMessage(`${clicks} clicks counted`);
  return 0;
}

async function resetUser(config: Config, options: Options): Promise<ExitCode> {
  const password = newPassword.safeParse(await readSecret('New password: '));
  if (!password.success) {
    printMessage('the password must have 6 to 256 characters');
    return 2;
  }
  const { resetPassword } = await import('./maintenance.ts');
  const outcome = await resetPassword(config, password.data, options['keep-token'] === true);
  if ('problem' in outcome) {
    if (outcome.problem !== 'account.password-weak') throw new Error(outcome.problem);
    printMessage('the password is too easy to guess');
    return 2;
  }
  const username = outcome.report;
  printMessage(
    username === null ? 'the site is not set up yet' : `the password of ${username} is changed`,
  );
  return username === null ? 1 : 0;
}

async function printVersions(): Promise<ExitCode> {
  print(`${VERSION}\n`);
  const { readDuckDbVersion } = await import('./maintenance.ts');
  try {
    return print(`DuckDB ${await readDuckDbVersion(readConfig(process.env).dataDir)}\n`);
  } catch (error) {
    printError(error);
    return 1;
  }
}

/** At a terminal, shows the prompt and hides the input. */
async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (terminal) process.stderr.write('\n');
  return line;
}

function localUrl(url: string): string {
  return url.replace('//0.0.0.0', '//localhost').replace('//[::]', '//localhost');
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function printError(error: unknown): void {
  printMessage(`brisk: ${describeError(error)}`);
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  printError(error);
  // Open handles must not keep the process alive.
  process.exit(1);
}
