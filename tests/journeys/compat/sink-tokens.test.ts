import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';
import { createAuthorToken, createScopedToken, type CallName } from './protocol-steps.ts';

let sink: ProtocolSite;

beforeEach(async () => {
  sink = await ProtocolSite.open((token) => ({ Authorization: `Bearer ${token}` }));
  await sink.switch({ sink: 1 });
});
afterEach(() => sink[Symbol.asyncDispose]());

const url = 'https://example.com/page';
const whole = {
  comment: 'For me',
  title: 'A title',
  description: 'About it',
  tags: ['a', 'b'],
  expiration: 4_000_000_000,
  geo: { DE: 'https://example.com/de' },
  redirectWithQuery: true,
};

async function ask(call: CallName, sent?: ProtocolCall) {
  const { status, body } = await sink.ask(call, sent);
  return { status, body };
}

const create = (body: object) => ask('POST /api/link/create', { body: { url, ...body } });
const refused = (statusCode: number, message: string) => ({
  status: statusCode,
  body: { error: true, statusCode, statusMessage: message, message },
});
const unknown = refused(404, 'Link not found');

describe('a token', () => {
  test('is checked', async () => {
    expect(await ask('GET /api/verify')).toEqual({
      status: 200,
      body: { name: 'Sink', url: new URL(sink.site.url).origin },
    });
    const without = await sink.site.fetch('/api/verify');
    expect([without.status, await without.json()]).toEqual([
      401,
      refused(401, 'Unauthorized').body,
    ]);
  });

  test('that is wrong is refused; many wrong ones wait', async () => {
    for (const token of ['wrong', 'sk-wrong', sink.site.token, 'x', 'y']) {
      expect(await ask('GET /api/verify', { token })).toEqual(refused(401, 'Unauthorized'));
    }
    const slowed = await sink.ask('GET /api/link/list', { token: 'z' });
    expect(slowed).toMatchObject(refused(429, 'Too Many Requests'));
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('GET /api/verify')).status).toBe(200);
  });

  test('does what its scopes allow', async () => {
    await create({ slug: 'mine' });
    const body = { url, slug: 'mine' };
    const calls = [
      ['GET /api/link/list', undefined],
      ['GET /api/link/query?slug=mine', undefined],
      ['POST /api/link/create', { url }],
      ['POST /api/link/upsert', body],
      ['PUT /api/link/edit', body],
      ['GET /api/verify', undefined],
      ['POST /api/link/delete', body],
    ] as const;
    const only = async (scope: 'links:create' | 'links:read' | 'links:write') => {
      const token = await createScopedToken(sink.site, scope);
      const statuses: number[] = [];
      for (const [call, sent] of calls)
        statuses.push((await ask(call, { token, body: sent })).status);
      return statuses;
    };
    expect(await only('links:create')).toEqual([403, 403, 201, 409, 403, 200, 403]);
    expect(await only('links:read')).toEqual([200, 200, 403, 403, 403, 200, 403]);
    expect(await only('links:write')).toEqual([403, 403, 403, 403, 201, 200, 204]);
  });

  test('that only creates learns what it sent', async () => {
    const token = await createScopedToken(sink.site, 'links:create');
    const body = { url, slug: 'mine', ...whole };
    const made = await ask('POST /api/link/create', { token, body });
    expect(made.body).toMatchObject({ link: { id: '0', ...body }, shortLink: sink.short('mine') });
  });

  test('of an author reaches no link of others', async () => {
    await create({ slug: 'mine', tags: ['a'] });
    const token = await createAuthorToken(sink.site);
    const sent = { token, body: { url, slug: 'mine' } };
    expect((await ask('GET /api/link/list', { token })).body).toEqual({
      links: [],
      list_complete: true,
    });
    expect((await ask('GET /api/link/count', { token })).body).toEqual({ count: 0 });
    expect(await ask('GET /api/link/query?slug=mine', { token })).toEqual(unknown);
    expect(await ask('PUT /api/link/edit', sent)).toEqual(unknown);
    expect(await ask('POST /api/link/delete', sent)).toEqual(unknown);
    expect(await ask('POST /api/link/upsert', sent)).toEqual(refused(409, 'Link already exists'));
  });
});
