import { expect, test } from 'bun:test';
import { userInfo } from 'node:os';
import { fc } from '../../../tests/support/random.ts';
import { parseDatabaseUrl } from './database-url.ts';

test('a complete database URL is read', () => {
  expect(
    parseDatabaseUrl(
      'postgresql://us%40er:p%2Fa%3As@db1.example:5433,[2001:db8::1],10.0.0.7:5434/li%6Eks' +
        '?target_session_attrs=any&sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem' +
        '&connect_timeout=4&application_name=node%201&options=-c%20search_path%3Dbrisk',
    ),
  ).toEqual({
    hosts: [
      { host: 'db1.example', port: 5433 },
      { host: '2001:db8::1', port: 5432 },
      { host: '10.0.0.7', port: 5434 },
    ],
    user: 'us@er',
    password: 'p/a:s',
    database: 'links',
    readWrite: false,
    tls: {
      optional: false,
      verify: 'name',
      rootFile: '/ca.pem',
      client: { certificateFile: '/c.pem', keyFile: '/k.pem' },
    },
    applicationName: 'node 1',
    connectTimeoutMs: 4000,
    sessionOptions: '-c search_path=brisk',
    warnings: [],
  });
});

test('omitted parts have defaults', () => {
  const name = userInfo().username;
  const nothing = { hosts: [{ host: 'localhost', port: 5432 }], user: name, database: name };
  expect(parseDatabaseUrl('postgres://')).toEqual({
    ...nothing,
    password: '',
    readWrite: false,
    tls: null,
    warnings: [],
  });
  expect(parseDatabaseUrl('postgres://ann@/')).toMatchObject({ user: 'ann', database: 'ann' });
  expect(parseDatabaseUrl('postgres://h/?')).toMatchObject({ database: name });
});

test('parameters override the parts before them', () => {
  expect(
    parseDatabaseUrl('postgres://a:b@c:1/d?user=e&password=f&host=g,h&port=2,3&dbname=i'),
  ).toMatchObject({
    user: 'e',
    password: 'f',
    hosts: [
      { host: 'g', port: 2 },
      { host: 'h', port: 3 },
    ],
    database: 'i',
  });
});

test.each([
  ['postgres:///site?host=/run/postgresql', '/run/postgresql', 5432],
  ['postgres:///site?host=/run/postgresql&port=6000', '/run/postgresql', 6000],
  ['postgres://localhost:6000/site?host=/run/postgresql', '/run/postgresql', 6000],
  ['postgres://%2Frun%2Fpostgresql:6000/site', '/run/postgresql', 6000],
])('%s names a Unix socket', (url, host, port) => {
  expect(parseDatabaseUrl(url)).toMatchObject({ hosts: [{ host, port }], tls: null });
});

test.each([
  ['h1', false],
  ['h1,h2', true],
  ['h1?target_session_attrs=read-write', true],
  ['h1?target_session_attrs=primary', true],
  ['h1,h2?target_session_attrs=any', false],
])('whether %s must be writable', (rest, readWrite) => {
  expect(parseDatabaseUrl(`postgres://${rest}`).readWrite).toBe(readWrite);
});

test.each([
  ['db.example', true, 'nothing', null],
  ['db.example?sslmode=prefer', true, 'nothing', null],
  ['127.0.0.1?sslmode=prefer', true, 'nothing', null],
  ['db.example?sslmode=require', false, 'nothing', null],
  ['db.example?sslmode=require&sslrootcert=/ca', false, 'authority', '/ca'],
  ['db.example?sslmode=verify-ca', false, 'authority', null],
  ['db.example?sslmode=verify-full&sslrootcert=system', false, 'name', null],
])('the TLS of %s', (rest, optional, verify, rootFile) => {
  const { tls } = parseDatabaseUrl(`postgres://${rest}`);
  expect(tls).toEqual({ optional, verify: verify as never, rootFile, client: null });
});

test.each(['db.example?sslmode=disable', 'localhost', '127.0.0.1', '[::1]', '127.0.0.1,localhost'])(
  '%s goes without TLS',
  (rest) => {
    expect(parseDatabaseUrl(`postgres://${rest}`).tls).toBeNull();
  },
);

