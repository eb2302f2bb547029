import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import * as account from '../../../contracts/account.ts';
import * as links from '../../../contracts/links/links.ts';
import type { OpenApi, Schema } from '../../../contracts/openapi.ts';
import type { Route } from '../../../contracts/route.ts';
import * as site from '../../../contracts/site.ts';
import * as stats from '../../../contracts/stats/stats.ts';
import { getStatus } from '../../../contracts/status.ts';
import { VERSION } from '../../../server/version.ts';
import { accessOf, allCalls } from '../all-routes.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, type TestSite } from '../test-site.ts';

let server: TestSite & { readonly token: string };
let document: OpenApi;
beforeAll(async () => {
  server = await openSetUpSite();
  document = (await (await server.fetch('/openapi.json')).json()) as OpenApi;
});
afterAll(() => server[Symbol.asyncDispose]());

/** Validates values by a schema of the document. */
function readSchema(schema: Schema): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
}

function operationOf(path: string, method: string) {
  return document.paths[path]?.[method.toLowerCase() as 'get' | 'post'];
}

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...document });
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('the document tells the version of the server to callers with a token only', async () => {
  const read = (headers: Record<string, string>) => server.fetch('/openapi.json', { headers });
  const named = await read({ authorization: `Bearer ${server.token}` });
  expect(named.headers.get('cache-control')).toBe('no-store');
  expect(((await named.json()) as OpenApi).info.version).toBe(VERSION);
  expect(await (await read({})).text()).not.toContain(VERSION);
  expect((await read({ authorization: 'Bearer sk-x' })).status).toBe(401);
});

test('the document has every call of the contracts under a unique name, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = allCalls.map(({ method, route }) => `${method} ${route.path}`);
  expect(described.toSorted()).toEqual(known.toSorted());
  const names = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(operationOf('/api/shorten_url', 'POST')?.operationId).toBe('createLink');
  for (const { method, route } of allCalls) {
    const operation = operationOf(route.path, method)!;
    expect(operation.summary).toBe(route.summary);
    const isOpen =
      operation.security.length === 0 ||
      operation.security.some((one) => Object.keys(one).length === 0);
    expect([route.path, isOpen]).toEqual([
      route.path,
      ['anyone', 'guest'].includes(accessOf(route)),
    ]);
    const fields = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
    expect(inPath.map(({ name }) => name)).toEqual(fields);
  }
});

test('anyone may read the document, and a cached copy answers 304', async () => {
  const { headers, status } = await server.fetch('/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const etag = headers.get('etag')!;
  const again = await server.fetch('/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a caller may omit each part of a social card, and answers have all of them', () => {
  const sent = operationOf('/api/shorten_url', 'POST')?.requestBody?.content['application/json'];
  expect(sent?.schema.properties?.['social']).not.toHaveProperty('required');
  const answered = document.components.schemas['Link']?.properties?.['social'];
  expect(answered?.required).toEqual(['title', 'description', 'image']);
});

test('the conditions of rules are described once, with countries in any case', () => {
  const { Condition } = document.components.schemas;
  const country = readSchema(Condition!.properties!['country']!);
  expect(country.safeParse(['DE', 'cn']).success).toBe(true);
  expect(country.safeParse(['D']).success).toBe(false);
  expect(JSON.stringify(document.paths)).not.toContain('"time_zone":');
});

describe('a call answers as the document describes:', () => {
  const url = 'https://example.com/';
  /** In this order, as later calls need the links of earlier ones. */
  const calls: readonly [string, Route, object, number][] = [
    ['a new link', links.createLink, { long_url: url, short_url: 'one' }, 200],
    ['a code that is taken', links.createLink, { long_url: `${url}other`, short_url: 'one' }, 400],
    ['a refused field', links.createLink, { long_url: 'x' }, 400],
    ['the list', links.listLinks, { page: 1, sort: 'clicks' }, 200],
    ['a filtered list', links.listLinks, { q: 'one', state: 'live,off' }, 200],
    ['a search', links.searchLinks, { filter: 'short_url', keyword: 'one' }, 200],
    ['a search that finds nothing', links.searchLinks, { filter: 'title', keyword: 'none' }, 404],
    ['one link', links.getLink, { short_url: 'one' }, 200],
    ['no link', links.getLink, { short_url: 'none' }, 404],
    ['a login', account.login, admin, 200],
    ['a wrong login', account.login, { ...admin, password: 'wrong' }, 400],
    ['the check of a login', account.checkLogin, {}, 200],
    ['the account', account.getAppInfo, {}, 200],
    ['no token yet', account.getToken, {}, 404],
    ['a new token', account.createToken, {}, 200],
    ['the token', account.getToken, {}, 200],
    ['a setting', site.setOption, { key: 'own', value: '{"a":[1,"2",null]}' }, 200],
    ['any setting', site.getOption, { key: 'own' }, 200],
    ['the state of the site', site.getInitState, {}, 200],
    ['the status', getStatus, {}, 200],
    ['a report of a link', stats.getReport, { short_url: 'one', period: '24h' }, 200],
    ['a report of an unknown link', stats.getReport, { short_url: 'none' }, 404],
    ['the links most visited', stats.getTopLinks, {}, 200],
    ['the daily clicks of links', stats.getLines, { ids: [1] }, 200],
    ['unknown codes', stats.getMissedCodes, {}, 200],
    ['no alerts', stats.listAlerts, {}, 200],
    ['deleted links', links.deleteLinks, { ids: [1, 2] }, 200],
  ];
  test.each(calls)('%s', async (_, route, fields, code) => {
    const answer = await server.call(route, fields, server.token);
    expect(answer.code).toBe(code);
    const { responses } = operationOf(route.path, route.methods[0])!;
    const ok = responses['200'];
    const schema =
      ok !== undefined && 'content' in ok ? ok.content?.['application/json']?.schema : undefined;
    expect(readSchema(schema!).safeParse(answer).error?.message).toBeUndefined();
    const { code: given, msg } = answer;
    expect(readSchema(schema!).safeParse({ code: given, msg }).success).toBe(false);
  });

  test('and without a token as the document describes errors', async () => {
    const response = await server.send(links.listLinks);
    const described = operationOf('/api/urls', 'GET')?.responses[String(response.status)];
    expect(described).toMatchObject({ $ref: '#/components/responses/NoToken' });
    const schema = document.components.responses['NoToken']?.content?.['application/json']?.schema;
    expect(readSchema(schema!).safeParse(await response.json()).success).toBe(true);
  });
});
