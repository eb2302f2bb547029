import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import type { Peer } from './connection.ts';
import { Front } from './front.ts';
import { VisitorAddresses } from './visitor-addresses.ts';

/** A look-up that the test ends. */
interface Wait {
  readonly peer: Peer;
  lead(): void;
  miss(): void;
  fail(): void;
}

let inner: ReturnType<typeof Bun.serve>;
let handedOver: string[];
let front: Front;
let staged: number;
let committed: number;
let waits: Map<string, Wait>;
let watchers: Map<string, (wait: Wait) => void>;

/** More than the kernel buffers for a visitor that does not read. */
const BIG = 'x'.repeat(16 * 1024 * 1024);

/** `k` codes are known, `w` codes wait, others are unknown. */
function answer(code: string, isLast: boolean, peer: Peer): Buffer | null | Promise<Buffer | null> {
  const big = code === 'kbig' ? `X-Big: ${BIG}\r\n` : '';
  const head = `HTTP/1.1 302 Found\r\n${big}Location: /to-${code}\r\n`;
  const whole = `${head}${isLast ? 'Connection: close\r\n' : ''}Content-Length: 0\r\n\r\n`;
  const stage = () => {
    staged += 1;
    return Buffer.from(whole.replace('\r\n', `\r\nX-Staged: ${staged}\r\n`));
  };
  if (code.startsWith('k')) return stage();
  if (code.startsWith('broken')) throw new Error('the database is broken');
  if (!code.startsWith('w')) return null;
  return new Promise((resolve, reject) => {
    const wait = {
      peer,
      lead: () => resolve(peer.hasLeft ? null : stage()),
      miss: () => resolve(null),
      fail: () => reject(new Error('the database is gone')),
    };
    waits.set(code, wait);
    watchers.get(code)?.(wait);
    // Answers after a few turns of the event loop.
    if (code.startsWith('wsoon')) setImmediate(() => setImmediate(wait.lead));
  });
}

beforeEach(() => {
  [staged, committed, waits, watchers, handedOver] = [0, 0, new Map(), new Map(), []];
  const visitors = new VisitorAddresses();
  inner = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url, 'http://x');
      handedOver.push(pathname);
      return new Response(`inner ${pathname}\n`);
    },
  });
  front = new Front({
    hostname: '127.0.0.1',
    port: 0,
    innerPort: inner.port!,
    answer: (visit, _, peer) => answer(visit.code, visit.isLast, peer),
    commit() {
      committed = staged;
    },
    registerVisitor: (port, address) => visitors.add(port, address),
    refuse: ({ status, reason }) => Buffer.from(`HTTP/1.1 ${status} Refused\r\n\r\n${reason}`),
  });
});
afterEach(async () => {
  await Promise.all([front.stop(100), inner.stop(true)]);
});

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
}
const last = 'Connection: close';

function lookUp(code: string): Promise<Wait> {
  const wait = waits.get(code);
  return wait === undefined
    ? new Promise((resolve) => watchers.set(code, resolve))
    : Promise.resolve(wait);
}

interface Visitor {
  readonly socket: Socket;
  readonly places: Promise<string[]>;
  answers(count: number): Promise<string[]>;
}

function visit(bytes: string): Visitor {
  const socket = connect({ host: '127.0.0.1', port: front.port, allowHalfOpen: true });
  let text = '';
  const read = () =>
    [...text.matchAll(/to-(\w+)|inner (\/\w+)/g)].map(([, code, path]) => code ?? path!);
  socket.setNoDelay(true).write(bytes);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (const [, click] of chunk.toString('latin1').matchAll(/X-Staged: (\d+)\r/g)) {
      expect(committed).toBeGreaterThanOrEqual(Number(click));
    }
    socket.emit('text');
  });
  const places = new Promise<string[]>((resolve, reject) => {
    socket.on('end', () => {
      socket.end();
      resolve(read());
    });
    socket.on('error', reject);
  });
  places.catch(() => undefined);
  return {
    socket,
    places,
    answers: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (read().length >= count) resolve(read());
        };
        socket.on('text', look);
        look();
      }),
  };
}

