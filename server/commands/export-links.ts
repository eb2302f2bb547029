import { exportFormats } from '../../contracts/export.constants.ts';
import type { Config } from '../config.ts';
import { refuse, type Options } from './command.ts';
import { printError, printMessage, type ExitCode } from './terminal.ts';

const exported = { action: 'site.exported', target: { kind: 'site' } } as const;

export async function exportLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  if (options.static === true) return exportRedirects(config, path);
  const named = options.format ?? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'json';
  if (named === 'parquet') return exportClicks(config, path);
  if (named === 'sql' || named === 'shlink-csv') return exportForProgram(config, path, named);
  const format = exportFormats.find((name) => name === named);
  if (format === undefined) {
    return refuse(
      `unknown format "${named}": use ${exportFormats.join(', ')}, sql, shlink-csv or parquet`,
    );
  }
  const { auditCommand, exportFile } = await import('../maintenance.ts');
  await exportFile(config, path === '-' ? null : path, format, printError);
  auditCommand([exported], path === '-' ? 2 : 1);
  return 0;
}

async function exportClicks(config: Config, path: string): Promise<ExitCode> {
  if (path === '-') return refuse('clicks cannot go to standard output: name a file');
  const { auditCommand, exportClickFile } = await import('../maintenance.ts');
  await exportClickFile(config, path, printError);
  auditCommand([exported]);
  return 0;
}

async function exportForProgram(
  config: Config,
  path: string,
  format: 'sql' | 'shlink-csv',
): Promise<ExitCode> {
  const maintenance = await import('../maintenance.ts');
  const target = path === '-' ? null : path;
  const report = await maintenance.exportForProgram(config, target, format, printError);
  printMessage(report.describe());
  maintenance.auditCommand([exported], target === null ? 2 : 1);
  return 0;
}

async function exportRedirects(config: Config, folder: string): Promise<ExitCode> {
  if (folder === '-') return refuse('--static needs a folder');
  const { auditCommand, exportStatic } = await import('../maintenance.ts');
  for (const { name, report } of await exportStatic(config, folder, printError)) {
    if (report !== null) printMessage(`${name}: ${report.describe()}`);
  }
  auditCommand([exported]);
  return 0;
}
