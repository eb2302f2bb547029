import { exportFormats } from '../../contracts/export.constants.ts';
import type { Config } from '../config.ts';
import { refuse, type Options } from './command.ts';
import { printError, type ExitCode } from './terminal.ts';

export async function exportLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  const named = options.format ?? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'json';
  if (named === 'parquet') return exportClicks(config, path);
  const format = exportFormats.find((known) => known === named);
  if (format === undefined) {
    return refuse(`unknown format "${named}": use ${exportFormats.join(', ')} or parquet`);
  }
  const { exportFile } = await import('../maintenance.ts');
  await exportFile(config, path === '-' ? null : path, format, printError);
  return 0;
}

async function exportClicks(config: Config, path: string): Promise<ExitCode> {
  if (path === '-') return refuse('clicks cannot go to standard output: name a file');
  const { exportClickFile } = await import('../maintenance.ts');
  await exportClickFile(config, path, printError);
  return 0;
}
