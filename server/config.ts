import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { email, newPassword, username } from '../contracts/account.ts';
import { TrustedProxies } from './http/client-address.ts';

/** More processes than any machine has cores for the work of redirects. */
const WORKERS_MAX = 64;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  /** PORT: where to listen; 0 lets the system choose. */
  readonly port: number;
  /** HOST: the address to listen on. */
  readonly host: string;
  /** DATA_DIR: where everything that must not be lost lies. */
  readonly dataDir: string;
  /** BASE_URL: how visitors reach the site, when a proxy stands before it. */
  readonly baseUrl: URL | null;
  /** CLICK_FLUSH_SECONDS: how often clicks are added to the counts. */
  readonly clickFlushSeconds: number;
  /** TRUSTED_PROXIES: peers whose X-Forwarded-For is believed. */
  readonly trustedProxies: TrustedProxies;
  /** WORKERS: how many processes answer visitors. */
  readonly workers: number;
  /** LOG_LEVEL: the least that is logged. */
  readonly logLevel: (typeof logLevels)[number];
  /** ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD: sets the site up without the page. */
  readonly admin: { username: string; email: string; password: string } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from the environment. Throws an Error that names the variable and says
 * what it should be. Each variable may instead be given as `NAME_FILE`, the path of a file.
 */
export function readConfig(env: Environment): Config {
  const read = (name: string) => readVariable(env, name);
  if (read('DATABASE_URL') !== undefined) {
    throw new Error(
      'DATABASE_URL: this version keeps its data in DATA_DIR and knows no PostgreSQL yet',
    );
  }
  return {
    port: readInteger('PORT', read('PORT') ?? '3080', 0, 65_535),
    host: read('HOST') ?? '0.0.0.0',
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    baseUrl: readBaseUrl(read('BASE_URL')),
    clickFlushSeconds: readInteger(
      'CLICK_FLUSH_SECONDS',
      read('CLICK_FLUSH_SECONDS') ?? '600',
      1,
      86_400,
    ),
    workers: readWorkers(read('WORKERS')),
    trustedProxies: readTrustedProxies(read('TRUSTED_PROXIES')),
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

function readInteger(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name}: "${text}" is no whole number from ${min} to ${max}`);
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

function readTrustedProxies(text = ''): TrustedProxies {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  try {
    return new TrustedProxies(entries);
  } catch (error) {
    throw new Error(`TRUSTED_PROXIES: ${(error as Error).message}`, { cause: error });
  }
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
