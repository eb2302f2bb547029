import { readConfig, type Config } from '../config.ts';
import { formatInstant } from '../engine/now.ts';
import { VERSION } from '../version.ts';
import { refuse, type Options } from './command.ts';
import { print, printError, printMessage, printProblem, type ExitCode } from './terminal.ts';
import { yieldToParent } from './yield-to-parent.ts';

const site = { kind: 'site' };

export async function backUpSite(
  config: Config,
  options: Options,
  path: string,
): Promise<ExitCode> {
  if (path === '-') return refuse('a backup cannot go to standard output: name a file');
  const { force = false, report: isTemporary = false } = options;
  if (isTemporary) yieldToParent();
  const { auditCommand, backUp } = await import('../maintenance.ts');
  const outcome = await backUp(config, path, { force, isTemporary, onError: printError });
  if (isTemporary) print(JSON.stringify(outcome));
  else if ('problem' in outcome) printProblem(outcome);
  else {
    printMessage(`${path}: backed up`);
    auditCommand([{ action: 'site.backed_up', target: site }]);
  }
  return 'report' in outcome ? 0 : 1;
}

export async function restoreSite(config: Config, _: Options, path: string): Promise<ExitCode> {
  const { auditCommand, restore } = await import('../maintenance.ts');
  const { links, createdAt, former } = await restore(config, path);
  printMessage(`${links} links, as they were at ${formatInstant(createdAt)}`);
  if (former !== null) printMessage(`the former database is ${former}`);
  auditCommand([{ action: 'site.restored', target: site }]);
  return 0;
}

export async function moveSite(config: Config, { to }: Options): Promise<ExitCode> {
  const { databaseUrl } =
    to === undefined
      ? config
      : readConfig({ ...process.env, DATABASE_URL: to, DATABASE_URL_FILE: '' });
  if (databaseUrl === null) return refuse('"move" needs --to postgres://… or DATABASE_URL');
  const { auditCommand, move } = await import('../maintenance.ts');
  const { rows, clicks, people } = await move(config, databaseUrl, printError);
  printMessage(
    `${rows} links with ${clicks} clicks (${people} by people) are in PostgreSQL, every row compared`,
  );
  printMessage(
    `Now set DATABASE_URL to this database and start Brisk; the first server keeps DATA_DIR=${config.dataDir}`,
  );
  printMessage(
    'The SQLite site is unchanged: keep it until all is well, and do not start it again',
  );
  auditCommand([{ action: 'site.moved', target: site }]);
  return 0;
}

export async function flush(config: Config): Promise<ExitCode> {
  const { flushClicks } = await import('../maintenance.ts');
  const clicks = await flushClicks(config, printError);
  printMessage(`${clicks} clicks counted`);
  return 0;
}

export async function printVersions(): Promise<ExitCode> {
  print(`${VERSION}\n`);
  const { readDuckDbVersion } = await import('../maintenance.ts');
  try {
    return print(`DuckDB ${await readDuckDbVersion(readConfig(process.env).dataDir)}\n`);
  } catch (error) {
    printError(error);
    return 1;
  }
}
