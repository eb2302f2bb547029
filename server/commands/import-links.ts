import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportReport, PartialFile } from '../../contracts/import.ts';
import type { JobRow } from '../../contracts/import-jobs.ts';
import type { Config } from '../config.ts';
import { IMPORT_FOLDER, INPUT_ENDING } from '../engine/files/data-directory.ts';
import { describeFault } from '../engine/files/file-access.ts';
import type * as commandJobs from '../import/jobs/command-job.ts';
import type { CommandContext, CommandFile, ImportOfCommand } from '../import/jobs/command-job.ts';
import type { StoredJob } from '../import/jobs/job.store.ts';
import type { Outcome } from '../own-command.ts';
import { refuse, type Options } from './command.ts';
import { createJobProgress } from './job-progress.ts';
import { confirm, print, printMessage, printProblem, type ExitCode } from './terminal.ts';
import { yieldToParent } from './yield-to-parent.ts';

const FAILURES_SHOWN = 20;

export async function importLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  if (options.job !== undefined) return performForServer(config, Number(options.job));
  const { timezone: timeZone = 'UTC', 'own-host': ownHosts = [] } = options;
  if (!isTimeZone(timeZone)) return refuse(`unknown time zone "${timeZone}"`);
  if (options.undo !== undefined) return undoImport(config, options.undo);
  if (options.resume !== undefined) return resumeImport(config, options);
  const { baseUrl } = config;
  const ownHostnames = baseUrl === null ? ownHosts : [...ownHosts, baseUrl.hostname];
  if (options.actor !== undefined) {
    return importForServer(config, { ownHostnames, timeZone }, options.actor);
  }
  const file = path === '-' ? await saveInput(config) : resolve(path);
  const fault = describeFault(file);
  if (fault !== null) {
    printMessage(`brisk: ${fault}`);
    return 1;
  }
  return importFile(config, options, { path: file, ownHostnames, timeZone });
}

/** A file of the specification's call arrives on standard input. */
async function importForServer(
  config: Config,
  rules: { readonly ownHostnames: readonly string[]; readonly timeZone: string },
  actor: string,
): Promise<ExitCode> {
  const checkpoint = yieldToParent();
  const file = await Bun.stdin.bytes();
  const { importFile: importWhole } = await import('../maintenance.ts');
  const outcome = await importWhole(config, file, { ...rules, checkpoint }, actor);
  print(JSON.stringify(outcome));
  return 'report' in outcome && outcome.report.failed === 0 ? 0 : 1;
}

