import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Tunnel } from './tunnel.ts';

const ASKED = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n';

/** A tunnel to a server that answers everything, and all that its client is told. */
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
          announce: () => () => undefined,
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
    /** Resolves when the tunnel has what was sent. */
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

test('a head that is not whole by the second look is refused with 408', async () => {
  await using opened = await open();
  await opened.send('GET /page HTTP/1.1\r\nHo');
  opened.tunnel.refuseSlowHead();
  // One byte now and then does not help.
  await opened.send('s');
  opened.tunnel.refuseSlowHead();
  expect(await opened.ended).toBe('HTTP/1.1 408 Refused\r\n\r\n');
});

test('so is one behind a request that was answered', async () => {
  await using opened = await open();
  const answered = opened.answer();
  await opened.send(ASKED);
  await answered;
  await opened.send('GET /pa');
  opened.tunnel.refuseSlowHead();
  opened.tunnel.refuseSlowHead();
  expect(await opened.ended).toEndWith('pageHTTP/1.1 408 Refused\r\n\r\n');
});

test('a connection without a request, or with another one each time, is not slow', async () => {
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
