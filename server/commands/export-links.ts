import { exportFormats } from '../../contracts/export.constants.ts';
import type { Config } from '../config.ts';
import { refuse, type Options } from './command.ts';
import { printError, printMessage, type ExitCode } from './terminal.ts';

const formats = [...exportFormats, 'sql', 'shlink-csv', 'parquet'] as const;
const exported = { action: 'site.exported', target: { kind: 'site' } } as const;

export async function exportLinks(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  const target = path === '-' ? null : path;
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  const named = options.format ?? ending ?? 'json';
  const isStatic = options.static === true;
  if (target === null && isStatic) return refuse('--static needs a folder');
  if (target === null && named === 'parquet') {
    return refuse('clicks cannot go to standard output: name a file');
  }
  const format = isStatic ? null : formats.find((name) => name === named);
  if (format === undefined) {
    return refuse(
      `unknown format "${named}": use ${exportFormats.join(', ')}, sql, shlink-csv or parquet`,
    );
  }
  const maintenance = await import('../maintenance.ts');
  if (format === null) {
    for (const { name, report } of await maintenance.exportStatic(config, path, printError)) {
      if (report !== null) printMessage(`${name}: ${report.describe()}`);
    }
  } else if (format === 'sql' || format === 'shlink-csv') {
    const report = await maintenance.exportForProgram(config, target, format, printError);
    printMessage(report.describe());
  } else if (format === 'parquet') await maintenance.exportClickFile(config, path, printError);
  else await maintenance.exportFile(config, target, format, printError);
  maintenance.auditCommand([exported], target === null ? 2 : 1);
  return 0;
}
