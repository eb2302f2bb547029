import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { init, login } from '../../../contracts/account.ts';
import type { Envelope, Refusal } from '../../../contracts/envelope.ts';
import { createLink, deleteLinks } from '../../../contracts/links/links.ts';
import { BODY_MAX, SMALL_BODY_MAX } from '../../../contracts/route.ts';
import { getFieldsMax } from '../../../server/http/body/body.ts';
import { hostileBodies } from '../../../bench/bodies.ts';
import { accessOf, allRoutes, type Access } from '../all-routes.ts';
import { openSetUpSite, signIn } from '../set-up-site.ts';
import { admin, TestSite } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

let site: TestSite & { readonly token: string };

beforeAll(async () => {
  site = await openSetUpSite();
  await site.call(createLink, { long_url: 'https://a.example/', short_url: 'here' }, site.token);
});

afterAll(() => site[Symbol.asyncDispose]());

describe('before the login is checked, the server reads at most as much as', () => {
  const bounds: Readonly<Record<Access, number>> = {
    anyone: SMALL_BODY_MAX,
    guest: BODY_MAX,
    token: Infinity,
    login: Infinity,
  };
  const posts = allRoutes.filter(({ methods }) => methods.includes('POST'));
  test.each(posts.map((route) => [route.path, route] as const))('%s takes', (_, route) => {
    expect(route.bodyMax ?? BODY_MAX).toBeLessThanOrEqual(bounds[accessOf(route)]);
  });
});

describe('a body that is too large is refused', () => {
  const tooLarge = { code: 413, msg: 'too.large', data: null };
  const text = JSON.stringify({ ...admin, filler: 'x'.repeat(SMALL_BODY_MAX) });
  const form = new FormData();
  form.set('username', 'x'.repeat(SMALL_BODY_MAX));
  const bodies: [string, () => RequestInit['body'], Record<string, string>][] = [
    ['as JSON', () => text, { 'content-type': 'application/json' }],
    ['as a form', () => new URLSearchParams({ username: 'x'.repeat(SMALL_BODY_MAX) }), {}],
    ['as multipart', () => form, {}],
    ['without a length', () => new Blob([text]).stream(), { 'content-type': 'application/json' }],
    ['of 10 MB of [', () => '['.repeat(10_485_760), { 'content-type': 'application/json' }],
  ];
  test.each(bodies)('%s', async (_, body, headers) => {
    await using site = await TestSite.open();
    const response = await site.fetch(init.path, { method: 'POST', headers, body: body() });
    expect([response.status, await response.json()]).toEqual([413, tooLarge]);
    expect((await site.call(init, admin)).code).toBe(200);
  });

  test('of 20 MB', async () => {
    await using site = await TestSite.open();
    const response = await site.fetch(init.path, { method: 'POST', body: 'x'.repeat(20_971_520) });
    expect([response.status, await response.json()]).toEqual([413, tooLarge]);
  });

  test.each([
    [init, SMALL_BODY_MAX, admin],
    [login, SMALL_BODY_MAX, admin],
    [createLink, BODY_MAX, { long_url: 'https://a.example/', title: 'x' }],
  ])('but not $path at exactly its limit', async (route, bytes, fields) => {
    await using site = await TestSite.open();
    const headers = new Headers({ 'content-type': 'application/json' });
    if (route !== init) {
      await site.call(init, admin);
      headers.set('authorization', `Bearer ${await signIn(site)}`);
    }
    const post = (body: string) => site.fetch(route.path, { method: 'POST', headers, body });
    const text = JSON.stringify(fields);
    expect((await post(text.padEnd(bytes + 1))).status).toBe(413);
    expect(await (await post(text.padEnd(bytes))).json()).toMatchObject({ code: 200 });
  });
});

const HUGE = 1_000_000_000;
/** The size of both sides' buffers, plus what the server reads after its answer. */
const TAKEN_MAX = 64_000_000;

/** Sends `length` bytes, or endless chunks, as fast as the server reads them. */
function sendEndlessly(head: readonly string[], length: number | null) {
  const framing = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const spaces = ' '.repeat(65_536);
  const chunk = Buffer.from(length === null ? `10000\r\n${spaces}\r\n` : spaces);
  const { promise, resolve } = Promise.withResolvers<{ answer: string; taken: number }>();
  let answer = '';
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(site.url).port) }, () => {
    socket.write([...head, 'Host: go.example', framing, '', ''].join('\r\n'));
    pump();
  });
  const pump = (): void => {
    while (socket.bytesWritten < HUGE && socket.write(chunk));
  };
  socket.on('drain', pump);
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1')));
  // The server closes the connection during the upload.
  socket.on('error', () => undefined);
  socket.on('close', () => resolve({ answer, taken: socket.bytesWritten }));
  return promise;
}

