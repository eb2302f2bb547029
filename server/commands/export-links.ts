import { exportFormats } from '../../contracts/export.constants.ts';
import type { Config } from '../config.ts';
import { refuse, type Options } from './command.ts';
import { printError, type ExitCode } from './terminal.ts';

const exported = { action: 'site.exported', target: { kind: 'site' } };

export async function exportLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  const named = options.format ?? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? 'json';
  if (named === 'parquet') return exportClicks(config, path);
  const format = exportFormats.find((name) => name === named);
  if (format === undefined) {
    return refuse(`unknown format "${named}": use ${exportFormats.join(', ')} or parquet`);
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
