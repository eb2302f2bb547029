import type { Socket } from 'bun';
import { setPriority } from 'node:os';
import { readRss, round } from './measure.ts';
import { measureWaits, openVisitedSite, RATE, startVisits, type Visitors } from './visitors.ts';

const CONNECTIONS = 4;
/** How long each measurement lasts, without and with the bodies. */
const WATCHED_MS = 3000;
const SAMPLE_MS = 100;

/** How long visitors wait, and how the server's memory grows, beside hostile bodies. */
export async function measureBodies(): Promise<object> {
  await using site = await openVisitedSite();
  using visitors = await startVisits(site);
  const before = await readRss(site.pid);
  const kinds: Record<string, Kind> = {};
  for (const { name } of hostileBodies) {
    kinds[name] = await measureKind(site, visitors, name);
  }
  const all = Object.values(kinds);
  return {
    redirects_per_second: RATE,
    connections: CONNECTIONS,
    worst_p99_to_quiet: Math.max(...all.map((kind) => kind.p99_to_quiet)),
    rss_growth_mib: round(Math.max(...all.map((kind) => kind.rss_mib)) - before),
    kinds,
  };
}

interface Kind {
  readonly quiet_p99_ms: number;
  readonly p99_ms: number;
  readonly p99_to_quiet: number;
  readonly redirects: number;
  /** The peak during the attack. */
  readonly rss_mib: number;
  /** The number of answers by status, and of closed connections. */
  readonly answers: object;
}

async function measureKind(
  site: { readonly url: string; readonly pid: number },
  visitors: Visitors,
  name: string,
): Promise<Kind> {
  const quiet = await measureWaits(visitors, WATCHED_MS);
  const sender = startSender(new URL(site.url).port, name);
  let rss = 0;
  const samples = setInterval(() => {
    void readRss(site.pid).then((now) => (rss = Math.max(rss, now)));
  }, SAMPLE_MS);
  const during = await measureWaits(visitors, WATCHED_MS);
  clearInterval(samples);
  return {
    quiet_p99_ms: quiet.p99,
    p99_ms: during.p99,
    p99_to_quiet: round(during.p99 / quiet.p99),
    redirects: during.visits,
    rss_mib: round(rss),
    answers: await sender.stop(),
  };
}

function startSender(port: string, name: string) {
  const { promise: answers, resolve } = Promise.withResolvers<object>();
  const command = [process.execPath, import.meta.path, port, name];
  const sender = Bun.spawn(command, { ipc: resolve, stdout: 'inherit', stderr: 'inherit' });
  return {
    async stop(): Promise<object> {
      sender.send('stop');
      const counts = await answers;
      await sender.exited;
      return counts;
    },
  };
}

/** A request that is cheap to send and expensive to read carelessly. */
interface HostileBody {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The size of each chunk, when the body has no announced length. */
  readonly chunkBytes?: number;
}

const LOGIN = '/api/login';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
/** The body limit of a login and a set-up. */
const SMALL = 16 * 1024;
const MB = 1024 * 1024;

function disposition(parameters: string, content = ''): string {
  return `--x\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;
}

function fill(bytes: number, item: (number: number) => string, before = '', after = ''): string {
  let text = before;
  for (let number = 0; ; number += 1) {
    const next = item(number);
    if (text.length + next.length + after.length > bytes) return text + after;
    text += next;
  }
}

function jsonKeys(bytes: number): string {
  return fill(bytes, (number) => `"k${number}":1,`, '{', '"z":1}');
}

function backslashes(bytes: number): string {
  const around = `${disposition('name=""')}--x--`;
  return `${disposition(`name="${'\\'.repeat(bytes - around.length)}"`)}--x--`;
}

function post(name: string, type: string, body: string, more: Partial<HostileBody> = {}) {
  return { name, method: 'POST', path: LOGIN, type, body: Buffer.from(body), ...more } as const;
}

/** A kind with two bodies has one far above the limit and one just below it. */
export const hostileBodies: readonly HostileBody[] = [
  post('1 MB of backslashes in a name', multipart, backslashes(MB)),
  post('backslashes in a name', multipart, backslashes(SMALL)),
  post(
    '120,000 urlencoded keys',
    form,
    fill(MB, (number) => `k${number}=&`),
  ),
  post(
    'urlencoded keys',
    form,
    fill(SMALL, (number) => `k${number}=&`),
  ),
  post('500,000 times a&', form, 'a&'.repeat(500_000)),
  post('many times a&', form, 'a&'.repeat(SMALL / 2)),
  post('90,000 JSON keys', json, jsonKeys(MB)),
  post('JSON keys', json, jsonKeys(SMALL)),
  post('1 MB of [', json, '['.repeat(MB)),
  post('brackets', json, '['.repeat(SMALL)),
  post(
    'parts',
    multipart,
    fill(SMALL, () => disposition('name=a'), '', '--x--'),
  ),
  post('false delimiters', multipart, disposition('name=a', '--xy'.repeat(4000))),
  post('a chunk a byte', json, ' '.repeat(SMALL), { chunkBytes: 1 }),
  post('chunks without an end', json, ' '.repeat(64 * MB), { chunkBytes: 64 * 1024 }),
  post('64 MB for an unknown call', json, ' '.repeat(64 * MB), { path: '/api/none' }),
  post('64 MB on a visit', json, ' '.repeat(64 * MB), { path: '/s1', method: 'GET' }),
];

if (import.meta.main) sendForever(Number(process.argv[2]), process.argv[3]!);

/**
 * Sends the hostile body of this name repeatedly. The first message ends the process; it sends the
 * number of answers by status and of closed connections.
 */
function sendForever(port: number, name: string): void {
  const request: Buffer = toBytes(hostileBodies.find((body) => body.name === name)!);
  const answers: Record<string, number> = {};
  function count(what: string): void {
    answers[what] = (answers[what] ?? 0) + 1;
  }

  /** Sends over one connection, and reconnects when it ends. */
  async function connect(): Promise<void> {
    try {
      await Bun.connect<Sending>({
        hostname: '127.0.0.1',
        port,
        data: { unsent: request },
        socket: {
          open: send,
          drain: send,
          data(socket, chunk) {
            const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1];
            if (status === undefined) return;
            count(status);
            // The rest of the announced body comes first.
            if (socket.data.unsent.length > 0) return;
            socket.data.unsent = request;
            send(socket);
          },
          end: (socket) => void socket.end(),
          close() {
            count('ended');
            setImmediate(() => void connect());
          },
          error: (socket) => socket.terminate(),
        },
      });
    } catch {
      setImmediate(() => void connect());
    }
  }
  process.on('message', () => {
    process.send?.(answers);
    process.exit();
  });

  // Real attackers have other machines, so this process yields to the server.
  setPriority(19);
  for (let connection = 0; connection < CONNECTIONS; connection += 1) void connect();
}

interface Sending {
  /** The unsent rest of the current request. */
  unsent: Buffer;
}

function send(socket: Socket<Sending>): void {
  const { unsent } = socket.data;
  socket.data.unsent = unsent.subarray(Math.max(0, socket.write(unsent)));
}

function toBytes({ method, path, type, body, chunkBytes }: HostileBody): Buffer {
  const isChunked = chunkBytes !== undefined;
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, framing, '', ''];
  const head: Buffer = Buffer.from(lines.join('\r\n'));
  if (!isChunked) return Buffer.concat([head, body]);
  const chunks: Buffer[] = [head];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
