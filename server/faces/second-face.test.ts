import { expect, test } from 'bun:test';
import { z } from 'zod';
import { defineRoute, type Method } from '../../contracts/route.ts';
import { ownerToken } from '../../tests/support/owner.ts';
import type { AnsweredCall } from '../http/dispatch.ts';
import { endpoint } from '../http/endpoint.ts';
import type { Face } from '../http/face.ts';
import { InvalidRequest } from '../http/invalid-request.ts';
import { Problem } from '../http/problem.ts';
import { createApi } from '../http/serve.ts';
import { envelopeFace } from './envelope.ts';

const methods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];
const visit = defineRoute({
  methods,
  path: '/rest/links/{code}',
  needs: 'links.edit',
  scope: 'links:write',
  summary: 'x',
  request: z.object({ code: z.string(), title: z.string().max(9).optional() }),
  reply: z.object({ code: z.string(), title: z.string() }),
});

const types = { 'Content-Type': 'application/problem+json' };
/** Another protocol: a key in a header, bare results, and statuses that say what went wrong. */
const restFace: Face = {
  prefix: '/rest',
  endpoints: [
    endpoint(visit, ({ code, title = '' }, { caller }) => {
      if (code === 'gone') throw new Problem('links.unknown');
      return Promise.resolve({ code: `${code} of ${caller.via}`, title });
    }),
  ],
  headers: { 'X-Protocol': 'rest' },
  readToken: ({ headers }) => headers.get('x-api-key') ?? undefined,
  writeResult: (data) => Response.json(data),
  writeRefusal: ({ error, allow }) =>
    error instanceof InvalidRequest
      ? Response.json({ fields: error.issues.map(({ field }) => field) }, { status: 400 })
      : Response.json(
          { type: error.problem },
          { status: error.outcome.code, headers: { ...types, ...(allow && { Allow: allow }) } },
        ),
};

const calls: AnsweredCall[] = [];
const api = createApi({
  faces: [envelopeFace([]), restFace],
  headers: { 'X-All': '1' },
  authenticate: (token) =>
    token === 'right'
      ? Promise.resolve(ownerToken)
      : Promise.reject(new Problem('call.bad-api-token')),
  allowsGuests: () => false,
  timeZone: () => 'UTC',
  toProblem: () => null,
  audit: (call) => void calls.push(call),
  onRefusedCaller: () => undefined,
  logError: String,
});

async function ask(method: string, path: string, key?: string, body?: object) {
  const connection = { address: '203.0.113.7', port: 3080, hasReadBody: false };
  const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await api.fetch(new Request(`http://go.example${path}`, init), connection);
  const { status, headers: answered } = response;
  const data: unknown = await response.json();
  return { status, headers: answered, data };
}

test('a second protocol has its own paths, methods, credentials, results and refusals', async () => {
  for (const method of methods) {
    const body = method === 'GET' ? undefined : { title: 'New' };
    const { status, data } = await ask(method, '/rest/links/abc', 'right', body);
    const title = method === 'GET' ? '' : 'New';
    expect([status, data]).toEqual([200, { code: 'abc of token', title }]);
  }
  expect(calls).toHaveLength(methods.length);
  const wrong = await ask('POST', '/rest/links/abc', 'right');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([
    405,
    'HEAD, GET, PUT, PATCH, DELETE',
  ]);
  expect(await ask('GET', '/rest/links/abc')).toMatchObject({
    status: 401,
    data: { type: 'call.no-token' },
  });
  expect(await ask('GET', '/rest/links/abc', 'stolen')).toMatchObject({ status: 401 });
  expect(await ask('GET', '/rest/links/gone', 'right')).toMatchObject({
    status: 404,
    data: { type: 'links.unknown' },
  });
  const long = await ask('PATCH', '/rest/links/abc', 'right', { title: 'x'.repeat(10) });
  expect([long.status, long.data]).toEqual([400, { fields: ['title'] }]);
});

test('what a protocol lacks is refused in its own form', async () => {
  const rest = await ask('GET', '/rest/nothing');
  expect([rest.status, rest.data]).toEqual([404, { type: 'call.path-unknown' }]);
  expect(rest.headers.get('x-protocol')).toBe('rest');
  const first = await ask('GET', '/api/nothing');
  expect([first.status, first.data]).toEqual([
    404,
    { code: 404, msg: 'path.not.found', data: null },
  ]);
  expect([first.headers.get('x-protocol'), first.headers.get('x-all')]).toEqual([null, '1']);
});
