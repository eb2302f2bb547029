import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { readFileSync } from 'node:fs';
import { inAppChoices, redirectStatuses } from '../../../contracts/links/routing.constants.ts';
import { readTime } from '../../../contracts/stats/times.ts';

/** Shown with the usage. */
export class UsageError extends Error {}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const common = { json: flag, timeout: text, help: { ...flag, short: 'h' } } as const;
const fields = {
  code: text,
  domain: text,
  title: text,
  description: text,
  note: text,
  tag: texts,
  starts: text,
  expires: text,
  days: text,
  'max-clicks': text,
  fallback: text,
  'password-stdin': flag,
  status: text,
  'forward-query': flag,
  'forward-path': flag,
  rules: text,
  'in-app': text,
  off: flag,
} as const;

export const addOptions = { ...common, ...fields } as const;
// parseArgs reads --no-password as a false "password".
export const editOptions = { ...common, ...fields, url: text, password: flag } as const;
export const listOptions = {
  ...common,
  tag: texts,
  state: texts,
  domain: text,
  limit: text,
} as const;
export const removeOptions = { ...common, yes: { ...flag, short: 'y' } } as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof editOptions }>>['values'];

/** Throws a UsageError for an unknown option. */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function readTimeout({ timeout = '30' }: { timeout?: string | undefined }): number {
  return readNumber('timeout', timeout, 1, 3600) * 1000;
}

export function readNumber(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}`);
}

/** The fields of the API; options that are not given are left out. */
export function toFields(values: Partial<Values>): Record<string, unknown> {
  const { expires, days, starts, tag, rules } = values;
  if (expires !== undefined && days !== undefined) {
    throw new UsageError('--expires and --days cannot go together');
  }
  const { password } = values;
  if (password === true) throw new UsageError('--password-stdin reads a password');
  if (password === false && values['password-stdin'] === true) {
    throw new UsageError('--password-stdin and --no-password cannot go together');
  }
  const given = {
    long_url: values.url,
    short_url: values.code,
    domain: values.domain,
    title: values.title,
    description: values.description,
    note: values.note,
    tags: tag?.filter((name) => name !== ''),
    starts_at: starts === undefined ? undefined : checkTime('starts', starts),
    expires_at: expires === undefined ? undefined : checkTime('expires', expires),
    ttl_days: readCount('days', days, 36_500),
    max_clicks: readCount('max-clicks', values['max-clicks'], 1_000_000_000),
    fallback_url: values.fallback,
    password: password === false ? '' : undefined,
    redirect_status: readStatus(values.status),
    forward_query: toNumber(values['forward-query']),
    forward_path: toNumber(values['forward-path']),
    rules: rules === undefined ? undefined : readRules(rules),
    in_app: readChoice('in-app', values['in-app'], inAppChoices),
    is_active: values.off === undefined ? undefined : Number(!values.off),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The site reads dates in its own time zone. */
function checkTime(option: string, value: string): string | 0 {
  if (value === '') return 0;
  if (readTime(value, 'start', 'UTC') !== null) return value;
  throw new UsageError(
    `--${option} must be a date like 2027-01-01, or a time with its offset like 2027-01-01T09:30+01:00`,
  );
}

function readCount(option: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  return value === '' ? 0 : readNumber(option, value, 0, max);
}

function readStatus(value: string | undefined): number | undefined {
  const names = redirectStatuses.map(String);
  const status = readChoice('status', value, names);
  return status === undefined ? undefined : Number(status);
}

/** An empty text is the default, which comes first. */
function readChoice(
  option: string,
  value: string | undefined,
  choices: readonly string[],
): string | undefined {
  if (value === undefined) return undefined;
  if (value === '') return choices[0];
  if (choices.includes(value)) return value;
  throw new UsageError(`--${option} must be one of ${choices.join(', ')}`);
}

function toNumber(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function readRules(path: string): unknown {
  if (path === '') return [];
  let json;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`--rules: cannot read ${path}`);
  }
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new Error(`--rules: ${path} is not valid JSON`);
  }
}
