import { afterEach, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import type { Exchange } from '../outgoing/send-request.ts';
import { openResponse, readBody } from './http-fetch.ts';

const MB = 1024 * 1024;
const guard = {
  isPublic: (address: string): boolean => address === '127.0.0.1',
  resolve: (): Promise<string[]> => Promise.resolve(['127.0.0.1']),
};
const open: (http.Server | net.Server)[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** Returns the server's origin under a made-up name. */
async function listen(server: http.Server | net.Server, host = '127.0.0.1'): Promise<string> {
  open.push(server.listen(0, host));
  await once(server, 'listening');
  return `http://page.example:${(server.address() as AddressInfo).port}`;
}

function serve(answer: http.RequestListener): Promise<string> {
  return listen(http.createServer(answer));
}

/** `/3` redirects over `/2` and `/1` to `/0`; other paths name their target. */
function serveRedirects(status: number): Promise<string> {
  return serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(status, { location: `${left - 1}` });
    response.end(`at ${request.url}`);
  });
}

function send(url: string): Promise<Exchange> {
  return openResponse(url, guard, new AbortController().signal);
}

async function readAll(exchange: Exchange): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(exchange)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function fetchText(url: string): Promise<string> {
  return (await readAll(await send(url))).toString();
}

async function readRefusal(url: string): Promise<string> {
  return fetchText(url).then((text) => `no readRefusal but ${text.slice(0, 50)}`, String);
}

describe('what is sent', () => {
  test('a plain request reveals nothing about the site or the visitor', async () => {
    let headers: IncomingHttpHeaders = {};
    const origin = await serve((request, response) => {
      ({ headers } = request);
      response.end('ok');
    });
    expect(await fetchText(`${origin}/a?b#c`)).toBe('ok');
    expect(headers).toEqual({
      host: origin.slice('http://'.length),
      'user-agent': 'Brisk/1 (+link title)',
      accept: 'text/html,application/xhtml+xml',
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
    });
  });

  test('TLS goes to the pinned address, with the name of the URL, without its last dot', async () => {
    const hello = Promise.withResolvers<string>();
    const origin = await listen(
      net.createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (bytes) => {
          hello.resolve(bytes.toString('latin1'));
          socket.end('no TLS here');
        });
      }),
    );
    const url = origin.replace('http://page.example', 'https://page.example.');
    expect(await readRefusal(url)).not.toContain('no readRefusal');
    expect(await hello.promise).toContain('\u0000\u000Cpage.example\u0000');
  });

  test('no proxy of the environment is used', async () => {
    const origin = await serve((_request, response) => response.end('direct'));
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    process.env['NODE_USE_ENV_PROXY'] = '1';
    try {
      expect(await fetchText(origin)).toBe('direct');
    } finally {
      delete process.env['http_proxy'];
      delete process.env['NODE_USE_ENV_PROXY'];
    }
  });
});

describe('where it goes', () => {
  test.each([301, 302, 303, 307, 308])('follows 3 redirects with %d, not 4', async (status) => {
    const origin = await serveRedirects(status);
    expect(await fetchText(`${origin}/3`)).toBe('at /0');
    expect(await readRefusal(`${origin}/4`)).toContain('too many redirects');
  });

  test.each([300, 304, 305, 306])('does not follow %d', async (status) => {
    const response = await send(`${await serveRedirects(status)}/1`);
    expect(response.status).toBe(status);
    response.close();
  });

  test('a loop ends after four requests', async () => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/' }).end();
    });
    expect(await readRefusal(origin)).toContain('too many redirects');
    expect(requests).toBe(4);
  });

  test('a raw UTF-8 location is read as browsers do', async () => {
    const origin = await listen(
      net.createServer((socket) => {
        socket.once('data', (bytes) => {
          const path = bytes.toString().split(' ')[1] ?? '';
          const head = path === '/' ? '302 Found\r\nLocation: /你' : '200 OK';
          socket.end(`HTTP/1.1 ${head}\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
        });
      }),
    );
    expect(await fetchText(origin)).toBe('/%E4%BD%A0');
  });

  test.each([
    'ftp://HERE/',
    'file:///etc/passwd',
    'javascript:1',
    'http://user@HERE/',
    'http://:secret@HERE/',
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://page.example:0/',
  ])('refuses %s, also as a redirect', async (target) => {
    let url = '';
    const origin = await serve((request, response) => {
      if (request.url === '/go') response.writeHead(302, { location: url });
      response.end('here');
    });
    url = target.replace('HERE', origin.slice('http://'.length));
    expect(await readRefusal(url)).not.toContain('no readRefusal');
    expect(await readRefusal(`${origin}/go`)).not.toContain('no readRefusal');
  });
});

describe('the body', () => {
  const text = `<title>Packed</title>${'x'.repeat(1000)}`;
  const window24 = { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } };

  test.each([
    ['gzip', zlib.gzipSync(text)],
    ['X-GZIP', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['none', Buffer.from(text)],
    ['utf-8', Buffer.from(text)],
    ['', Buffer.from(text)],
    [' , ', Buffer.from(text)],
    ['identity, None', Buffer.from(text)],
    ['text/html', Buffer.from(text)],
    ['identity, gzip', zlib.gzipSync(text)],
    ['gzip, identity', zlib.gzipSync(text)],
    ['UTF-8, br,', zlib.brotliCompressSync(text)],
    ['gzip', zlib.gzipSync(text).subarray(0, -8)],
  ])('%s is undone', async (coding, body) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    expect(await fetchText(origin)).toBe(text);
  });

  test.each([
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(text))],
    ['gzip', Buffer.from(text)],
    ['zstd', zlib.zstdCompressSync(text)],
    ['br', zlib.brotliCompressSync(text, window24)],
  ])('%s is refused', async (coding, body) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    expect(await readRefusal(origin)).not.toContain('no readRefusal');
  });

  test.each(['gzip', 'deflate', 'br'])('an empty body under %s is empty', async (coding) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end();
    });
    expect(await fetchText(origin)).toBe('');
  });

  test('an endless body is cut at 256 KB and its connection closed', async () => {
    const closed = Promise.withResolvers<void>();
    const origin = await serve((_request, response) => {
      response.on('close', () => closed.resolve());
      const block = Buffer.alloc(50_000, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    expect(await readAll(await send(origin))).toHaveLength(256 * 1024);
    await closed.promise;
  });

  const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
  test.each([
    ['gzip', zlib.createGzip()],
    ['deflate', zlib.createDeflate()],
    ['br', zlib.createBrotliCompress(quick)],
  ])(
    '100 MB of zeros in %s move memory by less than 16 MB',
    async (coding, packer) => {
      const packed = packer.toArray();
      const zeros = Buffer.alloc(MB);
      for (let written = 0; written < 100; written += 1) {
        if (!packer.write(zeros)) await once(packer, 'drain');
      }
      packer.end();
      const bomb = Buffer.concat(await packed);
      const origin = await serve((request, response) => {
        response.setHeader('content-encoding', coding).end(request.url === '/bomb' ? bomb : '');
      });
      await fetchText(`${origin}/warm-up`);
      Bun.gc(true);
      const before = process.memoryUsage.rss();
      let peak = before;
      let size = 0;
      for await (const chunk of readBody(await send(`${origin}/bomb`))) {
        size += chunk.length;
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      expect(size).toBe(256 * 1024);
      expect(peak - before).toBeLessThan(16 * MB);
    },
    300_000,
  );
});
