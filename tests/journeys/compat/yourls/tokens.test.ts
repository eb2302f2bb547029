import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Scope } from '../../../../contracts/access.constants.ts';
import { createToken as createShownToken } from '../../../../contracts/account.ts';
import { setOption } from '../../../../contracts/site.ts';
import { endToken, listTokens } from '../../../../contracts/people/tokens.ts';
import { addPerson, createToken, expectData } from '../../people/people-steps.ts';
import type { SetUpSite } from '../../set-up-site.ts';
import { YourlsSite, type Fields } from './yourls-steps.ts';

let yourls: YourlsSite;
let site: SetUpSite;

beforeEach(async () => {
  yourls = await YourlsSite.open();
  ({ site } = yourls);
});
afterEach(() => yourls[Symbol.asyncDispose]());

const post = (fields: Fields, init?: RequestInit) => yourls.post(fields, init);
const ask = (fields: Fields) => yourls.ask(fields);
const short = (code: string) => yourls.short(code);
const url = 'https://example.com/page';

const sign = (hash: string, text: string): string => createHash(hash).update(text).digest('hex');

describe('a token', () => {
  const login = { message: 'Please log in', errorCode: '403', callback: '' };
  const refused = { status: 403, body: login };

  test('is the signature, or the password beside any name', async () => {
    expect(await ask({ action: 'version', signature: '' })).toEqual(refused);
    expect(await ask({ action: 'version', signature: 'wrong' })).toEqual(refused);
    const named = { action: 'version', signature: '', username: 'ada' };
    expect((await ask({ ...named, password: yourls.signature })).status).toBe(200);
    expect(await ask({ ...named, password: 'correct horse' })).toEqual({
      status: 403,
      body: { ...login, message: 'Invalid username or password' },
    });
  });

  test('signs a time with any hash of YOURLS, for 12 hours', async () => {
    const now = Math.floor(Date.now() / 1000);
    const at = (seconds: number): string => String(now + seconds);
    const right: Fields[] = [
      { timestamp: at(0), signature: sign('md5', `${at(0)}${yourls.signature}`) },
      { timestamp: at(0), signature: sign('sha256', `${yourls.signature}${at(0)}`) },
      { timestamp: at(-43_000), signature: sign('md5', `${at(-43_000)}${yourls.signature}`) },
      {
        timestamp: at(0),
        hash: 'sha512',
        signature: sign('sha512', `${at(0)}${yourls.signature}`),
      },
    ];
    for (const fields of right) {
      expect((await ask({ action: 'version', ...fields })).status).toBe(200);
    }
    const wrong: Fields[] = [
      { timestamp: at(-43_300), signature: sign('md5', `${at(-43_300)}${yourls.signature}`) },
      { timestamp: at(1), signature: sign('md5', `${at(0)}${yourls.signature}`) },
      { timestamp: at(0), signature: sign('md5', at(0)) },
      { timestamp: at(0), hash: 'sha512', signature: sign('md5', `${at(0)}${yourls.signature}`) },
      {
        timestamp: at(0),
        hash: 'constructor',
        signature: sign('md5', `${at(0)}${yourls.signature}`),
      },
      { timestamp: 'NaN', signature: sign('md5', `NaN${yourls.signature}`) },
    ];
    const statuses: number[] = [];
    for (const fields of wrong) {
      statuses.push((await ask({ action: 'version', ...fields })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const misfit = { timestamp: at(0), signature: sign('md5', at(0)) };
    const slowed = await post({ action: 'version', format: 'json', ...misfit });
    expect(slowed.status).toBe(429);
    expect(await slowed.json()).toMatchObject({ code: 'error:flood', errorCode: '429' });
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask({ action: 'version' })).status).toBe(200);
  });

  test('signs with SHA-2 alone where older hashes are switched off', async () => {
    const now = String(Math.floor(Date.now() / 1000));
    const signed = (hash: string) => ({
      timestamp: now,
      signature: sign(hash, `${now}${yourls.signature}`),
    });
    const option = { key: 'yourls_old_hashes', value: 'false' };
    await expectData(site, setOption, option, site.token);
    const statuses = [
      await ask({ action: 'version', ...signed('md5') }),
      await ask({ action: 'version', ...signed('sha1'), hash: 'sha1' }),
      await ask({ action: 'version', ...signed('sha256') }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 200]);
  });

  test('is no token of a login', async () => {
    expect(await ask({ action: 'version', signature: site.token })).toEqual(refused);
  });

  test('does what its scopes allow, and ends at once', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    const { token, id } = await makeToken(['links:create']);
    const made = await ask({ action: 'shorturl', url, signature: token });
    // It may not learn of links that are there.
    expect(made).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(made.body['shorturl']).not.toBe(short('mine'));
    for (const action of ['expand', 'url-stats', 'stats', 'db-stats', 'delete']) {
      expect([
        action,
        (await ask({ action, shorturl: 'mine', limit: '1', signature: token })).status,
      ]).toEqual([action, 403]);
    }
    const reader = await makeToken(['links:read']);
    const { body } = await ask({ action: 'stats', signature: reader.token });
    expect(body['stats']).toEqual({ total_links: 2 });
    await expectData(site, endToken, { id }, site.token);
    expect(await ask({ action: 'version', signature: token })).toEqual(refused);
  });

  test('of an author reaches no link of others', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    const author = await addPerson(site, { username: 'grace', role: 'author' });
    const { token } = await expectData<{ token: string }>(site, createShownToken, {}, author.token);
    for (const action of ['expand', 'url-stats', 'delete']) {
      expect((await ask({ action, shorturl: 'mine', signature: token })).status).toBe(404);
    }
    const { body } = await ask({ action: 'stats', limit: '9', signature: token });
    expect(body).toMatchObject({ links: {}, stats: { total_links: 0, total_clicks: 0 } });
  });
});

async function makeToken(scopes: readonly Scope[]) {
  const token = await createToken(site, site.token, { scopes, name: scopes.join(' ') });
  const rows = await expectData<{ id: number; name: string }[]>(site, listTokens, {}, site.token);
  return { token, id: rows.find(({ name }) => name === scopes.join(' '))!.id };
}
