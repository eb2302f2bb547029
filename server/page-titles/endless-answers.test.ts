import { afterEach, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { openResponse, readBody } from './http-fetch.ts';

const MB = 1024 * 1024;
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const guard = {
  isPublic: (address: string): boolean => address === '127.0.0.1',
  resolve: (): Promise<string[]> => Promise.resolve(['127.0.0.1']),
};
const servers: net.Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Flood {
  readonly origin: string;
  /** Bytes that the server could write until the connection was closed, by connection. */
  readonly sent: Promise<number>[];
}

/** Answers each request with `start`, then repeats `part` without end. */
async function serveEndlessly(start: string, part: string): Promise<Flood> {
  const sent: Promise<number>[] = [];
  const block = Buffer.from(part.repeat(65_536 / part.length), 'latin1');
  const server = net.createServer((socket) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    sent.push(promise);
    socket.on('error', () => undefined).on('close', () => resolve(socket.bytesWritten));
    socket.once('data', () => {
      socket.write(start, 'latin1');
      writeEndlessly(socket, block);
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { origin: `http://page.example:${(server.address() as AddressInfo).port}`, sent };
}

function writeEndlessly(socket: Socket, block: Buffer): void {
  while (!socket.destroyed && socket.write(block));
  if (!socket.destroyed) socket.once('drain', () => writeEndlessly(socket, block));
}

/** Reads a page without a time limit: only the byte limits end it. */
async function readPage(url: string): Promise<number> {
  let size = 0;
  try {
    const response = await openResponse(url, guard, new AbortController().signal);
    for await (const chunk of readBody(response)) size += chunk.length;
  } catch {
    // Only what arrived before counts.
  }
  return size;
}

describe('an endless answer is closed before 16 MB are sent', () => {
  test.each([
    ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102 Processing', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'],
    ['an unknown 1xx', '', 'HTTP/1.1 199 x\r\n\r\n'],
    ['empty lines before the status', '', '\r\n'],
    ['a status line', 'HTTP/1.1 200 ', 'OK'],
    ['a header', `${OK}X: `, 'x'],
    ['headers', OK, 'X-A: a\r\n'],
    ['empty headers', OK, 'X:\r\n'],
    ['cookies', OK, 'Set-Cookie: a=b\r\n'],
    ['a folded header', `${OK}X: a\r\n`, ' a\r\n'],
    ['the size of a chunk', CHUNKED, '0'],
    ['the extension of a chunk', `${CHUNKED}1;`, 'x'],
    ['chunks with long extensions', CHUNKED, `1;${'x'.repeat(1000)}\r\nx\r\n`],
    ['chunks of a byte', CHUNKED, '1\r\nx\r\n'],
    ['a trailer', `${CHUNKED}0\r\nX: `, 'x'],
    ['trailers', `${CHUNKED}0\r\n`, 'X-A: a\r\n'],
    ['what follows the answer', `${OK}Content-Length: 0\r\n\r\n`, 'x'],
    ['answers that follow', `${OK}Content-Length: 1\r\n\r\nx`, `${OK}Content-Length: 0\r\n\r\n`],
    ['a body without length', `${OK}\r\n`, 'x'],
    ['a body of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n', 'x'],
    ['another protocol', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'x'],
    ['an error', 'HTTP/1.1 500 X\r\n\r\n', 'x'],
    ['no HTTP', 'SSH-2.0-x\r\n', 'x'],
  ])('%s', async (_name, start, part) => {
    const { origin, sent } = await serveEndlessly(start, part);
    expect(await readPage(origin)).toBeLessThanOrEqual(256 * 1024);
    const [bytes] = await Promise.all(sent);
    // The sockets' buffers may hold some megabytes.
    expect(bytes).toBeLessThan(16 * MB);
  });

  test('redirects, each with a body of its own', async () => {
    const { origin, sent } = await serveEndlessly('HTTP/1.1 302 X\r\nLocation: /\r\n\r\n', 'x');
    expect(await readPage(origin)).toBe(0);
    const counts = await Promise.all(sent);
    expect(counts).toHaveLength(4);
    for (const bytes of counts) expect(bytes).toBeLessThan(16 * MB);
  });
});

test('one informational answer is skipped, a second one ends the call', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\n\r\n';
  const whole = `${OK}Content-Length: 4\r\n\r\npage`;
  for (const [start, size] of [
    [hint + whole, 4],
    [`HTTP/1.1 100 Continue\r\n\r\n${whole}`, 4],
    [hint + hint + whole, 0],
    [`HTTP/1.1 100 Continue\r\n\r\n${hint}${whole}`, 0],
  ] as const) {
    const { origin } = await serveEndlessly(start, 'x');
    expect([start, await readPage(origin)]).toEqual([start, size]);
  }
});

test('the bytes of all hops count together', async () => {
  const redirect = `HTTP/1.1 302 X\r\nLocation: /\r\nX: ${'x'.repeat(60_000)}\r\n\r\n`;
  // Each 1-byte chunk takes 6 bytes: the other hops leave room for 60 KB of this page.
  const chunks = '1\r\nx\r\n'.repeat(60_000);
  for (const [hops, size] of [
    [0, 60_000],
    [3, (512 * 1024 - 3 * redirect.length - CHUNKED.length) / 6],
  ] as const) {
    let connections = 0;
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        connections += 1;
        socket.end(connections <= hops ? redirect : `${CHUNKED}${chunks}0\r\n\r\n`);
      });
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await readPage(`http://page.example:${port}`)).toBe(Math.floor(size));
  }
});