test.each([
  ['mysql://h/d', 'must begin with postgres://'],
  ['', 'must begin with postgres://'],
  ['postgres://h:x', 'port: must be a number from 1 to 65535'],
  ['postgres://h:0', 'port: must be a number from 1 to 65535'],
  ['postgres://h:65536', 'port: must be a number from 1 to 65535'],
  ['postgres://h1,h2,', 'host: no entry of a list may be empty'],
  ['postgres://h1,h2?port=1,2,3', 'port: give one for all hosts'],
  ['postgres://::1/d', 'host: an IPv6 address must be in brackets'],
  [
    'postgres://h?sslmode=on',
    'sslmode: must be one of disable, allow, prefer, require, verify-ca, verify-full',
  ],
  ['postgres://h?target_session_attrs=slow', 'target_session_attrs: must be one of any,'],
  ['postgres://h?connect_timeout=1.5', 'connect_timeout: must be at most 9999 seconds'],
  ['postgres://h?hostaddr=10.0.0.1,10.0.0.2', 'hostaddr: give one for each host'],
  ['postgres://h?sslcert=/c', 'sslcert and sslkey must be set together'],
  ['postgres://h?ssl_mode=require', 'unknown parameter ssl_mode'],
  [
    'postgres://h?sslrootcert=system&sslmode=require',
    'sslrootcert=system needs sslmode=verify-full',
  ],
  ['postgres://h?sslnegotiation=direct', 'sslnegotiation=direct needs sslmode=require or more'],
  ['postgres://ann:a/b@h/d', 'a / in the user name or password must be written as %2F'],
  ['postgres://ann:a?b@h/d', 'a ? in the user name or password must be written as %3F'],
  ['postgres://ann:50%@h/d', 'write %25 for a % itself'],
  ['postgres://h/%zz', 'dbname: two hexadecimal digits must follow a %'],
  ['postgres://a%00b@h/', 'user cannot hold a zero byte'],
])('%s is refused with the reason', (url, reason) => {
  expect(() => parseDatabaseUrl(url)).toThrow(reason);
});

test.each([
  'channel_binding=require',
  'gssencmode=require',
  'require_auth=scram-sha-256',
  'requirepeer=postgres',
  'sslcertmode=require',
  'sslcrl=/crl.pem',
  'sslcrldir=/crl',
])('%s is refused, as the connection would be less safe without it', (parameter) => {
  expect(() => parseDatabaseUrl(`postgres://h?${parameter}`)).toThrow('would be less safe');
  const [name] = parameter.split('=');
  expect(() => parseDatabaseUrl(`postgres://h?${name}=`)).not.toThrow();
});

test('parameters of libpq that change nothing here are ignored with the reason', () => {
  const names =
    'client_encoding gssdelegation gsslib keepalives keepalives_idle keepalives_interval keepalives_count ' +
    'krbsrvname load_balance_hosts min_protocol_version max_protocol_version passfile replication ' +
    'scram_client_key scram_server_key service servicefile sslcompression sslkeylogfile sslsni tcp_user_timeout';
  for (const name of names.split(' ')) {
    const { warnings } = parseDatabaseUrl(`postgres://h?${name}=1`);
    expect(warnings).toEqual([expect.stringContaining(`${name} is ignored: `)]);
  }
  const { warnings, readWrite } = parseDatabaseUrl('postgres://h?target_session_attrs=standby');
  expect(warnings).toEqual([expect.stringContaining('needs a server to write to')]);
  expect(readWrite).toBe(true);
});

test('parameters of TLS, addresses and older spellings are used', () => {
  const url =
    'postgres://db.example?hostaddr=10.0.0.1&sslmode=require&sslnegotiation=direct&sslcert=/c&sslkey=/k' +
    '&sslpassword=s%20t&ssl_min_protocol_version=TLSv1.3&fallback_application_name=links&connect_timeout=0';
  expect(parseDatabaseUrl(url)).toMatchObject({
    hosts: [{ host: 'db.example', port: 5432, address: '10.0.0.1' }],
    applicationName: 'links',
    tls: {
      direct: true,
      minVersion: 'TLSv1.3',
      client: { certificateFile: '/c', keyFile: '/k', keyPassword: 's t' },
    },
  });
  for (const mode of ['ssl=true', 'requiressl=1']) {
    expect(parseDatabaseUrl(`postgres://h?${mode}`).tls).toMatchObject({ optional: false });
  }
  expect(parseDatabaseUrl('postgres://h?sslmode=allow').tls).toMatchObject({ optional: true });
  const { tls } = parseDatabaseUrl('postgres://h?sslrootcert=system');
  expect(tls).toMatchObject({ optional: false, verify: 'name' });
});

test('no error shows a password, even if it is not percent-encoded', () => {
  const secrets = fc
    .string({ minLength: 6, unit: fc.constantFrom(...'Zq7#/?@:%&=[],'.split('')) })
    .filter((text) => /[Zq7]{3}/.test(text));
  fc.assert(
    fc.property(secrets, fc.constantFrom('h', 'h:x', 'h?sslmode=on', 'h?zz=1'), (secret, rest) => {
      try {
        parseDatabaseUrl(`postgres://ann:${secret}@${rest}`);
      } catch (error) {
        const { message } = error as Error;
        for (const [part] of secret.matchAll(/[Zq7]{3,}/g)) expect(message).not.toContain(part);
      }
    }),
    { numRuns: 2000 },
  );
});
