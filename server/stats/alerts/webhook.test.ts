import { afterEach, expect, test } from 'bun:test';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { anyAddress, publicOnly } from '../../outgoing/address-guard.ts';
import type { AddressGuard } from '../../outgoing/address-guard.ts';
import { Alerts } from './alerts.ts';
import { BASELINE_DAYS } from './baseline.ts';
import { DAY_SECONDS } from '../quarter.ts';

const NOW = 20_001 * DAY_SECONDS + 7200;
const servers: http.Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Returns its URL, and what it received. */
async function listen(answer: (response: http.ServerResponse, count: number) => void) {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
      received.push({ method: request.method, headers: request.headers, body });
      answer(response, received.length);
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

function answerStatus(status: number) {
  return (response: http.ServerResponse): void => {
    response.writeHead(status).end('{}');
  };
}

/** All links `l1`, `l2` … have a spike to deliver. */
async function open(
  webhook: string,
  count = 1,
  options: { timeoutMs?: number; webhookGuard?: AddressGuard } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-webhook-'));
  const engine = await openTestEngine(dataDir);
  const links = Array.from({ length: count }, (_, i) => ({
    short_url: `l${i + 1}`,
    title: 'Ö "1"',
  }));
  await seedLinks(engine, links);
  const batch = { id: 'first', day: 1, state: 'sealed', rules: 1, bytes: 0 } as const;
  await engine.db
    .insertInto('click_batch')
    .values({ ...batch, body: new Uint8Array() })
    .execute();
  const site = {
    engine,
    now: NOW,
    settings: { alerts: true, webhook },
    errors: [] as unknown[],
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
  const alerts = new Alerts({
    engine,
    settings: () => site.settings,
    baseUrl: 'https://go.example.com/',
    version: '1.2.3',
    clock: () => site.now,
    onError: (error) => site.errors.push(error),
    countClicks: () => Promise.resolve(),
    readDays: () => Promise.resolve([...Array.from({ length: BASELINE_DAYS }, () => 9.5), 90]),
    findCandidates: () => Promise.resolve(links.map((_, i) => i + 1)),
    webhookGuard: anyAddress,
    ...options,
  });
  await alerts.check();
  const readDeliveries = () =>
    engine.db.selectFrom('alert_delivery').selectAll().orderBy('alert_id').execute();
  return Object.assign(site, { alerts, readDeliveries });
}

test('an alert is delivered once, with all its details', async () => {
  const { received, url } = await listen(answerStatus(204));
  await using site = await open(url, 2);
  await site.alerts.deliver();
  await site.alerts.deliver();
  const ids = (await site.alerts.list('all')).map(({ id }) => String(id)).toReversed();
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(ids);
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Brisk/1.2.3' },
  });
  expect(received[0]!.body).toEqual({
    kind: 'spike',
    short_url: 'l1',
    short_link: 'https://go.example.com/l1',
    title: 'Ö "1"',
    people: 90,
    usual: 9.5,
    created_at: NOW,
  });
  expect(await site.readDeliveries()).toEqual([]);
});

test('an alert of a further domain has its short link', async () => {
  const { received, url } = await listen(answerStatus(204));
  await using site = await open(url);
  await site.engine.db.updateTable('link').set({ short_url: 'go.example/ü' }).execute();
  await site.alerts.deliver();
  expect(received[0]!.body).toMatchObject({
    short_url: 'go.example/ü',
    short_link: 'https://go.example/%C3%BC',
  });
});

test('deliveries to a failing receiver are retried at growing intervals, then dropped', async () => {
  const { received, url } = await listen(answerStatus(503));
  await using site = await open(url);
  const waits: number[] = [];
  for (;;) {
    await site.alerts.deliver();
    const [delivery] = await site.readDeliveries();
    if (delivery === undefined) break;
    expect(delivery.attempts).toBe(received.length);
    waits.push(delivery.next_at - site.now);
    // A second too early, nothing happens.
    site.now = delivery.next_at - 1;
    await site.alerts.deliver();
    expect(received).toHaveLength(delivery.attempts);
    site.now += 1;
  }
  expect(waits).toEqual([60, 300, 1800, 7200, 43_200]);
  expect(received).toHaveLength(6);
  expect(site.errors.map(String)).toEqual([
    expect.stringMatching(/^Error: gave up on sending alert \d+ to the webhook: status 503$/),
  ]);
  expect(await site.alerts.list('all')).toHaveLength(1);
});

test('a receiver that recovers gets the alerts that it missed', async () => {
  const { received, url } = await listen((response, count) => {
    answerStatus(count <= 2 ? 500 : 200)(response);
  });
  await using site = await open(url, 3);
  await site.alerts.deliver();
  // After a failure the other alerts wait.
  expect(received).toHaveLength(1);
  await site.alerts.deliver();
  expect(received).toHaveLength(2);
  site.now += 60;
  await site.alerts.deliver();
  expect(await site.readDeliveries()).toEqual([]);
  expect(received).toHaveLength(5);
  expect(site.errors).toEqual([]);
});

