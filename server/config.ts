import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { email, newPassword, username } from '../contracts/account.ts';
import { ssoSettings } from '../contracts/people/sso.ts';
import { parseDatabaseUrl } from './engine/postgres/database-url.ts';
import { describeUnreadable } from './engine/files/file-access.ts';
import { TrustedProxies } from './http/client/client-address.ts';

const MEGABYTE = 1024 * 1024;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** `parse` throws an error for the operator. */
function parsed<Value>(parse: (text: string) => Value) {
  return z.string().transform((text, { issues }) => {
    try {
      return parse(text);
    } catch (error) {
      issues.push({ code: 'custom', message: (error as Error).message, input: text });
      return z.NEVER;
    }
  });
}

function checked(isValid: (text: string) => boolean, fault: string) {
  return z.string().refine(isValid, { error: ({ input }) => `"${String(input)}" ${fault}` });
}

function wholeNumber(min: number, max: number) {
  return checked(
    (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
    `is not a whole number from ${min} to ${max}`,
  ).transform(Number);
}

function readProxies(text: string): TrustedProxies {
  return new TrustedProxies(text.split(/[\s,]+/).filter((entry) => entry !== ''));
}

function listWarnings(databaseUrl: string): string[] {
  return parseDatabaseUrl(databaseUrl).warnings.map((warning) => `DATABASE_URL: ${warning}`);
}

function checkDatabaseUrl(text: string): string {
  parseDatabaseUrl(text);
  return text;
}

export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/';
}

function readBaseUrl(text: string): URL {
  if (isBaseUrl(text)) return new URL(text);
  const { pathname = '/', origin = '', protocol = '' } = URL.parse(text) ?? {};
  if (pathname !== '/' && /^https?:$/.test(protocol)) {
    throw new Error(
      `a site below a path, such as ${pathname}, is not supported: give Brisk a host name of its own, such as https://go.example.com, and set BASE_URL to ${origin} or to that`,
    );
  }
  throw new Error(`"${text}" is not like https://example.com`);
}

const path = z.string().transform((text) => resolve(text));

