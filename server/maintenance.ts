import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { ExportFormat } from '../contracts/export.constants.ts';
import type { ImportReport } from '../contracts/import.ts';
import { openAccountRoom, type AccountRoom } from './account/account-room.ts';
import { commandManager, type Manager } from './account/people.ts';
import { hashLinkPassword } from './account/passwords/password.ts';
import { createActor, type Actor } from './audit/actor.ts';
import { recordSaved } from './audit/record.ts';
import { openAuditLog, type AuditEvent } from './audit/audit-log.ts';
import { restoreBackup, type RestoreResult } from './backup/restore.ts';
import { drainJournal } from './clicks/drain.ts';
import { openJournalDirectory } from './clicks/journal/segments.ts';
import { toPlacesOptions, type Config } from './config.ts';
import { DATABASE_FILE, IMPORT_FOLDER } from './engine/files/data-directory.ts';
import type { Engine } from './engine/engine.ts';
import { openEngine } from './engine/open-engine.ts';
import { assertNotInUse, assertOutsideSite } from './engine/files/site-files.ts';
import { writeBackup } from './engine/sqlite/backup.ts';
import { writeParts } from './engine/files/unfinished-file.ts';
import { exportClicks } from './export/export-clicks.ts';
import { writeAllLinks } from './export/export.ts';
import {
  programFormats,
  writeForProgram,
  writeStatic,
  type LeavingFile,
  type LeavingReport,
} from './export/leaving/write-leaving.ts';
import { importLinks, type ImportOptions } from './import/import.ts';
import type { JobContext } from './import/jobs/check-job.ts';
import * as commandJobs from './import/jobs/command-job.ts';
import { performJob } from './import/jobs/perform-job.ts';
import type { ClickTotals } from './move/copy.ts';
import { moveSite } from './move/move.ts';
import { createProgress } from './move/progress.ts';
import { toOutcome, type Outcome } from './own-command.ts';
import { Site } from './site/site.ts';
import { openPlaces } from './stats/classify/places.ts';
import { VisitRecorder } from './stats/ingest/visit-recorder.ts';
export { readDuckDbVersion } from './stats/warehouse/duckdb.ts';

/** The lines of a command. Standard error takes them while links go to standard output. */
export function auditCommand(events: readonly AuditEvent[], output: 1 | 2 = 1): void {
  const write = openAuditLog(pino.destination({ dest: output, sync: true }));
  for (const event of events) write({ ...event, actor: 'command', address: '' });
}

/** Works beside a running server, as do imports, exports and backups. */
export function flushClicks(config: Config, onError: (error: unknown) => void): Promise<number> {
  return withSite(config, (engine) => countJournal(engine, config, onError));
}

async function countJournal(
  engine: Engine,
  config: Config,
  onError: (error: unknown) => void,
): Promise<number> {
  const directory = openJournalDirectory(config.dataDir);
  const recorder = new VisitRecorder(engine, openPlaces({ ...toPlacesOptions(config), onError }));
  const { clicks } = await drainJournal({ engine, directory, recorder, onError });
  return clicks;
}

export function importFile(
  config: Config,
  file: Uint8Array,
  options: Omit<ImportOptions, 'actor'>,
  /** JSON of who asked a server for it; undefined = the command itself. */
  caller?: string,
): Promise<Outcome<ImportReport>> {
  const actor: Actor =
    caller === undefined
      ? createActor('command')
      : { ...(JSON.parse(caller) as Omit<Actor, 'recorded'>), recorded: [] };
  return withSite(config, (engine) =>
    toOutcome(engine, () => importLinks(engine, file, { ...options, actor })),
  );
}

/** How the caller of a command follows an import, and stops it. */
export interface ImportWatch extends Pick<commandJobs.CommandContext, 'onProgress'> {
  readonly isInterrupted: () => boolean;
}

/** Runs `importByCommand` and the like beside a running server. */
export function workOnImport<Report>(
  config: Config,
  { onProgress, isInterrupted }: ImportWatch,
  work: (context: commandJobs.CommandContext, jobs: typeof commandJobs) => Promise<Report>,
): Promise<Outcome<Report>> {
  const checkpoint = () => {
    if (isInterrupted()) throw new commandJobs.Interrupted();
  };
  return withSite({ ...config, mayBeNew: config.admin !== null }, (engine) => {
    const context = { ...describeJobs(config, engine), checkpoint, onProgress };
    // The server makes it, too, and may not have run yet.
    mkdirSync(context.folder, { recursive: true, mode: 0o700 });
    return toOutcome(engine, () => work(context, commandJobs));
  });
}

function describeJobs(config: Config, engine: Engine): Omit<JobContext, 'checkpoint'> {
  return {
    engine,
    folder: join(config.dataDir, IMPORT_FOLDER),
    hashPassword: hashLinkPassword,
    openPlaces: () => openPlaces({ ...toPlacesOptions(config), onError: printError }),
    keepDays: config.clickRetentionDays,
  };
}

