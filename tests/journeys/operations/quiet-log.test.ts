import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { login } from '../../../contracts/account.ts';
import type { Envelope } from '../../../contracts/envelope.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import { fetchUrlMetadata } from '../../../contracts/links/links.ts';
import { getLive } from '../../../contracts/stats/stats.ts';
import { TestProcess } from '../test-process.ts';
import { admin, createDataDir } from '../test-site.ts';

/** How and when a client ends a connection. */
type Ending = 'half' | 'reset' | 'reset when answered';

interface Fault {
  readonly head: readonly string[];
  readonly body: string;
  readonly ending: Ending;
}

const endings: readonly Ending[] = ['half', 'reset', 'reset when answered'];
const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

function post(path: string, ...more: string[]): string[] {
  return [`POST ${path} HTTP/1.1`, json, ...more];
}

/** Broken and invalid requests, with every kind of end. */
function createFaults(token: string): Fault[] {
  const bearer = `Authorization: Bearer ${token}`;
  const get = (path: string) => [`GET ${path} HTTP/1.1`, bearer];
  const requests: [readonly string[], string][] = [
    [post(login.path, 'Content-Length: 1000'), '{"username":'],
    [post(login.path, 'Content-Length: 0x10'), '{}'],
    [post(login.path, chunked), '5\r\nab'],
    [post(login.path, chunked), 'zz\r\n'],
    [post(login.path, chunked), '3\r\nabc\r\nzz\r\n'],
    [post(login.path, chunked), '3\r\nabcdef\r\n'],
    [post(login.path, chunked), 'ffffffffffffffffff\r\nabc'],
    [post(login.path, 'Content-Length: 20000'), ' '.repeat(20_000)],
    [post(login.path, 'Content-Length: 33'), '{"username":"x","password":"yyyy"}'],
    [post(importLinks.path, bearer, 'Content-Length: 1000000'), ' '.repeat(200_000)],
    [post(importLinks.path, bearer, chunked), '30d40\r\n'.padEnd(100_000)],
    [post(fetchUrlMetadata.path, bearer, 'Content-Length: 26'), '{"url":"http://10.0.0.1/"}'],
    [['GET /nothing HTTP/1.1', 'Content-Length: 100000'], 'abc'],
    [['POST /nothing HTTP/1.1', chunked], 'zz\r\n'],
    [['PROPFIND / HTTP/1.1'], ''],
    [['GET / HTTP/9.9'], ''],
    [['\x16\x03\x01\x02'], ''],
    [get('/'), ''],
    [get(getLive.path), ''],
    [get(exportLinks.path), ''],
  ];
  return requests.flatMap(([head, body]) => endings.map((ending) => ({ head, body, ending })));
}

/** Resolves when the connection is over. */
function commit(port: number, { head, body, ending }: Fault): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket: Socket = connect({ host: '127.0.0.1', port }, () => {
    const bytes = Buffer.from([...head, 'Host: a', '', body].join('\r\n'), 'latin1');
    socket.write(bytes, () => {
      if (ending === 'half') socket.end();
      if (ending === 'reset') socket.resetAndDestroy();
    });
  });
  // Some sockets get no more data, because the server has already closed its side.
  socket.setTimeout(500, () => socket.resetAndDestroy());
  socket.on('data', () => {
    if (ending !== 'half') socket.resetAndDestroy();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  return promise;
}

test.each(['1', '2'])(
  'broken connections of visitors write nothing into the log, with %s processes',
  async (workers) => {
    const directory = createDataDir();
    mkdirSync(join(directory, 'site'));
    const logFile = join(directory, 'log');
    const env = { LOG_LEVEL: 'info', WORKERS: workers };
    const site = await TestProcess.start(join(directory, 'site'), env, undefined, logFile);
    const answer = await fetch(site.url.slice(0, -1) + login.path, {
      method: 'POST',
      body: new URLSearchParams(admin),
    });
    const { data } = (await answer.json()) as Envelope<{ token: string }>;
    const faults = createFaults(data.token);
    await Promise.all(faults.map((fault) => commit(site.port, fault)));
    expect((await fetch(`${site.url}healthz`)).status).toBe(200);
    expect(await site.end('SIGTERM')).toBe(0);
    const lines = readFileSync(logFile, 'utf8').trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(entries.at(-1)!.msg).toBe('stopped');
    expect(entries.filter(({ level }) => level > 30)).toEqual([]);
    rmSync(directory, { recursive: true });
  },
  300_000,
);
