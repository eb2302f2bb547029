const USED = [
  'application_name',
  'connect_timeout',
  'dbname',
  'fallback_application_name',
  'host',
  'hostaddr',
  'options',
  'password',
  'port',
  'requiressl',
  'ssl',
  'ssl_max_protocol_version',
  'ssl_min_protocol_version',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslpassword',
  'sslrootcert',
  'target_session_attrs',
  'user',
] as const;

/** The parameters of libpq that a connection is no less safe without, by reason. */
const ignored: Readonly<Record<string, string>> = {
  'Brisk always uses UTF8': 'client_encoding',
  'Brisk does not use Kerberos': 'gssdelegation gsslib krbsrvname',
  'Brisk has its own times for lost connections':
    'keepalives keepalives_count keepalives_idle keepalives_interval tcp_user_timeout',
  'Brisk tries hosts in their order': 'load_balance_hosts',
  'Brisk uses protocol 3.0': 'max_protocol_version min_protocol_version',
  'Brisk logs in by password or certificate':
    'oauth_ca_file oauth_client_id oauth_client_secret oauth_issuer oauth_scope scram_client_key scram_server_key',
  'Brisk reads no password or service files': 'passfile service servicefile',
  'Brisk does not replicate': 'replication',
  'PostgreSQL does not compress TLS': 'sslcompression',
  'Brisk writes no keys to files': 'sslkeylogfile',
  'Brisk names the host to the server': 'sslsni',
};
const reasons = new Map(
  Object.entries(ignored).flatMap(([reason, names]) =>
    names.split(' ').map((name) => [name, reason] as const),
  ),
);

/** Parameters that make a connection safer, and the values that ask for nothing. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  channel_binding: ['', 'disable', 'prefer'],
  gssencmode: ['', 'disable', 'prefer'],
  require_auth: [''],
  requirepeer: [''],
  sslcertmode: ['', 'allow', 'disable'],
  sslcrl: [''],
  sslcrldir: [''],
};

export type Parameter = (typeof USED)[number];

export interface DatabaseParameters {
  readonly values: ReadonlyMap<Parameter, string>;
  readonly warnings: readonly string[];
}

/** Reads the query of a database URL. Errors never quote text that may belong to the password. */
export function readParameters(query: string): DatabaseParameters {
  const values = new Map<Parameter, string>();
  const warnings: string[] = [];
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...rest] = pair.split('=');
    const used = USED.find((parameter) => parameter === name);
    const value = decodePart(used ?? 'a parameter', rest.join('='));
    if (used !== undefined) {
      values.set(used, value);
    } else if (reasons.has(name)) {
      warnings.push(`${name} is ignored: ${reasons.get(name)}`);
    } else if (!Object.hasOwn(UNSUPPORTED, name)) {
      const shown = /^[a-z_]{1,40}$/i.test(name) && !query.includes('@') ? ` ${name}` : '';
      throw new Error(`unknown parameter${shown}: psql does not know it either`);
    } else if (!UNSUPPORTED[name]!.includes(value)) {
      throw new Error(
        `${name} is not supported, and the connection would be less safe without it: remove it if that is meant`,
      );
    }
  }
  return { values, warnings };
}

export function decodePart(name: string, text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new Error(`${name}: two hexadecimal digits must follow a %; write %25 for a % itself`);
  }
  if (decoded.includes('\0')) throw new Error(`${name} cannot hold a zero byte`);
  return decoded;
}
