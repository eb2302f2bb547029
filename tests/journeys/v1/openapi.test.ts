import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import type { Schema } from '../../../contracts/openapi.ts';
import { listV1Routes, type V1Document } from '../../../server/faces/v1/openapi.ts';
import { V1Site } from './v1-steps.ts';

let v1: V1Site;
let document: V1Document;
beforeAll(async () => {
  v1 = await V1Site.open();
  document = (await (await v1.site.fetch('/api/v1/openapi.json')).json()) as V1Document;
});
afterAll(() => v1[Symbol.asyncDispose]());

function readSchema(schema: Schema): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
}

test('anyone may read the description, which is OpenAPI 3.1 and has every call', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...document });
  expect([errors, valid, validator.version]).toEqual([undefined, true, '3.1']);
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, { operationId: name }]) => `${name} ${verb} ${path}`),
  );
  const known = listV1Routes().map(
    ([name, { methods, path }]) => `${name} ${methods[0].toLowerCase()} ${path}`,
  );
  expect(described.toSorted()).toEqual(known.toSorted());
});

test('a caller may send times in each form', () => {
  const { schema } =
    document.paths['/api/v1/links']!.post!.requestBody!.content['application/json']!;
  const expiry = readSchema(schema.properties!['expires_at']!);
  for (const time of ['2040-01-01', 0, null]) expect(expiry.safeParse(time).success).toBe(true);
  const { from } = document.components.schemas['Condition']!.properties!;
  expect(readSchema(from!).safeParse('2040-01-01').success).toBe(true);
});

const url = 'https://example.com/';
type Verb = 'get' | 'post' | 'patch' | 'delete';

describe('a call answers as the description says:', () => {
  /** In this order, as later calls need the links of earlier ones. */
  const calls: readonly [Verb, string, string, object | undefined, number][] = [
    ['post', '/links', '/links', { long_url: url, short_url: 'one' }, 201],
    ['post', '/links', '/links', { long_url: url, short_url: 'one' }, 200],
    ['post', '/links', '/links', { long_url: `${url}2`, short_url: 'one' }, 409],
    ['post', '/links', '/links', { long_url: 'x' }, 400],
    ['post', '/links/many', '/links/many', { links: [{ long_url: url }, 5], tags: 'a' }, 200],
    ['post', '/links/bulk', '/links/bulk', { ids: [1], set: { note: 'x' } }, 200],
    ['get', '/links', '/links?q=one&state=live,off', undefined, 200],
    ['get', '/links', '/links?limit=1&sort=title', undefined, 200],
    ['get', '/links', '/links?limit=0', undefined, 400],
    ['get', '/links/{id}', '/links/1', undefined, 200],
    ['get', '/links/{id}', '/links/99', undefined, 404],
    ['patch', '/links/{id}', '/links/1', { starts_at: '2040-01-01' }, 200],
    ['get', '/tags', '/tags', undefined, 200],
    ['get', '/domains', '/domains', undefined, 200],
    ['get', '/stats/report', '/stats/report?period=24h&compare=year', undefined, 200],
    ['get', '/stats/report', '/stats/report?short_url=none', undefined, 404],
    ['delete', '/links/{id}', '/links/1', undefined, 204],
  ];
  test.each(calls)('%s %s: %s %j', async (verb, path, sent, body, status) => {
    const answer = await v1.ask(`${verb.toUpperCase()} ${sent as `/${string}`}`, { body });
    expect(answer.status).toBe(status);
    const { responses } = document.paths[`/api/v1${path}`]![verb]!;
    const response = responses[String(status)] ?? responses['default'];
    const content = response !== undefined && 'content' in response ? response.content : undefined;
    const type = answer.headers.get('content-type')?.split(';')[0];
    expect(Object.keys(content ?? {})).toEqual(type === undefined ? [] : [type]);
    if (type === undefined) return;
    const { error } = readSchema(content![type]!.schema).safeParse(answer.body);
    expect(error?.message).toBeUndefined();
  });
});