export function performImport(config: Config, id: number, checkpoint: () => void): Promise<void> {
  return withSite(config, (engine) =>
    performJob({ ...describeJobs(config, engine), checkpoint }, id),
  );
}

/** Counts the journal first. The file appears whole or not at all, with mode 0600. */
export function exportFile(
  config: Config,
  path: string | null,
  format: ExportFormat,
  onError: (error: unknown) => void,
): Promise<void> {
  if (path !== null) assertOutsideSite(path, config);
  return withCountedSite(config, onError, (engine) =>
    writeParts(writeAllLinks(engine, config.baseUrl, format), path),
  );
}

/** For a program that is not Brisk. The report says what its format cannot hold. */
export function exportForProgram(
  config: Config,
  path: string | null,
  format: keyof typeof programFormats,
  onError: (error: unknown) => void,
): Promise<LeavingReport> {
  if (path !== null) assertOutsideSite(path, config);
  return withCountedSite(config, onError, async (engine) => {
    const { parts, report } = writeForProgram(engine, programFormats[format]);
    await writeParts(parts, path);
    return report;
  });
}

/** Files for servers that only redirect. Throws when the folder has one of them. */
export function exportStatic(
  config: Config,
  folder: string,
  onError: (error: unknown) => void,
): Promise<LeavingFile[]> {
  mkdirSync(folder, { recursive: true });
  return withCountedSite(config, onError, async (engine) => {
    const files = await writeStatic(engine);
    const present = files.find(({ name }) => existsSync(join(folder, name)));
    if (present !== undefined) throw new Error(`${join(folder, present.name)} exists already`);
    for (const { name, parts } of files) await writeParts(parts, join(folder, name), 0o644);
    return files;
  });
}

function withCountedSite<Result>(
  config: Config,
  onError: (error: unknown) => void,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  return withSite(config, async (engine) => {
    await countJournal(engine, config, onError);
    await recordSaved(engine, createActor('command'), 'site.exported', onError);
    return work(engine);
  });
}

export function exportClickFile(
  config: Config,
  path: string,
  onError: (error: unknown) => void,
): Promise<void> {
  assertOutsideSite(path, config);
  return withCountedSite(config, onError, (engine) => exportClicks(engine, config.dataDir, path));
}

export interface BackUpOptions {
  readonly force: boolean;
  readonly isTemporary: boolean;
  readonly onError: (error: unknown) => void;
}

/** Counts the journal first, which is not part of a backup. Only reports a failure to count. */
export function backUp(
  config: Config,
  path: string,
  { force, isTemporary, onError }: BackUpOptions,
): Promise<Outcome<null>> {
  assertOwnDatabase(config);
  assertOutsideSite(path, { ...config, isTemporary });
  if (!force && existsSync(path)) {
    throw new Error(`${path} already exists: --force overwrites it`);
  }
  return withSite(config, async (engine) => {
    await countJournal(engine, config, onError).catch(onError);
    if (!isTemporary) await recordSaved(engine, createActor('command'), 'site.backed_up', onError);
    return toOutcome(engine, () => {
      writeBackup(config.dataDir, path);
      return null;
    });
  });
}

function assertOwnDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === null) return;
  throw new Error("use PostgreSQL's own tools to back up and restore a site in PostgreSQL");
}

/** No server may run. */
export function restore(config: Config, path: string): Promise<RestoreResult> {
  assertOwnDatabase(config);
  assertNotInUse(path, config.dataDir);
  return restoreBackup(config.dataDir, path);
}

/** No server may run. */
export function move(
  config: Config,
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<ClickTotals> {
  return moveSite({
    dataDir: config.dataDir,
    databaseUrl,
    countJournal: (site) => countJournal(site, config, onError),
    onProgress: createProgress(process.stderr),
  });
}

/** People and their logins, also beside a running server. */
export function withAccounts<Result>(
  config: Config,
  work: (room: AccountRoom, by: Manager) => Promise<Result>,
): Promise<Outcome<Result> & { readonly events: readonly AuditEvent[] }> {
  return withSite(config, async (engine) => {
    const site = await Site.open(engine);
    const room = await openAccountRoom({
      engine,
      site,
      baseUrl: config.baseUrl,
      singleSignOn: config.singleSignOn,
      warn: () => undefined,
    });
    const actor = createActor('command');
    const outcome = await toOutcome(engine, () => work(room, commandManager(actor)));
    return { ...outcome, events: actor.recorded };
  });
}

function printError(error: unknown): void {
  process.stderr.write(`brisk: ${error instanceof Error ? error.message : String(error)}\n`);
}

/** A mistyped DATA_DIR must not create a new site, unless the settings name its administrator. */
async function withSite<Result>(
  config: Config & { readonly mayBeNew?: boolean },
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl, mayBeNew = false } = config;
  if (databaseUrl === null && !mayBeNew && !existsSync(join(dataDir, DATABASE_FILE))) {
    throw new Error(
      `there is no site in ${dataDir}: check DATA_DIR, or start the server once to make one`,
    );
  }
  const engine = await openEngine(config, printError);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
