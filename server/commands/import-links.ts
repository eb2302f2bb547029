import { readFileSync } from 'node:fs';
import type { ImportReport, PartialFile } from '../../contracts/import.ts';
import type { Config } from '../config.ts';
import type { Outcome } from '../own-command.ts';
import { refuse, type Options } from './command.ts';
import { print, printMessage, printProblem, type ExitCode } from './terminal.ts';
import { yieldToParent } from './yield-to-parent.ts';

const FAILURES_SHOWN = 20;

export async function importLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  if (options.job !== undefined) return performForServer(config, Number(options.job));
  const { timezone: timeZone = 'UTC', report: forServer, 'own-host': ownHosts = [] } = options;
  if (!isTimeZone(timeZone)) return refuse(`unknown time zone "${timeZone}"`);
  const { baseUrl } = config;
  const ownHostnames = baseUrl === null ? ownHosts : [...ownHosts, baseUrl.hostname];
  const checkpoint = forServer === true ? yieldToParent() : () => undefined;
  const file = path === '-' ? await Bun.stdin.bytes() : readFileSync(path);
  const { auditCommand, importFile } = await import('../maintenance.ts');
  const rules = { ownHostnames, timeZone, checkpoint };
  const outcome = await importFile(config, file, rules, options.actor);
  if (forServer === true) print(JSON.stringify(outcome));
  else printImportOutcome(outcome);
  if ('report' in outcome && forServer !== true) {
    const target = { kind: 'links', name: String(outcome.report.imported) };
    auditCommand([{ action: 'site.imported', target }]);
  }
  return 'report' in outcome && outcome.report.failed === 0 ? 0 : 1;
}

/** The server has given the order and follows the job's row. */
async function performForServer(config: Config, id: number): Promise<ExitCode> {
  const checkpoint = yieldToParent();
  const { performImport } = await import('../maintenance.ts');
  await performImport(config, id, checkpoint);
  print(JSON.stringify({ report: null }));
  return 0;
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

/** Accepts names and offsets: `Asia/Shanghai`, `+08:00`. */
function isTimeZone(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from('2026-01-01T00:00').toZonedDateTime(text) !== null;
  } catch {
    return false;
  }
}