describe('an answer that waits for a look-up', () => {
  test('does not delay other connections', async () => {
    const slow = visit(get('/w1', last));
    const wait = await lookUp('w1');
    expect(await visit(get('/k1', last)).places).toEqual(['k1']);
    wait.lead();
    expect(await slow.places).toEqual(['w1']);
    expect(committed).toBe(2);
  });

  test('comes before the answers to later requests', async () => {
    const visitor = visit(get('/k1') + get('/w1') + get('/k2') + get('/w2').slice(0, 9));
    await visitor.answers(1);
    const first = await lookUp('w1');
    // These bytes overwrite the earlier ones.
    await new Promise((sent) => visitor.socket.write(get('/w2').slice(9) + get('/k3'), sent));
    expect(await visit(get('/k9') + get('/k9', last)).places).toEqual(['k9', 'k9']);
    first.lead();
    (await lookUp('w2')).lead();
    expect(await visitor.answers(5)).toEqual(['k1', 'w1', 'k2', 'w2', 'k3']);
    visitor.socket.write(get('/k4', last));
    expect(await visitor.places).toEqual(['k1', 'w1', 'k2', 'w2', 'k3', 'k4']);
  });

  test('may be missing or fail: then the HTTP server gets the request and all later ones', async () => {
    for (const end of ['miss', 'fail'] as const) {
      const visitor = visit(get('/k1') + get(`/w${end}`) + get('/k2') + get('/page', last));
      const wait = await lookUp(`w${end}`);
      expect(await visitor.answers(1)).toEqual(['k1']);
      wait[end]();
      expect(await visitor.places).toEqual(['k1', `/w${end}`, '/k2', '/page']);
    }
  });

  test('does not affect other connections of the turn if it fails at once', async () => {
    const all = Array.from({ length: 20 }, (_, number) =>
      visit(get(number % 2 === 0 ? '/broken' : '/k1', last)),
    );
    for (const [number, { places }] of all.entries()) {
      expect(await places).toEqual([number % 2 === 0 ? '/broken' : 'k1']);
    }
  });

  test('may be followed at once by an answer of the HTTP server', async () => {
    const visitor = visit('');
    visitor.socket.end(get('/w1') + get('/page', last));
    (await lookUp('w1')).lead();
    expect(await visitor.places).toEqual(['w1', '/page']);
  });

  test('closes the connection when the visitor asks for that', async () => {
    const visitor = visit(get('/w1', last) + get('/k1'));
    (await lookUp('w1')).lead();
    expect(await visitor.places).toEqual(['w1']);
    expect(staged).toBe(1);
  });

  test('reaches a visitor that has closed its side', async () => {
    for (const end of ['lead', 'miss'] as const) {
      const visitor = visit('');
      visitor.socket.end(get(`/w${end}`, ...(end === 'lead' ? [] : [last])));
      const wait = await lookUp(`w${end}`);
      // The answer comes after the visitor's end.
      await visit(get('/k1', last)).places;
      wait[end]();
      expect(await visitor.places).toEqual([end === 'lead' ? 'wlead' : '/wmiss']);
    }
  });

  test('counts no click and makes no request after the visitor has left', async () => {
    for (const end of ['lead', 'miss'] as const) {
      const { socket } = visit(get(`/w${end}`) + get('/k1'));
      const wait = await lookUp(`w${end}`);
      // The front must stop reading.
      await new Promise((sent) => socket.write(get('/k2'), sent));
      await visit(get('/k3', last)).places;
      socket.resetAndDestroy();
      while (!wait.peer.hasLeft) await visit(get('/k3', last)).places;
      const before = staged;
      wait[end]();
      await visit(get('/page', last)).places;
      expect(staged).toBe(before);
    }
    expect(handedOver).toEqual(['/page', '/page']);
  });

  test('may be one of many that end in any order', async () => {
    const codes = Array.from({ length: 300 }, (_, number) => `w${number}`);
    const visitors = codes.map((code) => visit(get(`/${code}`, last)));
    const begun = await Promise.all(codes.map(lookUp));
    for (const wait of begun.toReversed()) wait.lead();
    for (const [number, { places }] of visitors.entries()) {
      expect(await places).toEqual([codes[number]!]);
    }
    expect(committed).toBe(300);
  });

  test('comes in order to a visitor that sends many requests before reading', async () => {
    const codes = Array.from({ length: 30_000 }, (_, number) =>
      number % 1000 === 999 ? `wsoon${number}` : `k${number}`,
    );
    const visitor = visit(codes.map((code) => get(`/${code}`)).join('') + get('/klast', last));
    visitor.socket.pause();
    await lookUp('wsoon999');
    visitor.socket.resume();
    expect(await visitor.places).toEqual([...codes, 'klast']);
  });
});

