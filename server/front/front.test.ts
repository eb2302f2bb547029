import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { Front } from './front.ts';
import { VisitorAddresses } from './visitor-addresses.ts';

const BIG = Buffer.alloc(8 * 1024 * 1024, 'brisk');

let inner: ReturnType<typeof Bun.serve>;
let front: Front;
const visitors = new VisitorAddresses();
let committed = 0;
let staged = 0;

beforeAll(() => {
  inner = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 64 * 1024 * 1024,
    fetch(request, server) {
      const url = new URL(request.url, 'http://x');
      if (url.pathname === '/big') return new Response(BIG);
      if (url.pathname === '/who') {
        return new Response(visitors.get(server.requestIP(request)?.port ?? 0) ?? 'unknown');
      }
      const answer = (body: ArrayBuffer) =>
        new Response(`inner ${request.method} ${url.pathname} ${Bun.hash(body).toString(36)}`);
      return request.method === 'GET'
        ? answer(new ArrayBuffer())
        : request.arrayBuffer().then(answer);
    },
  });
  front = new Front({
    hostname: '127.0.0.1',
    port: 0,
    innerPort: inner.port!,
    answer(visit) {
      if (!visit.code.startsWith('k')) return null;
      staged += 1;
      const last = visit.isLast ? 'Connection: close\r\n' : '';
      const head = `HTTP/1.1 302 Found\r\nLocation: /to-${visit.code}\r\n${last}`;
      return Buffer.from(`${head}Content-Length: 0\r\n\r\n`);
    },
    commit() {
      committed = staged;
    },
    registerVisitor: (port, address) => visitors.add(port, address),
    refuse: ({ status, reason }) => Buffer.from(`HTTP/1.1 ${status} Refused\r\n\r\n${reason}`),
  });
});

afterAll(async () => {
  await front.stop();
  await inner.stop(true);
});

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
}

function talk(begin: (socket: Socket) => unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port: front.port, allowHalfOpen: true }, () => {
      begin(socket);
    });
    socket.setTimeout(100_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.on('error', reject);
  });
}

function targetsIn(text: string): string[] {
  return [...text.matchAll(/to-(k\w+)|inner (\w+ \/\S+)/g)].map(
    ([, code, other]) => code ?? other!,
  );
}

describe('one connection', () => {
  test('gets all its answers in order', async () => {
    const codes = Array.from({ length: 500 }, (_, number) => `k${number}`);
    const visits = codes.map((code) => get(`/${code}`)).join('');
    const text = await talk((socket) => socket.write(visits + get('/klast', 'Connection: close')));
    expect(targetsIn(text)).toEqual([...codes, 'klast']);
    expect(committed).toBe(staged);
  });

  test('may send many requests before it reads', async () => {
    const codes = Array.from({ length: 60_000 }, (_, number) => `k${number}`);
    const visits = codes.map((code) => get(`/${code}`)).join('');
    const text = await talk((socket) => {
      socket.pause();
      // Written bytes are with the kernel or wait for the server.
      socket.write(visits + get('/klast', 'Connection: close'));
      setImmediate(() => socket.resume());
    });
    expect(targetsIn(text)).toEqual([...codes, 'klast']);
    expect(committed).toBe(staged);
  });

  test('continues with the HTTP server after a request off the fast path', async () => {
    const text = await talk((socket) =>
      socket.write(get('/k1') + get('/k2') + get('/page') + get('/k3', 'Connection: close')),
    );
    expect(targetsIn(text)).toEqual(['k1', 'k2', 'GET /page', 'GET /k3']);
  });

  test('may send its request in two parts', async () => {
    const [first, second] = [get('/k1'), get('/k2', 'Connection: close')];
    for (let cut = 1; cut < first.length; cut += 7) {
      const text = await talk((socket) => {
        socket.setNoDelay(true);
        socket.write(first.slice(0, cut), () => socket.write(first.slice(cut) + second));
      });
      expect(targetsIn(text)).toEqual(['k1', 'k2']);
    }
  });

  test('may send its request one byte at a time', async () => {
    const request = get('/k1', 'Connection: close');
    const text = await talk(async (socket) => {
      socket.setNoDelay(true);
      for (const byte of request) await new Promise((sent) => socket.write(byte, sent));
    });
    // The chunks decide which path answers.
    expect(['k1', 'GET /k1']).toContain(targetsIn(text).join());
  });

  test('may close its side at once', async () => {
    expect(targetsIn(await talk((socket) => socket.end(get('/k1'))))).toEqual(['k1']);
    expect(
      targetsIn(await talk((socket) => socket.end(get('/page', 'Connection: close')))),
    ).toEqual(['GET /page']);
  });

  test('passes a large body to the server', async () => {
    const head = `POST /up HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${BIG.length}\r\n\r\n`;
    const text = await talk((socket) => {
      socket.write(head);
      socket.write(BIG);
    });
    expect(text).toContain(`inner POST /up ${Bun.hash(BIG).toString(36)}`);
  });

  test('passes a large answer to a slow visitor', async () => {
    const text = await talk((socket) => {
      socket.write(get('/big', 'Connection: close'));
      // The visitor starts reading when the buffers are full.
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(BIG.toString('latin1'));
  });

  test('shows the HTTP server the address of its visitor', async () => {
    const text = await talk((socket) => socket.write(get('/who', 'Connection: close')));
    expect(text).toEndWith('127.0.0.1');
  });
});

test('many connections at once each get their own answers', async () => {
  const texts = await Promise.all(
    Array.from({ length: 300 }, (_, number) =>
      talk((socket) =>
        socket.write(
          get(`/k${number}`) + get(`/${number % 2 === 0 ? 'k' : 'p'}x`, 'Connection: close'),
        ),
      ),
    ),
  );
  for (const [number, text] of texts.entries()) {
    const second = number % 2 === 0 ? 'kx' : 'GET /px';
    expect(targetsIn(text)).toEqual([`k${number}`, second]);
  }
});

test('visitors that disconnect leave nothing behind', async () => {
  for (const request of [
    get('/k1'),
    get('/page'),
    'GET /k',
    'POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\n',
  ]) {
    await new Promise<void>((gone) => {
      const socket = connect(front.port, '127.0.0.1', () => {
        socket.write(request, () => socket.resetAndDestroy());
      });
      socket.on('close', () => gone());
    });
  }
  const text = await talk((socket) => socket.write(get('/page', 'Connection: close')));
  expect(targetsIn(text)).toEqual(['GET /page']);
});