test.each([301, 302, 303, 307, 308])('a redirect with %d is not followed', async (status) => {
  const target = await listen(answerStatus(200));
  const { received, url } = await listen((response) => {
    response.writeHead(status, { Location: target.url }).end();
  });
  await using site = await open(url);
  await site.alerts.deliver();
  expect(received).toHaveLength(1);
  expect(target.received).toEqual([]);
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 1, next_at: NOW + 60 }]);
});

test.each([
  ['a literal address', 'http://127.0.0.1:PORT/secret'],
  ['another spelling of one', 'http://0x7f.1:PORT/secret'],
  ['an IPv6 form of one', 'http://[::ffff:127.0.0.1]:PORT/secret'],
  ['a name of this machine', 'http://localhost:PORT/secret'],
  ['a name on the private network', 'http://intranet.example:PORT/secret'],
])('%s gets no alert, and the log says why at once', async (_, address) => {
  const { received, url } = await listen(answerStatus(200));
  const webhook = address.replace('PORT', new URL(url).port);
  await using site = await open(webhook, 1, {
    webhookGuard: { ...publicOnly, resolve: () => Promise.resolve(['127.0.0.1']) },
  });
  await site.alerts.deliver();
  expect(received).toEqual([]);
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 1, next_at: NOW + 60 }]);
  expect(site.errors.map(String)).toEqual([
    expect.stringMatching(/on a private network, which WEBHOOK_PRIVATE_HOSTS=1 allows$/),
  ]);
  // Once per alert, not per attempt.
  site.now += 60;
  await site.alerts.deliver();
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 2 }]);
  expect(site.errors).toHaveLength(1);
  expect(Bun.inspect(site.errors)).not.toContain('secret');
});

test('a receiver gets the user name and password of its URL', async () => {
  const { received, url } = await listen(answerStatus(200));
  await using site = await open(url.replace('http://', 'http://ann%20b:c%3Ad@'));
  await site.alerts.deliver();
  expect(received[0]!.headers).toMatchObject({
    authorization: `Basic ${btoa('ann b:c:d')}`,
    host: new URL(url).host,
  });
});

test('a delivery to a hanging receiver times out', async () => {
  const { url } = await listen(() => undefined);
  await using site = await open(url, 1, { timeoutMs: 50 });
  await site.alerts.deliver();
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 1 }]);
});

test('the head of a slow or endless answer is enough', async () => {
  const left = Promise.withResolvers<void>();
  let sent = 0;
  const { url } = await listen((response, count) => {
    response.writeHead(200);
    if (count === 1) {
      response.write('one moment');
      return;
    }
    response.on('close', () => left.resolve());
    const chunk = Buffer.alloc(64 * 1024);
    const send = (): void => {
      sent += chunk.length;
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', send);
    send();
  });
  await using site = await open(url, 2);
  await site.alerts.deliver();
  await left.promise;
  expect(await site.readDeliveries()).toEqual([]);
  // The sockets' buffers may hold some megabytes.
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test.each([
  ['informational answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['a head', 'HTTP/1.1 200 OK\r\nX: ', 'x'],
  ['lines before the head', '', '\r\n'],
])('a receiver that sends %s without end is closed and tried again', async (_, start, part) => {
  const left = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => left.resolve());
    const block = part.repeat(10_000);
    const send = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', send).once('data', () => {
      socket.write(start);
      send();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using site = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await site.alerts.deliver();
  await left.promise;
  server.close();
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 1 }]);
});

test.each([
  ['no server listens', 'http://127.0.0.1:1/secret'],
  ['it is no URL', 'secret'],
  ['it has another scheme', 'ftp://secret/'],
])('if %s, the delivery is retried, and the URL is never logged', async (_, url) => {
  await using site = await open(url);
  await site.alerts.deliver();
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 1 }]);
  await site.engine.db.updateTable('alert_delivery').set({ attempts: 5, next_at: NOW }).execute();
  await site.alerts.deliver();
  expect(site.errors).toHaveLength(1);
  expect(Bun.inspect(site.errors)).not.toContain('secret');
});

test('without a webhook no delivery is queued', async () => {
  const { received, url } = await listen(answerStatus(200));
  await using site = await open('');
  expect(await site.readDeliveries()).toEqual([]);
  await using former = await open(url);
  former.settings.webhook = '';
  await former.alerts.deliver();
  expect(await former.readDeliveries()).toEqual([]);
  expect(received).toEqual([]);
});

test('alerts on a deleted link are not delivered', async () => {
  const { received, url } = await listen(answerStatus(200));
  await using site = await open(url);
  await site.engine.write((tx) => tx.deleteFrom('link').execute());
  await site.alerts.deliver();
  expect(received).toEqual([]);
});

test('a stopping server does not wait for a receiver, and the next one delivers the alert', async () => {
  const reached = Promise.withResolvers<void>();
  const { url } = await listen(() => reached.resolve());
  await using site = await open(url);
  const delivery = site.alerts.deliver();
  await reached.promise;
  await site.alerts.close();
  await delivery;
  expect(await site.readDeliveries()).toMatchObject([{ attempts: 0, next_at: NOW }]);
});