/** Requests more answers than the kernel buffers, the last of them pending. */
async function askTooMuch(behind: string): Promise<[Visitor, Wait]> {
  const visitor = visit(get('/k1'));
  await visitor.answers(1);
  visitor.socket.pause();
  visitor.socket.write(get('/kbig') + get('/w1') + behind);
  const wait = await lookUp('w1');
  await visit(get('/k9', last)).places;
  return [visitor, wait];
}

describe('a visitor that does not read', () => {
  const all = ['k1', 'kbig', 'w1', 'k2', '/page'];

  test('gets the pending answer after reading, and then the later ones', async () => {
    const [visitor, wait] = await askTooMuch(get('/k2') + get('/page', last));
    wait.lead();
    await visit(get('/k9', last)).places;
    visitor.socket.resume();
    expect(await visitor.places).toEqual(all);
  });

  test('gets the pending answer when it is ready, after the earlier ones', async () => {
    const [visitor, wait] = await askTooMuch(get('/k2'));
    visitor.socket.resume();
    expect(await visitor.answers(2)).toEqual(['k1', 'kbig']);
    await new Promise((sent) => visitor.socket.write(get('/page', last), sent));
    await visit(get('/k9', last)).places;
    wait.lead();
    expect(await visitor.places).toEqual(all);
  });

  test('gets a page requested after it in order', async () => {
    const visitor = visit('');
    visitor.socket.pause();
    visitor.socket.write(get('/kbig') + get('/page', last));
    await visit(get('/k9', last)).places;
    visitor.socket.resume();
    expect(await visitor.places).toEqual(['kbig', '/page']);
  });
});

test('an incomplete request after it closes the connection', async () => {
  const visitor = visit('');
  visitor.socket.end(get('/w1') + get('/k1').slice(0, 9));
  const wait = await lookUp('w1');
  await visit(get('/k9', last)).places;
  wait.lead();
  expect(await visitor.places).toEqual(['w1']);
});

describe('a front that stops', () => {
  test('sends pending answers and marks the last one', async () => {
    const idle = visit(get('/k1'));
    await idle.answers(1);
    const visitor = visit(get('/w1') + get('/w2') + get('/k2') + get('/k3'));
    const wait = await lookUp('w1');
    const other = visit(get('/w3'));
    const only = await lookUp('w3');
    front.closeAfterAnswers();
    const stopped = front.stop();
    expect(await idle.places).toEqual(['k1']);
    wait.lead();
    (await lookUp('w2')).lead();
    // The second answer says that it is the last.
    expect(await visitor.places).toEqual(['w1', 'w2']);
    only.lead();
    expect(await other.places).toEqual(['w3']);
    await stopped;
  });

  test('cuts connections that wait too long or do not close', async () => {
    const visitor = visit(get('/w1'));
    const wait = await lookUp('w1');
    const stubborn = connect({ host: '127.0.0.1', port: front.port, allowHalfOpen: true });
    await new Promise((begun) => {
      stubborn.write(get('/k1'));
      stubborn.once('data', begun);
    });
    stubborn.on('error', () => undefined);
    await front.stop(10);
    expect(wait.peer.hasLeft).toBeTrue();
    wait.lead();
    expect(await visitor.places.catch(() => [])).toEqual([]);
    expect(staged).toBe(1);
  });
});