const environment = z.object({
  TRUSTED_PROXIES: parsed(readProxies).prefault(''),
  /** 0 = the system chooses. */
  PORT: wholeNumber(0, 65_535).default(3080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: path.prefault('./data'),
  /** SQLite in the data directory is the default. */
  DATABASE_URL: parsed(checkDatabaseUrl).optional(),
  /** The site's URL, if a proxy stands before it. */
  BASE_URL: parsed(readBaseUrl).optional(),
  CLICK_FLUSH_SECONDS: wholeNumber(1, 86_400).default(600),
  /** The journal's limit while counting fails. */
  CLICK_QUOTA_MB: wholeNumber(1, 2 ** 30).default(10_240),
  /** How long the details of clicks are kept. */
  CLICK_RETENTION_DAYS: wholeNumber(1, 3650).default(90),
  WEBHOOK_PRIVATE_HOSTS: checked((text) => /^[01]$/.test(text), 'must be 1 or 0').prefault('0'),
  WORKERS: wholeNumber(1, 64)
    .refine(
      (workers) => workers === 1 || process.platform === 'linux',
      'several processes on one port need Linux',
    )
    .default(1),
  GEOIP_DB: path.optional(),
  COUNTRY_HEADER: checked(
    (text) => /^[\w!#$%&'*+.^`|~-]{1,64}$/.test(text.toLowerCase()),
    'is not the name of a header, like cf-ipcountry',
  )
    .toLowerCase()
    .optional(),
  LOG_LEVEL: z
    .enum(logLevels, {
      error: ({ input }) => `"${String(input)}" is none of ${logLevels.join(', ')}`,
    })
    .default('info'),
});

const administrator = z.object({
  ADMIN_USERNAME: username,
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: newPassword,
});

const { shape: sso } = ssoSettings;
const singleSignOn = z.object({
  OIDC_NAME: sso.name,
  OIDC_ISSUER: sso.issuer,
  OIDC_CLIENT_ID: sso.client_id,
  OIDC_CLIENT_SECRET: z.string().min(1).max(1024),
  OIDC_SCOPES: sso.scopes,
  OIDC_AUTO_CREATE: sso.auto_create,
  OIDC_EMAIL_DOMAINS: sso.email_domains,
  OIDC_ROLE_CLAIM: sso.role_claim,
  OIDC_ROLES: sso.roles,
  OIDC_NO_MATCH: sso.no_match,
  OIDC_LINK_BY_EMAIL: sso.link_by_email,
  OIDC_SECOND_FACTOR: sso.asks_second_factor,
  OIDC_LOGOUT: sso.logs_out_there,
  OIDC_SESSION_HOURS: sso.session_hours,
});
const ssoNeeds = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const passwordLoginVariable = z.object({
  PASSWORD_LOGIN: z.enum(['all', 'owners', 'none']).optional(),
});

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** The settings with which a command works on the same site. */
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

export type Environment = Readonly<Record<string, string | undefined>>;

/** Errors name the variable. */
export function readConfig(env: Environment) {
  const read = checkVariables(env, environment);
  const countryHeader = read.COUNTRY_HEADER ?? null;
  if (countryHeader !== null && read.TRUSTED_PROXIES.entries.length === 0) {
    throw new Error('COUNTRY_HEADER: only a proxy that TRUSTED_PROXIES names can tell the country');
  }
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL ?? null,
    /** One sentence for each part of a setting that is ignored. */
    warnings: read.DATABASE_URL === undefined ? [] : listWarnings(read.DATABASE_URL),
    baseUrl: read.BASE_URL ?? null,
    clickFlushSeconds: read.CLICK_FLUSH_SECONDS,
    clickQuotaBytes: read.CLICK_QUOTA_MB * MEGABYTE,
    clickRetentionDays: read.CLICK_RETENTION_DAYS,
    trustedProxies: read.TRUSTED_PROXIES,
    geoipFile: read.GEOIP_DB ?? null,
    /** The files that settings name. */
    settingFiles: listSettingFiles(env),
    countryHeader,
    webhookPrivateHosts: read.WEBHOOK_PRIVATE_HOSTS === '1',
    workers: read.WORKERS,
    logLevel: read.LOG_LEVEL,
    admin: readAdministrator(env),
    singleSignOn: readSingleSignOn(env),
  };
}

/** `NAME_FILE` may name a file with the value of `NAME`. `fault` replaces the schema's message. */
export function checkVariables<Shape extends z.ZodRawShape>(
  env: Environment,
  schema: z.ZodObject<Shape>,
  fault?: string,
) {
  const names = Object.keys(schema.shape);
  const { data, error } = schema.safeParse(
    Object.fromEntries(names.map((name) => [name, readVariable(env, name)])),
  );
  if (data !== undefined) return data;
  const issue = error?.issues[0];
  throw new Error(`${String(issue?.path[0])}: ${fault ?? issue?.message}`);
}

function readVariable(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name];
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE: ${describeUnreadable(file, error)}`, { cause: error });
  }
}

function listSettingFiles(env: Environment): string[] {
  const files = Object.entries(env).map(([name, value]) => (name.endsWith('_FILE') ? value : ''));
  return [...files, readVariable(env, 'GEOIP_DB')].filter(
    (file): file is string => file !== undefined && file !== '',
  );
}

function readAdministrator(env: Environment) {
  const names = Object.keys(administrator.shape);
  if (names.every((name) => readVariable(env, name) === undefined)) return null;
  const read = checkVariables(
    env,
    administrator,
    'missing or not allowed (the three ADMIN_ variables go together)',
  );
  return { username: read.ADMIN_USERNAME, email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD };
}

/** All or nothing: what is missing leaves the others without effect. */
function readSingleSignOn(env: Environment) {
  const { PASSWORD_LOGIN: passwordLogin = null } = checkVariables(env, passwordLoginVariable);
  const names = Object.keys(singleSignOn.shape);
  const none = { provider: null, passwordLogin, missing: [] };
  if (names.every((name) => readVariable(env, name) === undefined)) return none;
  const missing = ssoNeeds.filter((name) => readVariable(env, name) === undefined);
  if (missing.length > 0) return { ...none, missing };
  const read = checkVariables(env, singleSignOn);
  const settings = {
    name: read.OIDC_NAME,
    issuer: read.OIDC_ISSUER,
    client_id: read.OIDC_CLIENT_ID,
    scopes: read.OIDC_SCOPES,
    auto_create: read.OIDC_AUTO_CREATE,
    email_domains: read.OIDC_EMAIL_DOMAINS,
    role_claim: read.OIDC_ROLE_CLAIM,
    roles: read.OIDC_ROLES,
    no_match: read.OIDC_NO_MATCH,
    link_by_email: read.OIDC_LINK_BY_EMAIL,
    asks_second_factor: read.OIDC_SECOND_FACTOR,
    password_login: passwordLogin === 'owners' ? passwordLogin : 'all',
    logs_out_there: read.OIDC_LOGOUT,
    session_hours: read.OIDC_SESSION_HOURS,
  } as const;
  const provider = { settings, secret: read.OIDC_CLIENT_SECRET };
  return { provider, passwordLogin, missing };
}

export function toPlacesOptions({ geoipFile, countryHeader }: Config) {
  return { geoipFile, trustsHeader: countryHeader !== null };
}
