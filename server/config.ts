import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { email, newPassword, username } from '../contracts/account.ts';
import { parseDatabaseUrl } from './engine/database-url.ts';
import { TrustedProxies } from './http/client-address.ts';

const WORKERS_MAX = 64;
const MEGABYTE = 1024 * 1024;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  /** 0 = the system chooses. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null = SQLite in the data directory. */
  readonly databaseUrl: string | null;
  /** The site's URL, if a proxy stands before it. */
  readonly baseUrl: URL | null;
  readonly clickFlushSeconds: number;
  /** The journal's limit while counting fails. */
  readonly clickQuotaBytes: number;
  /** How long the details of clicks are kept. */
  readonly clickRetentionDays: number;
  readonly trustedProxies: TrustedProxies;
  /** An .mmdb file. */
  readonly geoipFile: string | null;
  /** The files that settings name. */
  readonly settingFiles: readonly string[];
  /** In lower case. */
  readonly countryHeader: string | null;
  readonly webhookPrivateHosts: boolean;
  /** The server included. */
  readonly workers: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Sets the site up at the start. */
  readonly admin: { username: string; email: string; password: string } | null;
}

/** Commands get the settings that concern the same site. */
export function siteEnvironment(config: Config): Record<string, string> {
  const { databaseUrl, geoipFile, countryHeader } = config;
  return {
    DATA_DIR: config.dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    CLICK_QUOTA_MB: String(config.clickQuotaBytes / MEGABYTE),
    CLICK_RETENTION_DAYS: String(config.clickRetentionDays),
    TRUSTED_PROXIES: config.trustedProxies.entries.join(' '),
    ...(geoipFile === null ? {} : { GEOIP_DB: geoipFile }),
    ...(countryHeader === null ? {} : { COUNTRY_HEADER: countryHeader }),
    WEBHOOK_PRIVATE_HOSTS: config.webhookPrivateHosts ? '1' : '0',
    LOG_LEVEL: config.logLevel,
    // DuckDB's library goes here if the data directory cannot hold it.
    [process.platform === 'win32' ? 'TEMP' : 'TMPDIR']: tmpdir(),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `NAME_FILE` may name a file with the value of `NAME`. Errors name the variable. */
export function readConfig(env: Environment): Config {
  const read = (name: string) => readVariable(env, name);
  const geoipFile = read('GEOIP_DB');
  const trustedProxies = readTrustedProxies(read('TRUSTED_PROXIES'));
  return {
    port: readInteger('PORT', read('PORT') ?? '3080', 0, 65_535),
    host: read('HOST') ?? '0.0.0.0',
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    baseUrl: readBaseUrl(read('BASE_URL')),
    clickFlushSeconds: readInteger(
      'CLICK_FLUSH_SECONDS',
      read('CLICK_FLUSH_SECONDS') ?? '600',
      1,
      86_400,
    ),
    clickQuotaBytes:
      readInteger('CLICK_QUOTA_MB', read('CLICK_QUOTA_MB') ?? '10240', 1, 2 ** 30) * MEGABYTE,
    clickRetentionDays: readInteger(
      'CLICK_RETENTION_DAYS',
      read('CLICK_RETENTION_DAYS') ?? '90',
      1,
      3650,
    ),
    webhookPrivateHosts: readFlag('WEBHOOK_PRIVATE_HOSTS', read('WEBHOOK_PRIVATE_HOSTS')),
    workers: readWorkers(read('WORKERS')),
    trustedProxies,
    geoipFile: geoipFile === undefined ? null : resolve(geoipFile),
    settingFiles: listSettingFiles(env, geoipFile),
    countryHeader: readCountryHeader(read('COUNTRY_HEADER'), trustedProxies),
    logLevel: readLogLevel(read('LOG_LEVEL') ?? 'info'),
    admin: readAdmin(read),
  };
}

function readVariable(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name];
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`${name}_FILE: cannot read ${file}`);
  }
}

function listSettingFiles(env: Environment, geoipFile: string | undefined): string[] {
  const files = Object.entries(env).map(([name, value]) => (name.endsWith('_FILE') ? value : ''));
  return [...files, geoipFile].filter((file) => file !== undefined && file !== '') as string[];
}

function readInteger(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name}: "${text}" is not a whole number from ${min} to ${max}`);
}

function readFlag(name: string, text = '0'): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new Error(`${name}: "${text}" must be 1 or 0`);
}

function readWorkers(text = '1'): number {
  const workers = readInteger('WORKERS', text, 1, WORKERS_MAX);
  if (workers > 1 && process.platform !== 'linux') {
    throw new Error('WORKERS: several processes on one port need Linux');
  }
  return workers;
}

function readBaseUrl(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url;
  throw new Error(`BASE_URL: "${text}" is not like https://example.com`);
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    parseDatabaseUrl(text);
  } catch (error) {
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
  return text;
}

function readTrustedProxies(text = ''): TrustedProxies {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  try {
    return new TrustedProxies(entries);
  } catch (error) {
    throw new Error(`TRUSTED_PROXIES: ${(error as Error).message}`, { cause: error });
  }
}

function readCountryHeader(text: string | undefined, proxies: TrustedProxies): string | null {
  if (text === undefined) return null;
  const name = text.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(name)) {
    throw new Error(`COUNTRY_HEADER: "${text}" is not the name of a header, like cf-ipcountry`);
  }
  if (proxies.entries.length > 0) return name;
  throw new Error('COUNTRY_HEADER: only a proxy that TRUSTED_PROXIES names can tell the country');
}

function readLogLevel(text: string): Config['logLevel'] {
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  throw new Error(`LOG_LEVEL: "${text}" is none of ${logLevels.join(', ')}`);
}

function readAdmin(read: (name: string) => string | undefined): Config['admin'] {
  const names = ['ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;
  const [name, mail, password] = names.map(read);
  if (name === undefined && mail === undefined && password === undefined) return null;
  const checked = {
    ADMIN_USERNAME: username.safeParse(name),
    ADMIN_EMAIL: email.safeParse(mail),
    ADMIN_PASSWORD: newPassword.safeParse(password),
  };
  const { ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD } = checked;
  if (ADMIN_USERNAME.success && ADMIN_EMAIL.success && ADMIN_PASSWORD.success) {
    return {
      username: ADMIN_USERNAME.data,
      email: ADMIN_EMAIL.data,
      password: ADMIN_PASSWORD.data,
    };
  }
  const wrong = names.find((variable) => !checked[variable].success);
  throw new Error(`${wrong}: missing or not allowed (the three ADMIN_ variables go together)`);
}

export function toPlacesOptions({ geoipFile, countryHeader }: Config) {
  return { geoipFile, trustsHeader: countryHeader !== null };
}
