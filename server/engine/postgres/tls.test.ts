import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CertificateAuthority, type Certificate } from '../../../tests/postgres/certificates.ts';
import { PostgresServer, sharedPostgres } from '../../../tests/postgres/postgres-server.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { isUnavailable, openPostgresPool } from './pool.ts';
import { testInAll } from '../../../tests/support/test-run.ts';

/** pg_hba.conf: a test chooses an authentication method by its user name. */
const ADMISSION = `
hostssl all certified all cert
hostssl all secretive all scram-sha-256
hostnossl all plain all trust
hostssl all plain all reject
host all postgres all trust
`;
const SECRET = 'correct horse';

const authority = new CertificateAuthority();
const otherAuthority = new CertificateAuthority();
let certificate: Certificate;
let server: PostgresServer;
beforeAll(async () => {
  certificate = authority.sign('db', ['DNS:localhost']);
  server = await PostgresServer.start({
    settings: { ssl: 'on', ssl_ca_file: 'root.crt' },
    files: {
      'root.crt': readFileSync(authority.certificateFile, 'utf8'),
      'server.crt': readFileSync(certificate.certificateFile, 'utf8'),
      'server.key': readFileSync(certificate.keyFile, 'utf8'),
      'pg_hba.conf': ADMISSION,
    },
  });
  await server.query('postgres', 'create role certified login');
  await server.query('postgres', 'create role plain login');
  await server.query('postgres', `create role secretive login password '${SECRET}'`);
}, 300_000);
afterAll(async () => {
  await server.stop();
  authority[Symbol.dispose]();
  otherAuthority[Symbol.dispose]();
});

async function connect(
  host: string,
  parameters: string,
  user = 'postgres',
  { port }: { readonly port: number } = server,
): Promise<{ version: string | null } | Error> {
  const address = parseDatabaseUrl(`postgres://${user}@${host}:${port}/postgres?${parameters}`);
  const pool = openPostgresPool(address, {
    max: 1,
    connectTimeoutMs: 5000,
    onError: (error) => expect.unreachable(String(error)),
  });
  try {
    const { rows } = await pool.query<{ version: string | null }>(
      'select version from pg_stat_ssl where pid = pg_backend_pid()',
    );
    return rows[0]!;
  } catch (error) {
    return error as Error;
  } finally {
    await pool.end();
  }
}

function messageOf(answer: { version: string | null } | Error): string {
  return answer instanceof Error ? answer.message : 'connected';
}

const encrypted = { version: 'TLSv1.3' };
const open = { version: null };

test('sslmode prefer and require encrypt, disable does not', async () => {
  expect(await connect('127.0.0.1', 'sslmode=disable')).toEqual(open);
  expect(await connect('127.0.0.1', 'sslmode=prefer')).toEqual(encrypted);
  expect(await connect('127.0.0.1', 'sslmode=require')).toEqual(encrypted);
});

test.each(['verify-ca', 'verify-full', 'require'])(
  '%s trusts only the given authority',
  async (mode) => {
    const trusting = `sslmode=${mode}&sslrootcert=${authority.certificateFile}`;
    expect(await connect('localhost', trusting)).toEqual(encrypted);
    const error = await connect(
      'localhost',
      `sslmode=${mode}&sslrootcert=${otherAuthority.certificateFile}`,
    );
    expect(messageOf(error)).toContain('certificate');
    expect(isUnavailable(error)).toBe(false);
  },
);

test('without sslrootcert, the certificate authorities of browsers are trusted', async () => {
  expect(messageOf(await connect('localhost', 'sslmode=verify-full'))).toContain('certificate');
});

test('sslmode verify-full refuses a certificate for another host, verify-ca accepts it', async () => {
  const root = `sslrootcert=${authority.certificateFile}`;
  const error = await connect('127.0.0.1', `sslmode=verify-full&${root}`);
  expect(messageOf(error)).toContain('127.0.0.1');
  expect(isUnavailable(error)).toBe(false);
  expect(await connect('127.0.0.1', `sslmode=verify-ca&${root}`)).toEqual(encrypted);
});

test('an impostor learns nothing, not even the user name', async () => {
  const received: string[] = [];
  const impostor = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, {
        isServer: true,
        cert: readFileSync(certificate.certificateFile),
        key: readFileSync(certificate.keyFile),
      });
      secure.on('data', (chunk: Buffer) => {
        received.push(chunk.toString());
        socket.destroy();
      });
      secure.on('error', () => undefined);
    });
  });
  await new Promise<void>((ready) => void impostor.listen(0, '127.0.0.1', ready));
  const address = impostor.address() as AddressInfo;
  const wary = `sslmode=verify-full&sslrootcert=${authority.certificateFile}`;
  expect(await connect('127.0.0.1', wary, 'ann', address)).toBeInstanceOf(Error);
  expect(received).toEqual([]);
  await connect('127.0.0.1', 'sslmode=require', 'ann', address);
  expect(received.join()).toContain('ann');
  impostor.close();
});

testInAll(
  'sslmode prefer accepts a server without TLS, require does not',
  async () => {
    const bare = await sharedPostgres();
    expect(await connect('127.0.0.1', 'sslmode=prefer', 'postgres', bare)).toEqual(open);
    const error = await connect('127.0.0.1', 'sslmode=require', 'postgres', bare);
    expect(messageOf(error)).toContain('does not support SSL');
    expect(isUnavailable(error)).toBe(false);
  },
  300_000,
);

test('sslmode prefer accepts a user without TLS, require does not', async () => {
  expect(await connect('127.0.0.1', 'sslmode=prefer', 'plain')).toEqual(open);
  expect(await connect('127.0.0.1', 'sslmode=require', 'plain')).toMatchObject({ code: '28000' });
});

test('a client certificate authenticates', async () => {
  const { certificateFile, keyFile } = authority.sign('certified');
  const own = `sslmode=require&sslcert=${certificateFile}&sslkey=${keyFile}`;
  expect(await connect('127.0.0.1', own, 'certified')).toEqual(encrypted);
  const without = await connect('127.0.0.1', 'sslmode=require', 'certified');
  expect(isUnavailable(without)).toBe(false);
  expect(without).toMatchObject({ code: '28000' });
});

test('a password authenticates; a wrong or missing one is reported as an error, not an outage', async () => {
  const password = `sslmode=require&password=${encodeURIComponent(SECRET)}`;
  expect(await connect('127.0.0.1', password, 'secretive')).toEqual(encrypted);
  const wrong = await connect('127.0.0.1', 'sslmode=require&password=x', 'secretive');
  expect(wrong).toMatchObject({ code: '28P01' });
  const none = await connect('127.0.0.1', 'sslmode=require', 'secretive');
  expect(messageOf(none)).toContain('password');
  expect([wrong, none].map(isUnavailable)).toEqual([false, false]);
});

test('an unreadable file is named', async () => {
  const error = await connect('127.0.0.1', 'sslmode=verify-ca&sslrootcert=/nowhere/ca.pem');
  expect(messageOf(error)).toContain('DATABASE_URL: sslrootcert: cannot read /nowhere/ca.pem');
  expect(isUnavailable(error)).toBe(false);
});
