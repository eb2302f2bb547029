import { userInfo } from 'node:os';

export interface DatabaseHost {
  /** A name, an IP address without brackets, or the directory of a Unix socket (begins with /). */
  readonly host: string;
  readonly port: number;
}

export interface DatabaseTls {
  /** Continues without TLS when the server has none. */
  readonly optional: boolean;
  /** `authority` checks who signed the certificate; `name` checks the host too. */
  readonly verify: 'nothing' | 'authority' | 'name';
  /** PEM; null = the authorities of browsers. */
  readonly rootFile: string | null;
  readonly client: { readonly certificateFile: string; readonly keyFile: string } | null;
}

/** It holds a password: never log it whole. */
export interface DatabaseAddress {
  readonly hosts: readonly DatabaseHost[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly readWrite: boolean;
  /** Null = no TLS. Unix sockets never have it. */
  readonly tls: DatabaseTls | null;
  readonly applicationName?: string;
  readonly connectTimeoutMs?: number;
  /** Server options for each session, such as `-c search_path=brisk`. */
  readonly sessionOptions?: string;
  /** 0 = no limit. */
  readonly queryTimeoutMs?: number;
}

const DEFAULT_PORT = 5432;

const PARAMETERS = [
  'application_name',
  'connect_timeout',
  'dbname',
  'host',
  'options',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'user',
] as const;
type Parameter = (typeof PARAMETERS)[number];
type Parameters = ReadonlyMap<Parameter, string>;

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const SESSION_ATTRIBUTES = ['any', 'read-write', 'primary'] as const;

/**
 * Reads `postgres://user:password@host:5432,host2/database?parameter=value&…` like libpq, except:
 * - environment variables and files are ignored;
 * - several hosts imply `target_session_attrs=read-write`;
 * - without `sslmode`, TLS is used where the server has it (`prefer`), but not on this machine;
 * - `verify-ca` and `verify-full` without `sslrootcert` trust the authorities of browsers.
 * Errors never quote text that may belong to the password.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const parts = /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/su.exec(text);
  if (parts === null) throw new Error('the database URL must begin with postgres://');
  const [, authority = '', path = '', query = ''] = parts;
  const at = authority.lastIndexOf('@');
  if (at === -1 && `${path}${query}`.includes('@')) {
    throw new Error(
      'in a user name or password, characters such as / ? and @ must be percent-encoded',
    );
  }
  const parameters = readParameters(query);
  const [user = '', ...password] = authority.slice(0, Math.max(at, 0)).split(':');
  const hosts = readHosts(authority.slice(at + 1), parameters);
  const name = parameters.get('user') ?? (decode('user', user) || userInfo().username);
  const attributes = choose(parameters, 'target_session_attrs', SESSION_ATTRIBUTES);
  const applicationName = parameters.get('application_name');
  const sessionOptions = parameters.get('options');
  const connectTimeoutMs = readConnectTimeout(parameters);
  return {
    hosts,
    user: name,
    password: parameters.get('password') ?? decode('password', password.join(':')),
    database: parameters.get('dbname') ?? (decode('dbname', path) || name),
    readWrite: attributes === null ? hosts.length > 1 : attributes !== 'any',
    tls: readTls(parameters, hosts),
    ...(applicationName !== undefined && { applicationName }),
    ...(connectTimeoutMs !== null && { connectTimeoutMs }),
    ...(sessionOptions !== undefined && { sessionOptions }),
  };
}

function readParameters(query: string): Parameters {
  const parameters = new Map<Parameter, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    const parameter = PARAMETERS.find((known) => known === name);
    if (parameter === undefined) {
      const shown = /^[a-z_]+$/.test(name) && !query.includes('@') ? ` ${name}` : '';
      throw new Error(`unknown parameter${shown}; the known ones are ${PARAMETERS.join(', ')}`);
    }
    parameters.set(parameter, decode(parameter, value.join('=')));
  }
  return parameters;
}

function decode(name: Parameter, text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new Error(`${name}: two hexadecimal digits must follow a %; write %25 for a % itself`);
  }
  if (decoded.includes('\0')) throw new Error(`${name} cannot hold a zero byte`);
  return decoded;
}

function readHosts(authority: string, parameters: Parameters): DatabaseHost[] {
  const pairs = authority.split(',').map(splitHost);
  const names = parameters.get('host')?.split(',') ?? pairs.map(({ host }) => host);
  const ports = parameters.get('port')?.split(',') ?? pairs.map(({ port }) => port);
  if (names.length > 1 && names.includes(''))
    throw new Error('host: no entry of a list may be empty');
  if (ports.length > 1 && ports.length !== names.length) {
    throw new Error('port: give one for all hosts, or one for each');
  }
  return names.map((name, index) => ({
    host: name === '' ? 'localhost' : name,
    port: readPort((ports.length === 1 ? ports[0] : ports[index]) ?? ''),
  }));
}

function splitHost(text: string): { host: string; port: string } {
  const [, bracketed, plain, port = ''] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/s.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('host: an IPv6 address must be in brackets, as in [::1]');
  return { host: decode('host', host), port };
}

function readPort(text: string): number {
  if (text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Error('port: must be a number from 1 to 65535');
  }
  return port;
}

function choose<Value extends string>(
  parameters: Parameters,
  name: Parameter,
  values: readonly Value[],
): Value | null {
  const given = parameters.get(name);
  if (given === undefined) return null;
  const value = values.find((value) => value === given);
  if (value === undefined) throw new Error(`${name}: must be one of ${values.join(', ')}`);
  return value;
}

function readConnectTimeout(parameters: Parameters): number | null {
  const text = parameters.get('connect_timeout');
  if (text === undefined) return null;
  const seconds = Number(text);
  if (!/^\d{1,4}$/.test(text) || seconds < 1) throw new Error('connect_timeout: 1 to 9999 seconds');
  return seconds * 1000;
}

function readTls(parameters: Parameters, hosts: readonly DatabaseHost[]): DatabaseTls | null {
  const rootFile = parameters.get('sslrootcert') ?? null;
  const certificateFile = parameters.get('sslcert');
  const keyFile = parameters.get('sslkey');
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error('sslcert and sslkey must be set together');
  }
  const isLocal = hosts.every(({ host }) => /^(\/|localhost$|127\.|::1$)/.test(host));
  const mode = choose(parameters, 'sslmode', SSL_MODES) ?? (isLocal ? 'disable' : 'prefer');
  if (mode === 'disable') return null;
  // As in libpq, `require` with authorities means `verify-ca`.
  const verify =
    mode === 'verify-full'
      ? 'name'
      : mode === 'verify-ca' || (mode === 'require' && rootFile !== null)
        ? 'authority'
        : 'nothing';
  return {
    optional: mode === 'prefer',
    verify,
    rootFile: rootFile === 'system' ? null : rootFile,
    client:
      certificateFile === undefined || keyFile === undefined ? null : { certificateFile, keyFile },
  };
}
