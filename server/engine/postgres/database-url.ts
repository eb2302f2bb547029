import { userInfo } from 'node:os';
import { decodePart, readParameters, type Parameter } from './database-parameters.ts';

export interface DatabaseHost {
  /** A name, an IP address without brackets, or the directory of a Unix socket (begins with /). */
  readonly host: string;
  readonly port: number;
  /** The IP address to connect to, if it differs; TLS still checks `host`. */
  readonly address?: string;
}

export interface DatabaseTls {
  /** Continues without TLS when the server has none. */
  readonly optional: boolean;
  /** `authority` checks who signed the certificate; `name` checks the host too. */
  readonly verify: 'nothing' | 'authority' | 'name';
  /** PEM; null = the authorities of browsers. */
  readonly rootFile: string | null;
  readonly client: {
    readonly certificateFile: string;
    readonly keyFile: string;
    readonly keyPassword?: string;
  } | null;
  readonly direct?: boolean;
  readonly minVersion?: TlsVersion;
  readonly maxVersion?: TlsVersion;
}

export type TlsVersion = (typeof TLS_VERSIONS)[number];

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
  readonly sessionOptions?: string;
  /** 0 = no limit. */
  readonly queryTimeoutMs?: number;
  readonly warnings: readonly string[];
}

const DEFAULT_PORT = 5432;

type Parameters = ReadonlyMap<Parameter, string>;

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const TLS_VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
const SESSION_ATTRIBUTES = [
  'any',
  'read-write',
  'primary',
  'read-only',
  'standby',
  'prefer-standby',
] as const;
/** Text after the last @ cannot belong to the password. */
const UNENCODED = new Map([
  ['/', '%2F'],
  ['?', '%3F'],
]);

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
  if (at === -1 && `${path}${query}`.includes('@')) throw new Error(describeUnencoded(text));
  const { values: parameters, warnings } = readParameters(query);
  const [user = '', ...password] = authority.slice(0, Math.max(at, 0)).split(':');
  const hosts = readHosts(authority.slice(at + 1), parameters);
  const name = parameters.get('user') ?? (decodePart('user', user) || userInfo().username);
  const attributes = choose(parameters, 'target_session_attrs', SESSION_ATTRIBUTES);
  const isOnlyRead = attributes !== null && /only|standby/.test(attributes);
  const applicationName =
    parameters.get('application_name') ?? parameters.get('fallback_application_name');
  const sessionOptions = parameters.get('options');
  const connectTimeoutMs = readConnectTimeout(parameters);
  return {
    hosts,
    user: name,
    password: parameters.get('password') ?? decodePart('password', password.join(':')),
    database: parameters.get('dbname') ?? (decodePart('dbname', path) || name),
    readWrite: attributes === null ? hosts.length > 1 : attributes !== 'any',
    tls: readTls(parameters, hosts),
    warnings: isOnlyRead
      ? [
          ...warnings,
          `target_session_attrs=${attributes} is ignored: Brisk needs a server to write to`,
        ]
      : warnings,
    ...(applicationName !== undefined && { applicationName }),
    ...(connectTimeoutMs !== null && { connectTimeoutMs }),
    ...(sessionOptions !== undefined && { sessionOptions }),
  };
}

function describeUnencoded(text: string): string {
  const secret = text.slice(text.indexOf('://') + 3, text.lastIndexOf('@'));
  const [character = '/'] = /[/?]/.exec(secret) ?? [];
  return `a ${character} in the user name or password must be written as ${UNENCODED.get(character)}`;
}

function readHosts(authority: string, parameters: Parameters): DatabaseHost[] {
  const pairs = authority.split(',').map(splitHost);
  const names = parameters.get('host')?.split(',') ?? pairs.map(({ host }) => host);
  const addresses = parameters.get('hostaddr')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? pairs.map(({ port }) => port);
  if (names.length > 1 && names.includes(''))
    throw new Error('host: no entry of a list may be empty');
  if (ports.length > 1 && ports.length !== names.length) {
    throw new Error('port: give one for all hosts, or one for each');
  }
  if (addresses.length > 0 && addresses.length !== names.length) {
    throw new Error('hostaddr: give one for each host');
  }
  return names.map((name, index) => {
    const address = addresses[index] ?? '';
    const host = {
      host: name || address || 'localhost',
      port: readPort((ports.length === 1 ? ports[0] : ports[index]) ?? ''),
    };
    return address === '' ? host : Object.assign(host, { address });
  });
}

function splitHost(text: string): { host: string; port: string } {
  const [, bracketed, plain, port = ''] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/s.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('host: an IPv6 address must be in brackets, as in [::1]');
  return { host: decodePart('host', host), port };
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

/** Zero and less mean no limit in libpq; Brisk keeps its own. */
function readConnectTimeout(parameters: Parameters): number | null {
  const text = parameters.get('connect_timeout') ?? '0';
  if (!/^-?\d{1,4}$/.test(text)) throw new Error('connect_timeout: must be at most 9999 seconds');
  const seconds = Number(text);
  return seconds > 0 ? seconds * 1000 : null;
}

function readTls(parameters: Parameters, hosts: readonly DatabaseHost[]): DatabaseTls | null {
  const rootFile = parameters.get('sslrootcert') ?? null;
  const certificateFile = parameters.get('sslcert');
  const keyFile = parameters.get('sslkey');
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error('sslcert and sslkey must be set together');
  }
  const isLocal = hosts.every(({ host }) => /^(\/|localhost$|127\.|::1$)/.test(host));
  const given = choose(parameters, 'sslmode', SSL_MODES) ?? readOlderMode(parameters);
  const mode = given ?? (rootFile === 'system' ? 'verify-full' : isLocal ? 'disable' : 'prefer');
  if (rootFile === 'system' && mode !== 'verify-full') {
    throw new Error('sslrootcert=system needs sslmode=verify-full');
  }
  const isRequired = /^(require|verify)/.test(mode);
  const negotiation = choose(parameters, 'sslnegotiation', ['postgres', 'direct']);
  if (negotiation === 'direct' && !isRequired) {
    throw new Error('sslnegotiation=direct needs sslmode=require or more');
  }
  if (mode === 'disable') return null;
  const keyPassword = parameters.get('sslpassword');
  const minVersion = choose(parameters, 'ssl_min_protocol_version', TLS_VERSIONS);
  const maxVersion = choose(parameters, 'ssl_max_protocol_version', TLS_VERSIONS);
  // As in libpq, `require` with authorities means `verify-ca`.
  const verify =
    mode === 'verify-full'
      ? 'name'
      : mode === 'verify-ca' || (mode === 'require' && rootFile !== null)
        ? 'authority'
        : 'nothing';
  return {
    optional: !isRequired,
    verify,
    rootFile: rootFile === 'system' ? null : rootFile,
    client:
      certificateFile === undefined || keyFile === undefined
        ? null
        : { certificateFile, keyFile, ...(keyPassword !== undefined && { keyPassword }) },
    ...(negotiation === 'direct' && { direct: true }),
    ...(minVersion !== null && { minVersion }),
    ...(maxVersion !== null && { maxVersion }),
  };
}

function readOlderMode(parameters: Parameters): 'require' | null {
  const isRequired = parameters.get('ssl') === 'true' || parameters.get('requiressl') === '1';
  return isRequired ? 'require' : null;
}
