import type { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';
import { printMessage, type ExitCode } from './terminal.ts';

export const USAGE = `Brisk ${VERSION}: short links you host yourself

Usage: brisk [command]

  serve         serve the site (default)
  import FILE   import links from a file of another shortener or of Brisk; - reads standard input.
                --timezone Asia/Shanghai or +08:00 sets the zone of its times (default UTC), --check
                only reads the file, --yes does not ask. "import --resume ID" goes on with an import
                that was stopped, "import --undo ID" undoes one
  export FILE   export all links to FILE.json or FILE.csv, or all clicks to FILE.parquet; - writes
                links to standard output. --format json, csv or parquet sets the format when the
                file name does not. FILE.sql is for YOURLS, --format shlink-csv for Shlink;
                --static DIR writes redirects for nginx, Caddy, Apache and hosts of static sites
  backup FILE   back up the whole site to a new file, also while the server runs. --force
                overwrites an existing file
  restore FILE  restore the site from a backup, with the server stopped
  move --to postgres://…
                copy the site from SQLite into an empty PostgreSQL database, with the server
                stopped; DATABASE_URL can replace --to. Run it again if it was interrupted
  flush         add the clicks in the journal to the counts now
  user          list people, invite them, set a new password, change a role, disable, delete;
                brisk user --help explains its options
  link          add, list, edit or delete links of a running site, also on another machine;
                brisk link --help explains its options
  version       print the version, and that of DuckDB if it can be loaded here

Settings come from environment variables, or from the file that NAME_FILE names: PORT, HOST, DATA_DIR, DATABASE_URL,
BASE_URL, WORKERS, CLICK_FLUSH_SECONDS, CLICK_QUOTA_MB, CLICK_RETENTION_DAYS, GEOIP_DB, COUNTRY_HEADER,
TRUSTED_PROXIES, WEBHOOK_PRIVATE_HOSTS, LOG_LEVEL, ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD.
`;

export const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  timezone: { type: 'string' },
  format: { type: 'string' },
  static: { type: 'boolean' },
  force: { type: 'boolean' },
  report: { type: 'boolean' },
  to: { type: 'string' },
  actor: { type: 'string' },
  'own-host': { type: 'string', multiple: true },
  job: { type: 'string' },
  check: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  resume: { type: 'string' },
  undo: { type: 'string' },
} as const;

export type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

export interface Command {
  readonly takesFile?: boolean;
  /** Whether the number of an import can replace the file. */
  readonly takesJob?: boolean;
  readonly options?: readonly (keyof Options)[];
  run(config: Config, options: Options, file: string): Promise<ExitCode>;
}

export function refuse(reason: string): ExitCode {
  printMessage(`${reason}\n\n${USAGE}`);
  return 2;
}
