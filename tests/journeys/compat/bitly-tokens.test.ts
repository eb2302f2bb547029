import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';
import { createAuthorToken, createScopedToken, type CallName } from './protocol-steps.ts';

let bitly: ProtocolSite;
let host = '';

beforeEach(async () => {
  bitly = await ProtocolSite.open((token) => ({ Authorization: `Bearer ${token}` }));
  await bitly.switch({ bitly: 1 });
  ({ host } = new URL(bitly.site.url));
});
afterEach(() => bitly[Symbol.asyncDispose]());

const url = 'https://example.com/page';

async function ask(call: CallName, sent?: ProtocolCall) {
  const { status, body } = await bitly.ask(call, sent);
  return { status, body };
}

const create = (body: object) => ask('POST /v4/bitlinks', { body: { long_url: url, ...body } });
const refused = (status: number, message: string, resource = 'bitlinks') => ({
  status,
  body: {
    message,
    resource,
    description: expect.any(String) as string,
  },
});
const unknown = refused(404, 'NOT_FOUND');

describe('a token', () => {
  test('that is wrong or missing is refused; many wrong ones wait', async () => {
    for (const token of ['wrong', 'sk-wrong', bitly.site.token, 'x', 'y']) {
      expect(await ask('GET /v4/user', { token })).toEqual(refused(403, 'FORBIDDEN', 'user'));
    }
    const slowed = await bitly.ask('GET /v4/user', { token: 'z' });
    expect(slowed).toMatchObject({ status: 429, body: { message: 'RATE_LIMIT_EXCEEDED' } });
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('GET /v4/user')).status).toBe(200);
    expect((await bitly.site.fetch('/v4/user')).status).toBe(403);
  });

  test('does what its scopes allow', async () => {
    await create({ keyword: 'mine' });
    const one = `/v4/bitlinks/${host}/mine` as const;
    const calls = [
      ['POST /v4/shorten', { long_url: url }],
      [`GET ${one}`, undefined],
      ['POST /v4/expand', { bitlink_id: 'mine' }],
      [`PATCH ${one}`, { title: 'x' }],
      [`GET ${one}/clicks`, undefined],
      [`GET ${one}/clicks/summary`, undefined],
      ['GET /v4/groups', undefined],
    ] as const;
    const only = async (scope: 'links:create' | 'links:read' | 'links:write' | 'stats:read') => {
      const token = await createScopedToken(bitly.site, scope);
      const statuses: number[] = [];
      for (const [call, body] of calls) statuses.push((await ask(call, { token, body })).status);
      return statuses;
    };
    expect(await only('links:create')).toEqual([201, 403, 403, 403, 403, 403, 200]);
    expect(await only('links:read')).toEqual([403, 200, 200, 403, 403, 403, 200]);
    expect(await only('links:write')).toEqual([403, 403, 403, 200, 403, 403, 200]);
    expect(await only('stats:read')).toEqual([403, 403, 403, 403, 200, 200, 200]);
  });

  test('of an author reaches no link of others', async () => {
    await create({ keyword: 'mine' });
    const token = await createAuthorToken(bitly.site);
    const one = `/v4/bitlinks/${host}/mine` as const;
    for (const call of [`GET ${one}`, `PATCH ${one}`, `GET ${one}/clicks`] as const) {
      expect(await ask(call, { token })).toEqual(unknown);
    }
    expect(await ask('POST /v4/expand', { token, body: { bitlink_id: 'mine' } })).toEqual(unknown);
    const made = await ask('POST /v4/shorten', { token, body: { long_url: url } });
    expect(made).toMatchObject({ status: 201, body: { created_by: 'grace' } });
  });
});
