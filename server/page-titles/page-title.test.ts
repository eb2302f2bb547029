import { afterEach, describe, expect, jest, mock, test } from 'bun:test';
import { once } from 'node:events';
import http from 'node:http';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import zlib from 'node:zlib';
import { openPageTitles } from './page-title.ts';
import type { PageTitleOptions, PageTitles } from './page-title.ts';

const EMPTY = { title: '', description: '' };
const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** In these tests 127.0.0.1 is public. */
const WORLD: PageTitleOptions = {
  isPublic: (address) => address === '127.0.0.1',
  resolve: () => Promise.resolve(['127.0.0.1']),
};
const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function openTitles(options: PageTitleOptions = WORLD): PageTitles {
  const titles = openPageTitles(options);
  cleanups.push(() => titles.close());
  return titles;
}

async function listen(server: net.Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  cleanups.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as net.AddressInfo).port;
}

async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer);
  cleanups.push(() => server.closeAllConnections());
  return `http://page.example:${await listen(server, '127.0.0.1')}`;
}

function sendPage(response: ServerResponse, title = 'T'): void {
  response.writeHead(200, HTML).end(`<title>${title}</title>`);
}

/** Starts a listener that must get no connection; counts those that it gets. */
async function listenAlone(host: string, port = 0): Promise<[number, () => Promise<number>]> {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).end();
  });
  const bound = await listen(server, host, port);
  const countConnections = async (): Promise<number> => {
    // Connections arrive in order: this one comes after all pending ones.
    await once(net.connect(bound, host).resume(), 'close');
    return connections - 1;
  };
  return [bound, countConnections];
}

describe('a page', () => {
  test('gives its title and description', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, HTML).write('<head><title>A ');
      response.end('B</title><meta name=description content=C></head>');
    });
    expect(await openTitles().fetch(origin)).toEqual({ title: 'A B', description: 'C' });
  });

  test.each([
    [203, 'TEXT/HTML;charset=gbk', 'T'],
    [200, 'application/xhtml+xml', 'T'],
    [200, 'text/plain', ''],
    [200, 'text/htmlx', ''],
    [200, 'text/html, text/html', 'T'],
    [200, '', 'T'],
    [200, 'html', 'T'],
    [200, '; charset=utf-8', 'T'],
    [200, '*/*', 'T'],
    [200, 'unknown/unknown', 'T'],
    [200, 'application/octet-stream', ''],
    [200, 'image/svg+xml', ''],
    [404, 'text/html', ''],
  ])('%d %s gives "%s"', async (status, type, title) => {
    const origin = await serve((_request, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.writeHead(status).end('<title>T</title>');
    });
    expect((await openTitles().fetch(origin)).title).toBe(title);
  });

  test.each([8, 16, 32, 64])('has its title behind headers of %d KB', async (kilobytes) => {
    const server = net.createServer((socket) => {
      const cookies = `Set-Cookie: a=${'x'.repeat(1000)}\r\n`.repeat(kilobytes);
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${cookies}\r\n`;
      socket.on('error', () => {}).once('data', () => socket.end(`${head}<title>T</title>`));
    });
    const port = await listen(server, '127.0.0.1');
    const found = await openTitles().fetch(`http://page.example:${port}`);
    expect(found.title).toBe('T');
  });

  test.each([
    ['plain', '', (page: string) => page],
    ['gzip', 'Content-Encoding: gzip\r\n', (page: string) => zlib.gzipSync(page)],
    ['deflate', 'Content-Encoding: deflate\r\n', (page: string) => zlib.deflateSync(page)],
    ['br', 'Content-Encoding: br\r\n', (page: string) => zlib.brotliCompressSync(page)],
  ])('has its title when it is shorter than announced: %s', async (_name, coding, pack) => {
    const answers = new Map([
      // A complete page that is shorter than announced, and half a page.
      ['/whole', Buffer.from(pack('<title>T</title>'))],
      ['/half', Buffer.from(pack('<title>T</title><p>')).subarray(0, 4)],
    ]);
    const server = net.createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', (bytes) => {
          const body = answers.get(bytes.toString().split(' ')[1]!)!;
          socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${coding}`);
          socket.write('Content-Length: 100000\r\n\r\n');
          socket.end(body);
        });
    });
    const port = await listen(server, '127.0.0.1');
    const titles = openTitles();
    for (const [path, title] of [
      ['/whole', 'T'],
      ['/half', ''],
    ]) {
      expect((await titles.fetch(`http://page.example:${port}${path}`)).title).toBe(title!);
    }
  });

  test('no failure throws', async () => {
    for (const url of ['', 'nonsense', 'http://', '//page.example', 'ftp://page.example/']) {
      expect(await openTitles().fetch(url)).toEqual(EMPTY);
    }
    const resolve = mock(() => Promise.reject(new Error('SERVFAIL')));
    expect(await openTitles({ ...WORLD, resolve }).fetch('http://page.example')).toEqual(EMPTY);
    const switched = 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
    const tooLong = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    for (const answer of ['', 'SSH-2.0-x\r\n', switched, tooLong]) {
      const server = net.createServer((socket) => socket.on('error', () => {}).end(answer));
      const port = await listen(server, '127.0.0.1');
      expect(await openTitles().fetch(`http://page.example:${port}`)).toEqual(EMPTY);
    }
  });
});

