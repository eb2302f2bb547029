import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  createLink,
  getLink,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { setOption } from '../../../contracts/site.ts';
import { getStatus } from '../../../contracts/status.ts';
import { readClick } from '../../../server/clicks/journal/click-reader.ts';
import { listSegments, openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { TestProcess, runCommand } from '../test-process.ts';
import { createDataDir, pathOf } from '../test-site.ts';
import { decodeClicks } from '../../../server/clicks/journal/record.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';

const WORKERS = 3;
/** Enough connections to reach every process with near certainty. */
const CONNECTIONS = 40;
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

async function open(env: Readonly<Record<string, string>> = {}) {
  const dataDir = createDataDir();
  const server = await TestProcess.start(dataDir, {
    WORKERS: String(WORKERS),
    LOG_LEVEL: 'fatal',
    ...env,
  });
  const token = await new SiteCaller(server.url).signIn();
  return {
    server,
    dataDir,
    token,
    site: new SiteCaller(server.url, token),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A persistent connection with one request at a time. */
class Visitor {
  readonly #socket: Socket;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.#socket = connect({ host: '127.0.0.1', port, localAddress });
    this.#socket.on('error', () => undefined);
  }

  /** The head, and the data that came with it. */
  ask(request: string): Promise<string> {
    return new Promise((resolve) => {
      let text = '';
      const read = (chunk: Buffer): void => {
        text += chunk.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
        if (end === -1 || text.length < end + 4 + length) return;
        this.#socket.off('data', read);
        resolve(text);
      };
      this.#socket.on('data', read);
      this.#socket.write(request);
    });
  }

  visit(code: string, ...headers: string[]): Promise<string> {
    return this.ask([`GET /${code} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
  }

  close(): void {
    this.#socket.destroy();
  }
}

function crowd(port: number): Visitor[] {
  return Array.from({ length: CONNECTIONS }, () => new Visitor(port));
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(5);
}

function isRefused(answer: string): boolean {
  return answer.startsWith('HTTP/1.1 403');
}

describe('several processes on one port', () => {
  test('redirect to the new target as soon as an edit is answered', async () => {
    await using opened = await open();
    const { server, site, dataDir } = opened;
    const { data } = await site.call(createLink, {
      long_url: 'https://example.com/0',
      short_url: 'poster',
      title: 'x',
    });
    const visitors = crowd(server.port);
    for (let edit = 1; edit <= 40; edit += 1) {
      const longUrl = `https://example.com/${edit}`;
      await site.call(updateLink, { id: (data as Link).id, long_url: longUrl });
      const visitAll = () => Promise.all(visitors.map((visitor) => visitor.visit('POSTER')));
      const isNew = (answer: string) => answer.includes(`Location: ${longUrl}\r\n`);
      expect((await visitAll()).every(isNew)).toBe(true);
    }
    for (const [isActive, status] of [
      [0, 410],
      [1, 302],
    ] as const) {
      await site.call(updateLink, { id: (data as Link).id, is_active: isActive });
      const visitAll = () => Promise.all(visitors.map((visitor) => visitor.visit('poster')));
      const isSo = (answer: string) => answer.startsWith(`HTTP/1.1 ${status} `);
      expect((await visitAll()).every(isSo)).toBe(true);
    }
    const owners = listSegments(openJournalDirectory(dataDir)).map((name) => name.split('-')[1]);
    expect(new Set(owners).size).toBe(WORKERS);

    const agent = 'User-Agent: Scanner/1';
    await site.call(setOption, { key: 'blocked_user_agents', value: '["scanner"]' });
    const visitAll = () => Promise.all(visitors.map((visitor) => visitor.visit('poster', agent)));
    expect((await visitAll()).every(isRefused)).toBe(true);
    for (const visitor of visitors) visitor.close();
  });

  test('give no redirect above a limit of clicks once its edit is answered', async () => {
    await using opened = await open({ WORKERS: '2' });
    const { server, site, token } = opened;
    const { data } = await site.call(createLink, {
      long_url: 'https://example.com/',
      short_url: 'a',
      title: 'x',
    });
    const visitors = crowd(server.port);
    const visitAll = () => Promise.all(visitors.map((visitor) => visitor.visit('a')));
    expect((await visitAll()).every((answer) => answer.startsWith('HTTP/1.1 302'))).toBe(true);
    const [worker] = server.workers as [number];
    // The worker hears of the edit only when it has visits to answer, too.
    process.kill(worker, 'SIGSTOP');
    const probes = crowd(server.port);
    const editor = await Promise.any(probes.map((probe) => probe.ask(HEALTH).then(() => probe)));
    const body = JSON.stringify({ max_clicks: 1 });
    const answer = await editor.ask(
      `POST ${pathOf(updateLink, data as Link)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toStartWith('HTTP/1.1 200');
    const answers = visitAll();
    // After this answer, all visits have been sent.
    await editor.ask(HEALTH);
    process.kill(worker, 'SIGCONT');
    const redirects = (await answers).filter((visit) => visit.startsWith('HTTP/1.1 302'));
    expect(redirects).toEqual([]);
    for (const visitor of [...visitors, ...probes]) visitor.close();
  });

  testInAll('know the address of each visitor who opens another page', async () => {
    await using opened = await open();
    const { server, site } = opened;
    await site.call(setOption, {
      key: 'anonymous_creation',
      value: '{"allowed":true,"per_hour":1000}',
    });
    const addresses = Array.from({ length: CONNECTIONS }, (_, number) => `127.0.0.${number + 2}`);
    await Promise.all(
      addresses.map(async (address, number) => {
        const visitor = new Visitor(server.port, address);
        const body = JSON.stringify({ long_url: `https://example.com/${number}`, title: 'x' });
        const answer = await visitor.ask(
          `POST ${createLink.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        visitor.close();
        const { data } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { data: Link };
        const found = await site.call(getLink, { short_url: data.short_url });
        expect((found.data as Link).ip).toBe(address);
      }),
    );
  });

  testInAll(
    'find a code with punctuation around it, and answer 404 to an unknown one',
    async () => {
      await using opened = await open();
      const { server, site } = opened;
      const link = { long_url: 'https://example.com/', short_url: 'a', title: 'x' };
      await site.call(createLink, link);
      const visitors = crowd(server.port);
      for (const code of ['A', 'a_', 'a.', '/a%20', 'a&amp;b']) {
        for (const answer of await Promise.all(visitors.map((visitor) => visitor.visit(code)))) {
          expect([code, answer.slice(0, 12)]).toEqual([code, 'HTTP/1.1 302']);
        }
      }
      for (const code of ['b_', 'b.']) {
        expect(await visitors[0]!.visit(code)).toStartWith('HTTP/1.1 404');
      }
      for (const visitor of visitors) visitor.close();
    },
  );

  testInAll('show the preview of a link over a connection that has had a redirect', async () => {
    await using opened = await open();
    const { server, site } = opened;
    await site.call(createLink, { long_url: 'https://example.com/', short_url: 'a', title: 'x' });
    const visitors = crowd(server.port);
    const visitAll = (code: string) => Promise.all(visitors.map((visitor) => visitor.visit(code)));
    for (const answer of await visitAll('a')) expect(answer).toStartWith('HTTP/1.1 302');
    for (const answer of [...(await visitAll('a+')), ...(await visitAll('a%2B'))]) {
      expect(answer).toStartWith('HTTP/1.1 200');
      expect(answer).toContain('Continue to example.com');
    }
    for (const answer of await visitAll('a')) expect(answer).toStartWith('HTTP/1.1 302');
    const { data } = await site.call(getLink, { short_url: 'a' });
    expect((data as Link).clicks + (data as Link).pending_clicks).toBe(2 * CONNECTIONS);
    for (const visitor of visitors) visitor.close();
  });

  test('refuse invalid requests like the server', async () => {
    await using opened = await open();
    const visitors = crowd(opened.server.port);
    const answers = visitors.map((visitor) => visitor.visit('any', 'Host: other.example'));
    for (const answer of await Promise.all(answers)) {
      expect(answer).toStartWith('HTTP/1.1 400 Bad Request\r\n');
      expect(answer).toContain('\r\nX-Frame-Options: DENY\r\n');
      expect(answer).toEndWith('400 Bad Request: Host was sent more than once.\n');
    }
    for (const visitor of visitors) visitor.close();
  });

  testInAll('all record the country that a trusted proxy names', async () => {
    await using opened = await open({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'X-Country' });
    const { server, site, dataDir } = opened;
    await site.call(createLink, { long_url: 'https://example.com/', short_url: 'a', title: 'x' });
    const visitors = crowd(server.port);
    await Promise.all(visitors.map((visitor) => visitor.visit('a?via=card', 'X-Country: DE')));
    const directory = openJournalDirectory(dataDir);
    const names = listSegments(directory);
    expect(names).toHaveLength(WORKERS);
    const recorded = names.flatMap((name) => {
      const bytes = readFileSync(join(directory, name));
      const texts: string[] = [];
      decodeClicks(bytes, (_, start) => {
        const { country, query } = readClick(bytes, start);
        texts.push(`${country} ${query}`);
      });
      return texts;
    });
    expect(recorded).toEqual(visitors.map(() => 'DE via=card'));
    for (const visitor of visitors) visitor.close();
  });

  test('lose no click when a worker is killed, and replace the worker', async () => {
    await using opened = await open();
    const { server, site } = opened;
    await site.call(createLink, { long_url: 'https://example.com/', short_url: 'a', title: 'x' });
    const visitors = crowd(server.port);
    await Promise.all(visitors.map((visitor) => visitor.visit('a')));
    const killed = server.workers;
    expect(killed).toHaveLength(WORKERS - 1);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await until(() => server.workers.filter((pid) => !killed.includes(pid)).length === WORKERS - 1);
    // Clicks of dead workers are counted soon; clicks of the server are pending.
    await until(async () => {
      const search = { filter: 'short_url', keyword: 'a', page: 1, limit: 10 };
      const { data } = await site.call(searchLinks, search);
      const [link] = (data as { urls: Link[] }).urls;
      return link!.clicks > 0 && link!.clicks + link!.pending_clicks === CONNECTIONS;
    });
    for (const visitor of visitors) visitor.close();
  });

  testInAll('report clicks per worker, and keep those of dead workers', async () => {
    await using opened = await open();
    const { server, site } = opened;
    await site.call(createLink, { long_url: 'https://example.com/', short_url: 'a', title: 'x' });
    const visitors = crowd(server.port);
    await Promise.all(visitors.map((visitor) => visitor.visit('a')));
    const read = async () => (await site.call(getStatus, {})).data as ReplyOf<typeof getStatus>;
    const isTold = async () => (await read()).clicks.acknowledged === CONNECTIONS;
    await until(isTold);
    const { workers, clicks } = await read();
    expect(workers.map(({ pid }) => pid)).toEqual([server.pid, ...server.workers]);
    expect(workers.every(({ journalled }) => journalled > 0)).toBe(true);
    expect(clicks).toMatchObject({ journalled: CONNECTIONS, uncounted: 0 });
    process.kill(server.workers[0]!, 'SIGKILL');
    // Connections of the dead process are cut off.
    await until(async () => {
      const status = await read().catch(() => null);
      return status?.workers.some(({ journalled }) => journalled === 0) === true;
    });
    expect(await isTold()).toBe(true);
    for (const visitor of visitors) visitor.close();
  });

  test('end when the server ends or dies', async () => {
    for (const signal of firstInShort(['SIGKILL', 'SIGTERM'] as const)) {
      await using opened = await open();
      const { server } = opened;
      const { workers } = server;
      const visitors = crowd(server.port);
      const answers = await Promise.all(visitors.map((visitor) => visitor.visit('nothing')));
      for (const answer of answers) expect(answer).toStartWith('HTTP/1.1 404');
      expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : 137);
      await until(() => !workers.some(isAlive));
    }
  }, 300_000);
});

test.each([1, WORKERS])(
  'a port that another program has is refused: WORKERS=%d',
  async (workers) => {
    const other = createServer().listen(0, '127.0.0.1');
    const { port } = other.address() as AddressInfo;
    const dataDir = createDataDir();
    const env = { WORKERS: String(workers), PORT: String(port) };
    const { exitCode, stderr } = await runCommand(['serve'], dataDir, { env });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`cannot listen on port ${port} of 127.0.0.1: another program`);
    other.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

test('only the server can start a worker', async () => {
  const dataDir = createDataDir();
  const { exitCode, stderr } = await runCommand(['worker'], dataDir);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('only the server');
  rmSync(dataDir, { recursive: true });
});