describe('a request whose body is not needed is answered, and its connection ends:', () => {
  const json = 'Content-Type: application/json';
  const requests: [string, number, string[]][] = [
    ['too large for a login', 413, ['POST /api/login HTTP/1.1', json]],
    ['of a call without a token', 401, ['POST /api/import HTTP/1.1', json]],
    ['of a guest while guests may not create links', 401, ['POST /api/shorten_url HTTP/1.1', json]],
    ['with an invalid token', 401, ['POST /api/option/set HTTP/1.1', 'Authorization: Bearer x']],
    ['of a GET', 200, ['GET /api/get/siteinfo HTTP/1.1', json]],
    ['of a call that takes no POST', 405, ['POST /api/urls HTTP/1.1', json]],
    ['of an unknown call', 404, ['POST /api/none HTTP/1.1', json]],
    ['of a visit', 302, ['GET /here HTTP/1.1']],
    ['of a visit to no link', 404, ['GET /nowhere HTTP/1.1']],
    ['of a POST to a link', 405, ['POST /here HTTP/1.1']],
    ['of a page', 200, ['GET /login HTTP/1.1']],
    ['of a POST to a page', 405, ['POST /admin/list HTTP/1.1']],
  ];
  test.each(requests)('%s', async (_, status, head) => {
    for (const length of [HUGE, null]) {
      const { answer, taken } = await sendEndlessly(head, length);
      expect(answer).toStartWith(`HTTP/1.1 ${status} `);
      expect(answer).toMatch(/^connection: close\r$/im);
      const announced = Number(/^content-length: (\d+)/im.exec(answer)?.[1] ?? 0);
      expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(announced);
      expect(taken).toBeLessThan(TAKEN_MAX);
    }
  });
});

testInAll('a sender that continues after the answer is cut off', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const port = Number(new URL(site.url).port);
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const send = (): void => {
    while (socket.write(' '.repeat(65_536)));
  };
  socket.on('drain', send);
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  socket.write('POST /api/none HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n');
  send();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(TAKEN_MAX);
});

/** A number of fields in each encoding; the first ones are `ids`. */
function fieldsAs(type: string, count: number): { type: string; body: string } {
  const names = ['ids', ...Array.from({ length: count - 1 }, (_, number) => `f${number}`)];
  if (type === 'json') {
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    return { type: 'application/json', body };
  }
  if (type === 'form') {
    const body = names.map((name) => `${name}=1`).join('&');
    return { type: 'application/x-www-form-urlencoded', body };
  }
  const parts = names.map((name) => `--x\r\nContent-Disposition: form-data; name=${name}\r\n\r\n1`);
  return { type: 'multipart/form-data; boundary=x', body: `${parts.join('\r\n')}\r\n--x--` };
}

async function post(path: string, type: string, body: string): Promise<Envelope<unknown>> {
  const headers = { 'content-type': type, authorization: `Bearer ${site.token}` };
  const response = await site.fetch(path, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return (await response.json()) as Envelope<unknown>;
}

describe.each(['json', 'form', 'multipart'])('as %s', (encoding) => {
  test.each([
    ['deletes many links', deleteLinks, 1024],
    ['creates a link', createLink, 256],
    ['logs in', login, 64],
  ] as const)('a call that %s has a limit of fields', async (_, route, fieldsMax) => {
    expect(getFieldsMax(route)).toBe(fieldsMax);
    const most = fieldsAs(encoding, fieldsMax);
    expect(await reasonsOf(route.path, most)).not.toContain('fields');
    const more = fieldsAs(encoding, fieldsMax + 1);
    expect(await reasonsOf(route.path, more)).toContain(`ore than ${fieldsMax}`);
  });
});

async function reasonsOf(path: string, { type, body }: { type: string; body: string }) {
  const { data } = await post(path, type, body);
  return JSON.stringify((data as Refusal).issues ?? []);
}

test.each([
  ['as JSON', 'application/json', JSON.stringify({ ids: range(1000) })],
  ['as a form', 'application/x-www-form-urlencoded', `ids=${range(1000).join()}`],
  ['as a form that repeats it', 'application/x-www-form-urlencoded', repeat('ids%5B%5D=')],
])('a call accepts a thousand ids %s, and refuses one more', async (_, type, body) => {
  expect((await post(deleteLinks.path, type, body)).code).toBe(200);
  const more = body.replace('1000000000000', '1000000000000,1');
  const { code } = await post(
    deleteLinks.path,
    type,
    type.endsWith('json') ? more : `${body},1&ids=1`,
  );
  expect(code).toBe(400);
});

function range(length: number): number[] {
  return Array.from({ length }, (_, number) => 1_000_000_000_000 + number);
}

function repeat(name: string): string {
  return range(1000)
    .map((id) => name + id)
    .join('&');
}

test('a list of many wrong items gets a short answer', async () => {
  const ids = Array.from({ length: 1000 }, () => 'x');
  const { code, data } = await post(deleteLinks.path, 'application/json', JSON.stringify({ ids }));
  expect(code).toBe(400);
  expect((data as Refusal).issues.length).toBeLessThanOrEqual(100);
});

const small = hostileBodies.filter(({ body }) => body.length <= SMALL_BODY_MAX);
test.each(small.map((body) => [body.name, body] as const))(
  '%s get a clear error, and the next login works',
  async (_, { path, method, type, body }) => {
    const headers = { 'content-type': type };
    const response = await site.fetch(path, { method, headers, body: new Uint8Array(body) });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code: 400 });
    expect((await site.call(login, admin)).code).toBe(200);
  },
);