const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address }) => address)
  .filter((address) => address === '127.0.0.1' || address === '::1');

describe('private addresses see no connection', () => {
  test.each(loopback)('%s in any spelling', async (host) => {
    const [port, countConnections] = await listenAlone(host);
    const titles = openTitles({});
    const dotted = '127.0.0.1 127.1 0x7f.1 2130706433 017700000001 127.0.0.1. 0.0.0.0 0';
    const embedded = '[::ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]';
    const others = '[::1] [0:0:0:0:0:0:0:1] [::] localhost localhost. LOCALHOST';
    for (const spelling of [dotted, embedded, others].join(' ').split(' ')) {
      for (const scheme of ['http', 'https']) {
        expect(await titles.fetch(`${scheme}://${spelling}:${port}/`)).toEqual(EMPTY);
      }
    }
    expect(await countConnections()).toBe(0);
  });

  test.each(['127.0.0.1', '8.8.8.8 127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'a name that resolves to %s',
    async (answers) => {
      const [port, countConnections] = await listenAlone('127.0.0.1');
      const titles = openTitles({ resolve: () => Promise.resolve(answers.split(' ')) });
      expect(await titles.fetch(`http://page.example:${port}/`)).toEqual(EMPTY);
      expect(await countConnections()).toBe(0);
    },
  );

  test('a redirect to one', async () => {
    const [port, countConnections] = await listenAlone('127.0.0.2');
    const targets = ['127.0.0.2', '0x7f.2', 'private.example', '[::ffff:127.0.0.2]'];
    const sent: string[] = [];
    const origin = await serve((request, response) => {
      sent.push(request.url?.slice(1) ?? '');
      response.writeHead(302, { location: `http:/${request.url}:${port}/` }).end();
    });
    const resolve = mock((host: string) =>
      Promise.resolve([host === 'page.example' ? '127.0.0.1' : '127.0.0.2']),
    );
    const titles = openTitles({ ...WORLD, resolve });
    for (const target of targets) expect(await titles.fetch(`${origin}/${target}`)).toEqual(EMPTY);
    expect(sent).toEqual(targets);
    expect(await countConnections()).toBe(0);
  });

  test('a host name is resolved once and its address pinned', async () => {
    const origin = await serve((_request, response) => sendPage(response, 'Pinned'));
    const [, countConnections] = await listenAlone('127.0.0.2', Number(new URL(origin).port));
    const resolve = mock(() => Promise.resolve(['127.0.0.2']));
    resolve.mockResolvedValueOnce(['127.0.0.1']);
    const titles = openTitles({ ...WORLD, resolve });
    expect((await titles.fetch(origin)).title).toBe('Pinned');
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(await titles.fetch(origin)).toEqual(EMPTY);
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(await countConnections()).toBe(0);
  });

  test('the address of the open connection is checked once more', async () => {
    const answer = mock();
    const origin = await serve(answer);
    const isPublic = mock(() => false).mockReturnValueOnce(true);
    expect(await openTitles({ ...WORLD, isPublic }).fetch(origin)).toEqual(EMPTY);
    expect(isPublic).toHaveBeenCalledTimes(2);
    expect(answer).not.toHaveBeenCalled();
  });
});

describe('limits', () => {
  test('a page has 5 seconds, name resolution included', async () => {
    jest.useFakeTimers();
    cleanups.push(() => jest.useRealTimers());
    const resolving = Promise.withResolvers<void>();
    const resolve = mock(() => (resolving.resolve(), new Promise<never>(() => {})));
    const onAnswer = mock();
    const titles = openTitles({ ...WORLD, resolve });
    const answer = titles.fetch('http://page.example/').then(onAnswer);
    await resolving.promise;
    jest.advanceTimersByTime(4999);
    await new Promise(setImmediate);
    expect(onAnswer).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await answer;
    expect(onAnswer).toHaveBeenCalledWith(EMPTY);
  });

  test('a silent server ends with the time limit; a complete title counts', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200, HTML);
      response.write(request.url === '/half' ? '<title>Hal' : '<title>Whole</title>');
    });
    const titles = openTitles({ ...WORLD, timeLimit: 1000 });
    const answers = ['/silent', '/half', '/whole'].map((path) => titles.fetch(origin + path));
    expect((await Promise.all(answers)).map((page) => page.title)).toEqual(['', '', 'Whole']);
  });

  test('a head that arrives byte by byte ends with the time limit, and so does its connection', async () => {
    const closed: Promise<unknown>[] = [];
    const server = net.createServer((socket) => {
      closed.push(new Promise((resolve) => socket.on('error', () => {}).on('close', resolve)));
      const drip = setInterval(() => socket.write('H'), 10);
      socket.on('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    });
    const origin = `http://page.example:${await listen(server, '127.0.0.1')}`;
    const titles = openTitles({ ...WORLD, timeLimit: 100 });
    const answers = Array.from({ length: 6 }, () => titles.fetch(origin));
    expect(await Promise.all(answers)).toEqual(answers.map(() => EMPTY));
    expect(closed).toHaveLength(6);
    await Promise.all(closed);
  });

  test('20 pages at once reach the server 4 at a time, in order', async () => {
    const open: ServerResponse[] = [];
    const paths: string[] = [];
    let most = 0;
    const origin = await serve((request, response) => {
      paths.push(request.url ?? '');
      most = Math.max(most, open.push(response));
      if (open.length === 4) for (const held of open.splice(0)) sendPage(held);
    });
    const titles = openTitles();
    const answers = Array.from({ length: 20 }, (_, index) => titles.fetch(`${origin}/${index}`));
    const found = await Promise.all(answers);
    expect(found.every((page) => page.title === 'T')).toBe(true);
    expect(most).toBe(4);
    expect(paths.slice(0, 4).sort()).toEqual(['/0', '/1', '/2', '/3']);
  });

  test('with 1,000 fetches waiting, a further one returns nothing at once', async () => {
    const resolve = mock(() => new Promise<never>(() => {}));
    const titles = openTitles({ ...WORLD, resolve });
    const answers = Array.from({ length: 1004 }, () => titles.fetch('http://page.example/'));
    expect(await titles.fetch('http://page.example/')).toEqual(EMPTY);
    titles.close();
    expect((await Promise.all(answers)).every((page) => page.title === '')).toBe(true);
  });

  test('of many links at once leave room for those of single ones, which go first', async () => {
    const held = Promise.withResolvers<never>();
    const hosts: string[] = [];
    const resolve = mock((host: string) => {
      hosts.push(host);
      return held.promise;
    });
    const titles = openTitles({ ...WORLD, resolve });
    const fetch = (host: string, urgency: 'later' | 'last') =>
      titles.fetch(`http://${host}.example/`, urgency);
    const many = Array.from({ length: 1004 }, () => fetch('many', 'last'));
    expect(await fetch('many', 'last')).toEqual(EMPTY);
    const single = fetch('single', 'later');
    held.reject(new Error('no such host'));
    await single;
    expect(hosts.slice(0, 5)).toEqual([
      ...Array.from({ length: 4 }, () => 'many.example'),
      'single.example',
    ]);
    titles.close();
    await Promise.all(many);
  });

  test('closing aborts running and waiting fetches, and later fetches return nothing', async () => {
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    let held = 0;
    const origin = await serve((request, response) => {
      if (request.url === '/whole') return sendPage(response);
      response.writeHead(200, HTML).write('<title>T</title>', () => {
        held += 1;
        if (held === 4) arrived.resolve();
      });
      request.socket.once('close', () => left.resolve());
    });
    const titles = openTitles();
    const answers = Array.from({ length: 10 }, () => titles.fetch(origin));
    await arrived.promise;
    // When this page has arrived, the answers to the first four have arrived too.
    await openTitles().fetch(`${origin}/whole`);
    titles.close();
    expect((await Promise.all(answers)).every((page) => page.title === '')).toBe(true);
    await left.promise;
    expect(await titles.fetch(origin)).toEqual(EMPTY);
    expect(held).toBe(4);
  });
});
