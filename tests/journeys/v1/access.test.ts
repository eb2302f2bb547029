import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { scopes, type Scope } from '../../../contracts/access.constants.ts';
import { setOption } from '../../../contracts/site.ts';
import { listV1Routes } from '../../../server/faces/v1/openapi.ts';
import { fc } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { addPerson, changeRow, createToken, expectData } from '../people/people-steps.ts';
import { V1Site } from './v1-steps.ts';

let v1: V1Site;
beforeAll(async () => {
  v1 = await V1Site.open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await v1.create({ long_url: 'https://example.com/', short_url: 'owned' });
});
afterAll(() => v1[Symbol.asyncDispose]());

const calls = listV1Routes().map(([name, route]) => {
  const path = route.path.replace('/api/v1', '').replace('{id}', '999999') as `/${string}`;
  const [method] = route.methods;
  const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
  return { name, call: `${method} ${path}` as const, body, scope: route.scope as Scope };
});

let callers = 0;
/** An address that sent no wrong token before. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.0.0.${(callers += 1)}` });

describe.each(calls)('$name', ({ call, body, scope }) => {
  test('needs a token', async () => {
    const allow = { anonymous_creation: '{"allowed":true,"per_hour":100}' };
    for (const [key, value] of Object.entries(allow)) {
      await expectData(v1.site, setOption, { key, value }, v1.site.token);
    }
    const address = fromElsewhere();
    for (const authorization of ['', 'Basic YTpi', 'Bearer sk-none', 'Bearer web-none']) {
      const refused = await v1.ask(call, { body, headers: { authorization, ...address } });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('needs its scope, and no other', async () => {
    const others = scopes.filter((other) => other !== scope);
    const without = await createToken(v1.site, v1.site.token, { scopes: others });
    const refused = await v1.ask(call, { body, token: without });
    expect([refused.status, refused.body['type']]).toEqual([
      403,
      'urn:brisk:problem:scope-missing',
    ]);
    const token = await createToken(v1.site, v1.site.token, { scopes: [scope] });
    const { status } = await v1.ask(call, { body, token });
    expect([200, 400, 404]).toContain(status);
  });

  test('takes no ended token', async () => {
    const token = await createToken(v1.site, v1.site.token, { scopes: [scope] });
    await changeRow(v1.site, 'api_token', token, { expires_at: 1 });
    const refused = await v1.ask(call, { body, token, headers: fromElsewhere() });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

test('a viewer reads and changes nothing, and an author sees own links only', async () => {
  const viewer = (await addPerson(v1.site, { username: 'vera', role: 'viewer' })).token;
  expect((await v1.ask('GET /links/1', { token: viewer })).body['may']).toEqual([]);
  for (const call of ['PATCH /links/1', 'DELETE /links/1', 'POST /links/bulk'] as const) {
    const body = call.startsWith('DELETE') ? undefined : { title: 'x' };
    expect((await v1.ask(call, { body, token: viewer })).status).toBe(403);
  }
  const author = (await addPerson(v1.site, { username: 'anna', role: 'author' })).token;
  for (const call of ['GET /links/1', 'PATCH /links/1', 'DELETE /links/1'] as const) {
    const body = call.startsWith('PATCH') ? { title: 'x' } : undefined;
    const hidden = await v1.ask(call, { body, token: author });
    const unknown = await v1.ask(call.replace('/1', '/999999') as typeof call, {
      body,
      token: author,
    });
    expect([hidden.status, hidden.body]).toEqual([404, unknown.body]);
  }
  const list = await v1.ask('GET /links', { token: author });
  expect(list.body).toEqual({ data: [], next_cursor: null });
});

test('a large link is shown to each caller as it is for that caller', async () => {
  const [id] = await v1.create({ long_url: 'https://example.com/long', note: 'a'.repeat(1500) });
  const viewer = (await addPerson(v1.site, { username: 'victor', role: 'viewer' })).token;
  const call = `GET /links/${id}` as const;
  const shown = await v1.ask(call);
  expect(shown.headers.get('content-encoding')).not.toBeNull();
  expect([shown.body['ip'], shown.body['may']]).toEqual(['127.0.0.1', ['edit', 'delete', 'give']]);
  const hidden = await v1.ask(call, { token: viewer });
  expect([hidden.body['ip'], hidden.body['may']]).toEqual(['', []]);
  expect(hidden.headers.get('etag')).toBe(shown.headers.get('etag'));
});

test('many wrong tokens wait, while right ones pass', async () => {
  await using own = await V1Site.open();
  const wrong = () => own.ask('GET /links', { token: 'sk-wrong' });
  for (let tried = 0; tried < 5; tried += 1) expect((await wrong()).status).toBe(401);
  const waiting = await wrong();
  expect([waiting.status, waiting.body['type']]).toEqual([429, 'urn:brisk:problem:too-many']);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await own.ask('GET /links')).status).toBe(200);
});

test('a token that only creates links learns of no other', async () => {
  const token = await createToken(v1.site, v1.site.token, { scopes: ['links:create'] });
  const made = await v1.ask('POST /links', { body: { long_url: 'https://example.com/' }, token });
  expect([made.status, made.body['id'], made.headers.get('location')]).toEqual([201, 0, null]);
});

test('no request is answered with a fault of the server', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\0', '__proto__', '1e400', '[]', '\uD800', '../..', 'a'.repeat(9000)),
  );
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.array(text, { maxLength: 3 }),
    fc.jsonValue(),
  );
  const names = fc.constantFrom(
    'long_url',
    'short_url',
    'expires_at',
    'rules',
    'tags',
    'links',
    'ids',
    'where',
    'set',
    'cursor',
    'limit',
    'sort',
    'state',
    'period',
    'social',
    'domain',
    '__proto__',
    '',
  );
  const fields = fc.dictionary(names, value, { maxKeys: 4 });
  const header = fc
    .string({ unit: 'binary-ascii', maxLength: 80 })
    .map((sign) => sign.replaceAll(/[^ -~]/g, 'x'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      fields,
      text,
      header,
      async (target, sent, part, sign) => {
        const query = new URLSearchParams();
        for (const [name, one] of Object.entries(sent))
          query.append(name, typeof one === 'string' ? one.toWellFormed() : JSON.stringify(one));
        const isBody = target.body !== undefined;
        const call = target.call.replace(
          '999999',
          encodeURIComponent(part.toWellFormed().slice(0, 200)),
        );
        const headers = { 'if-match': sign, 'idempotency-key': sign };
        const { status } = await v1.ask(
          (isBody ? call : `${call}?${query.toString()}`) as typeof target.call,
          { ...(isBody && { body: sent }), headers },
        );
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: chooseForRun(300, 3000) },
  );
}, 120_000);