/** A file can be read several times, and standard input cannot. */
async function saveInput({ dataDir }: Config): Promise<string> {
  const folder = join(dataDir, IMPORT_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}${INPUT_ENDING}`);
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return path;
}

async function importFile(config: Config, options: Options, file: CommandFile): Promise<ExitCode> {
  const outcome = await watchImport(config, (context, jobs, clear) =>
    jobs.importByCommand(context, file, (checked) => {
      clear();
      return decide(options, checked);
    }),
  );
  return printOutcome(outcome, options);
}

async function resumeImport(config: Config, options: Options): Promise<ExitCode> {
  const id = readId(options.resume!);
  if (id === null) return refuse('--resume needs the number of an import');
  const outcome = await watchImport(config, (context, jobs) => jobs.resumeByCommand(context, id));
  return printOutcome(outcome, options);
}

/** Shows the progress. The first Ctrl-C stops the job at its next step, a second one the command. */
async function watchImport<Report>(
  config: Config,
  work: (context: CommandContext, jobs: typeof commandJobs, clear: () => void) => Promise<Report>,
): Promise<Outcome<Report>> {
  const { workOnImport } = await import('../maintenance.ts');
  const progress = createJobProgress(process.stderr);
  let isInterrupted = false;
  const interrupt = () => (isInterrupted = true);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const watch = { onProgress: progress.show, isInterrupted: () => isInterrupted };
    return await workOnImport(config, watch, (context, jobs) =>
      work(context, jobs, progress.clear),
    );
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    progress.clear();
  }
}

async function printOutcome(
  outcome: Outcome<ImportOfCommand>,
  options: Options,
): Promise<ExitCode> {
  if ('problem' in outcome) {
    if (options.report === true) print(JSON.stringify(outcome));
    else printProblem(outcome);
    return 1;
  }
  const { job, rows } = outcome.report;
  if (job.state === 'stopped') return printStopped(job);
  if (job.state !== 'done') return 0;
  const report = toReport(job, rows);
  if (options.report === true) print(JSON.stringify({ report }));
  else {
    if (report.imported > 0) printMessage(`"brisk import --undo ${job.id}" undoes this import`);
    printImportReport(report);
    const { auditCommand } = await import('../maintenance.ts');
    const target = { kind: 'links', name: String(report.imported) };
    auditCommand([{ action: 'site.imported', target }]);
  }
  return report.failed === 0 ? 0 : 1;
}

function printStopped({ id, started_at: startedAt, counts }: StoredJob): ExitCode {
  printMessage(
    startedAt === null
      ? 'stopped: nothing is imported'
      : `stopped: ${counts.new} links are imported. "brisk import --resume ${id}" goes on, "brisk import --undo ${id}" removes them`,
  );
  return 1;
}

/** Without a terminal, an import starts without a question: scripts have no one to answer it. */
async function decide(
  { check, yes, report }: Options,
  { job, rows }: ImportOfCommand,
): Promise<boolean> {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  if (check === true || (isTerminal && report !== true)) {
    const { read, new: made, here, taken, refused, cut } = job.counts;
    const { clicks, partial } = job.findings;
    printFailures(rows, taken + refused);
    const { with_details: detailed, without } = clicks;
    printMessage(
      `${job.source}: ${read} rows: ${made} new (${cut} cut), ${here} here already, ${taken} with a code of another link, ${refused} refused`,
    );
    printMessage(`clicks: ${detailed} with details, ${without} without`);
    if (detailed > 0) {
      const { with_country: countries, with_referrer: referrers } = clicks;
      const { with_browser: browsers, with_system: systems } = clicks;
      printMessage(
        `of these, with a country: ${countries}, referrer: ${referrers}, browser: ${browsers}, system: ${systems}`,
      );
    }
    if (partial !== null) printMessage(describePart(partial));
  }
  if (check === true) return false;
  return yes === true || !isTerminal || confirm('Import? [y/N] ');
}

function toReport({ counts, findings }: StoredJob, rows: readonly JobRow[]): ImportReport {
  const { partial } = findings;
  return {
    imported: counts.new,
    skipped: counts.here,
    failed: counts.taken + counts.refused,
    ...(partial !== null && { partial }),
    rows: rows.map(({ row, short_url, long_url, key, reason }) => ({
      row,
      short_url,
      long_url,
      key: key ?? 'internal.error',
      reason,
    })),
  };
}

async function undoImport(config: Config, text: string): Promise<ExitCode> {
  const id = readId(text);
  if (id === null) return refuse('--undo needs the number of an import');
  const outcome = await watchImport(config, (context, jobs) => jobs.undoByCommand(context, id));
  if ('problem' in outcome) {
    printProblem(outcome);
    return 1;
  }
  const { counts, name, state } = outcome.report;
  if (state !== 'undone') {
    printMessage(`stopped: "brisk import --undo ${id}" goes on`);
    return 1;
  }
  printMessage(`undone; ${counts.kept} links stay, because they were edited or deleted`);
  const { auditCommand } = await import('../maintenance.ts');
  auditCommand([{ action: 'site.import_undone', target: { kind: 'import', id, name } }]);
  return 0;
}

function readId(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The server follows the work in the job's row. */
async function performForServer(config: Config, id: number): Promise<ExitCode> {
  const checkpoint = yieldToParent();
  const { performImport } = await import('../maintenance.ts');
  await performImport(config, id, checkpoint);
  print(JSON.stringify({ report: null }));
  return 0;
}

function printImportReport(report: ImportReport): void {
  const { imported, skipped, failed, partial, rows } = report;
  printFailures(rows, failed);
  printMessage(`${imported} imported, ${skipped} skipped, ${failed} failed`);
  if (partial !== undefined) printMessage(describePart(partial));
}

type Failure = Pick<JobRow, 'row' | 'short_url' | 'long_url' | 'reason'>;

function printFailures(rows: readonly Failure[], count: number): void {
  for (const { row, short_url: code, long_url: longUrl, reason } of rows.slice(0, FAILURES_SHOWN)) {
    printMessage(`row ${row}: ${code} ${longUrl}: ${reason}`);
  }
  if (count > FAILURES_SHOWN) printMessage(`and ${count - FAILURES_SHOWN} more`);
}

function describePart({ in_file: inFile, in_source: inSource }: PartialFile): string {
  if (inSource === null) return 'This file has only some of the links';
  return `${inFile} of ${inSource} links are in this file`;
}

/** Accepts names and offsets: `Asia/Shanghai`, `+08:00`. */
function isTimeZone(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from('2026-01-01T00:00').toZonedDateTime(text) !== null;
  } catch {
    return false;
  }
}
