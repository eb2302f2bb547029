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

const OWN_KEEP_ALIVE = 'Brisk has its own times for lost connections';
const NO_FILES = 'Brisk reads no password or service files';
const NO_KERBEROS = 'Brisk does not use Kerberos';
const NO_OAUTH = 'Brisk logs in by password or certificate';

/** The parameters of libpq that a connection is no less safe without, with the reason. */
const IGNORED: Readonly<Record<string, string>> = {
  client_encoding: 'Brisk always uses UTF8',
  gssdelegation: NO_KERBEROS,
  gsslib: NO_KERBEROS,
  keepalives: OWN_KEEP_ALIVE,
  keepalives_count: OWN_KEEP_ALIVE,
  keepalives_idle: OWN_KEEP_ALIVE,
  keepalives_interval: OWN_KEEP_ALIVE,
  krbsrvname: NO_KERBEROS,
  load_balance_hosts: 'Brisk tries hosts in their order',
  max_protocol_version: 'Brisk uses protocol 3.0',
  min_protocol_version: 'Brisk uses protocol 3.0',
  oauth_ca_file: NO_OAUTH,
  oauth_client_id: NO_OAUTH,
  oauth_client_secret: NO_OAUTH,
  oauth_issuer: NO_OAUTH,
  oauth_scope: NO_OAUTH,
  passfile: NO_FILES,
  replication: 'Brisk does not replicate',
  scram_client_key: 'Brisk logs in by password or certificate',
  scram_server_key: 'Brisk logs in by password or certificate',
  service: NO_FILES,
  servicefile: NO_FILES,
  sslcompression: 'PostgreSQL does not compress TLS',
  sslkeylogfile: 'Brisk writes no keys to files',
  sslsni: 'Brisk names the host to the server',
  tcp_user_timeout: OWN_KEEP_ALIVE,
};

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
    } else if (Object.hasOwn(IGNORED, name)) {
      warnings.push(`${name} is ignored: ${IGNORED[name]}`);
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
