import { describe, expect, test } from 'bun:test';
import { login } from '../../../contracts/account.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, type TestSite } from '../test-site.ts';

const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.1' } };
/** More than the limit of attempts in a row. */
const MANY = 20;

function signIn(site: TestSite, fields: object, address?: string): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (address !== undefined) headers.set('x-forwarded-for', address);
  const body = JSON.stringify({ ...admin, ...fields });
  return site.fetch(login.path, { method: 'POST', headers, body });
}

/** Repeats until the answer is not 200, and returns that answer. */
async function guessPasswords(
  site: TestSite,
  fields: (attempt: number) => object,
  address?: (attempt: number) => string,
): Promise<Response> {
  for (let attempt = 0; attempt < MANY; attempt += 1) {
    const response = await signIn(site, fields(attempt), address?.(attempt));
    if (response.status !== 200) return response;
  }
  throw new Error(`${MANY} wrong logins went through`);
}

async function expectTooMany(response: Response): Promise<void> {
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await response.json()).toEqual({ code: 429, msg: 'too.many.attempts', data: null });
}

const wrong = () => ({ password: 'wrong' });
const sameNetwork = (attempt: number) => `2001:db8:1:2:${attempt}::1`;
const forged = (attempt: number) => `203.0.113.${attempt}, 198.51.100.1`;
const otherAccount = (attempt: number) => ({ username: `nobody${attempt}`, password: 'wrong' });

describe('wrong passwords slow a caller down', () => {
  test('with the time to wait, even for the right password', async () => {
    await using site = await openSetUpSite();
    await expectTooMany(await guessPasswords(site, wrong));
    await expectTooMany(await signIn(site, {}));
  });

  test('for one account, from any address', async () => {
    await using site = await openSetUpSite(behindProxy);
    await expectTooMany(await guessPasswords(site, wrong, (attempt) => `203.0.113.${attempt}`));
  });

  test('at one address, for any account, without slowing other addresses', async () => {
    await using site = await openSetUpSite(behindProxy);
    await expectTooMany(await guessPasswords(site, otherAccount, () => '203.0.113.7'));
    await expectTooMany(await signIn(site, {}, '203.0.113.7'));
    expect((await signIn(site, {}, '203.0.113.8')).status).toBe(200);
    expect((await signIn(site, {}, '198.51.100.1, 203.0.113.9')).status).toBe(200);
  });

  test('in their whole /64 of IPv6', async () => {
    await using site = await openSetUpSite(behindProxy);
    await expectTooMany(await guessPasswords(site, otherAccount, sameNetwork));
    await expectTooMany(await signIn(site, {}, '2001:db8:1:2:ffff::9'));
    expect((await signIn(site, {}, '2001:db8:1:3::1')).status).toBe(200);
  });

  test('even with a forged X-Forwarded-For', async () => {
    await using site = await openSetUpSite();
    await expectTooMany(
      await guessPasswords(site, otherAccount, (attempt) => `203.0.113.${attempt}`),
    );
  });

  test('even with a forged X-Forwarded-For before a trusted proxy', async () => {
    await using site = await openSetUpSite(behindProxy);
    await expectTooMany(await guessPasswords(site, otherAccount, forged));
  });

  test('also when all attempts come at once', async () => {
    await using site = await openSetUpSite();
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(site, wrong())));
    const lookedAt = answers.filter(({ status }) => status !== 429);
    expect(lookedAt.length).toBeLessThanOrEqual(10);
  });

  test('but a right login resets the count', async () => {
    await using site = await openSetUpSite();
    for (let round = 0; round < 4; round += 1) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect((await signIn(site, wrong())).status).toBe(200);
      }
      const right = (await (await signIn(site, {})).json()) as { code: number };
      expect(right.code).toBe(200);
    }
  });
});
