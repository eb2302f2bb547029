import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { CertificateAuthority } from '../../tests/postgres/certificates.ts';
import { ByteBudget, CountedConnection } from './counted-connection.ts';

async function listen(answer: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    server.close();
    answer(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function connect(port: number, bytes: number): CountedConnection {
  return new CountedConnection(net.connect(port, '127.0.0.1'), new ByteBudget(bytes));
}

test.each([9, 10, 11])('a budget of %d bytes delivers at most so many of 10', async (bytes) => {
  const port = await listen((socket) => socket.end('0123456789'));
  expect(await text(connect(port, bytes))).toBe('0123456789'.slice(0, bytes));
});

test('written bytes and their end arrive', async () => {
  const port = await listen((socket) => socket.pipe(socket));
  const connection = connect(port, 100);
  connection.end('there and back');
  expect(await text(connection)).toBe('there and back');
});

test('a refused connection emits its error', async () => {
  const port = await listen(() => undefined);
  await once(net.connect(port, '127.0.0.1'), 'connect');
  const connection = connect(port, 100);
  const [error] = (await once(connection.resume(), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('endless TLS tickets use up the budget', async () => {
  using authority = new CertificateAuthority();
  const { certificateFile, keyFile } = authority.sign('page.test', ['DNS:page.test']);
  const words = '-accept 127.0.0.1:0 -naccept 1 -tls1_3 -num_tickets 1000000000'.split(' ');
  const server = Bun.spawn(
    ['openssl', 's_server', ...words, '-cert', certificateFile, '-key', keyFile],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' },
  );
  const port = await readPort(server.stdout);
  const connection = connect(port, 1024 * 1024);
  const ca = readFileSync(authority.certificateFile);
  const secure = tls.connect({ socket: connection, servername: 'page.test', ca });
  await once(secure, 'secureConnect');
  await once(secure.resume(), 'end');
  server.kill();
  await server.exited;
});

async function readPort(output: ReadableStream<Uint8Array>): Promise<number> {
  let said = '';
  for await (const chunk of output) {
    said += Buffer.from(chunk).toString();
    const port = /ACCEPT \S+:(\d+)\n/.exec(said)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`openssl ended: ${said}`);
}
