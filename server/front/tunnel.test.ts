import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Tunnel } from './tunnel.ts';

const ASKED = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n';

async function open() {
  const inner = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('page') });
  const opened = Promise.withResolvers<Tunnel>();
  const received = new EventTarget();
  const outer = Bun.listen<Tunnel>({
    hostname: '127.0.0.1',
    port: 0,
    allowHalfOpen: true,
    socket: {
      open(socket) {
        socket.data = new Tunnel(socket, '127.0.0.1', {
          innerPort: inner.port!,
          registerVisitor: () => () => undefined,
          refuse: ({ status }) => Buffer.from(`HTTP/1.1 ${status} Refused\r\n\r\n`),
        });
        opened.resolve(socket.data);
      },
      data(socket, chunk) {
        socket.data.receive(chunk);
        received.dispatchEvent(new Event('chunk'));
      },
      end: (socket) => socket.data.end(),
      close: (socket) => socket.data.close(),
    },
  });
  let text = '';
  const client = connect({ port: outer.port, host: '127.0.0.1' });
  client.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<string>((resolve) => client.on('close', () => resolve(text)));
  return {
    tunnel: await opened.promise,
    ended,
    /** Resolves when the tunnel has the bytes. */
    send(bytes: string): Promise<unknown> {
      const taken = new Promise((resolve) => {
        received.addEventListener('chunk', resolve, { once: true });
      });
      client.write(bytes);
      return taken;
    },
    answer: () => new Promise((resolve) => client.once('data', resolve)),
    client,
    async [Symbol.asyncDispose]() {
      client.destroy();
      outer.stop(true);
      await inner.stop(true);
    },
  };
}

test('a head that is still incomplete at the second check answers 408', async () => {
  await using opened = await open();
  await opened.send('GET /page HTTP/1.1\r\nHo');
  opened.tunnel.refuseSlowHead();
  // Single bytes do not help.
  await opened.send('s');
  opened.tunnel.refuseSlowHead();
  expect(await opened.ended).toBe('HTTP/1.1 408 Refused\r\n\r\n');
});

test('an incomplete head after an answered request answers 408 too', async () => {
  await using opened = await open();
  const answered = opened.answer();
  await opened.send(ASKED);
  await answered;
  await opened.send('GET /pa');
  opened.tunnel.refuseSlowHead();
  opened.tunnel.refuseSlowHead();
  expect(await opened.ended).toEndWith('pageHTTP/1.1 408 Refused\r\n\r\n');
});

test('an idle connection, or one with new requests, is not refused', async () => {
  await using opened = await open();
  for (let round = 0; round < 3; round += 1) {
    opened.tunnel.refuseSlowHead();
    await opened.send('GET /page HTTP/1.1\r\nHost: x\r\n');
    opened.tunnel.refuseSlowHead();
    const answered = opened.answer();
    await opened.send('\r\n');
    expect(String(await answered)).toStartWith('HTTP/1.1 200 OK');
  }
});

/** Timers may be early. */
const HELD_MS = 45;

describe('a refusal is delayed and arrives complete', () => {
  test.each([
    [
      'before a large body has come',
      `POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n`,
    ],
    [
      'before the end of chunks',
      'POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx',
    ],
  ])('%s', async (_, sent) => {
    await using opened = await open();
    const start = performance.now();
    const answered = opened.answer();
    await opened.send(sent);
    expect(String(await answered)).toEndWith('page');
    expect(performance.now() - start).toBeGreaterThan(HELD_MS);
  });

  test.each([
    ['to a head with a fault', 'GET /page HTTP/1.1\n\n'],
    [
      'to chunks with a fault',
      'POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
    ],
  ])('%s', async (_, sent) => {
    await using opened = await open();
    const start = performance.now();
    await opened.send(sent);
    expect(await opened.ended).toBe('HTTP/1.1 400 Refused\r\n\r\n');
    expect(performance.now() - start).toBeGreaterThan(HELD_MS);
  });

  test('even when the client has closed its side', async () => {
    await using opened = await open();
    await opened.send('GET /page HTTP/1.1\n\n');
    opened.client.end();
    expect(await opened.ended).toBe('HTTP/1.1 400 Refused\r\n\r\n');
  });
});

test('an answer before the end of a small body is not delayed', async () => {
  await using opened = await open();
  const answered = opened.answer();
  await opened.send('POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  expect(String(await answered)).toEndWith('page');
  await opened.send('123456789');
  const next = opened.answer();
  await opened.send(ASKED);
  expect(String(await next)).toEndWith('page');
});
