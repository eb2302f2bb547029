import { expect, test } from 'bun:test';
import { checkLogin, login, logout } from '../../contracts/account.ts';
import { createLink } from '../../contracts/links/links.ts';
import { setOption } from '../../contracts/site.ts';
import { admin } from '../journeys/test-site.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { startNodes } from './node.ts';

/** The limits of one client: wrong logins, and links an hour as a guest. */
const FREE_ATTEMPTS = 5;
const GUEST_LINKS = 10;

async function startTwo() {
  const site = await startNodes(2, await (await sharedPostgres()).createDatabase());
  const [one, other] = site.nodes;
  return Object.assign(site, { one: one!, other: other! });
}

test('a login on one node works on the other, and is over on both after the logout', async () => {
  await using site = await startTwo();
  const token = await site.one.caller().signIn();
  const callers = [site.one.caller(token), site.other.caller(token)];
  const check = () =>
    Promise.all(callers.map(async (node) => (await node.call(checkLogin, {})).code));
  expect(await check()).toEqual([200, 200]);
  expect((await callers[1]!.call(logout, {})).code).toBe(200);
  expect(await check()).toEqual([401, 401]);
}, 300_000);

test('wrong passwords on two nodes are slowed down together', async () => {
  await using site = await startTwo();
  const callers = [site.one.caller(), site.other.caller()];
  const attempts = Array.from({ length: 8 * FREE_ATTEMPTS }, (_, index) =>
    callers[index % 2]!.call(login, { ...admin, password: 'a wrong one' }),
  );
  const codes = (await Promise.all(attempts)).map(({ code }) => code);
  const tried = codes.filter((code) => code === 400).length;
  expect(codes.filter((code) => code === 429)).toHaveLength(codes.length - tried);
  expect(tried).toBeGreaterThanOrEqual(FREE_ATTEMPTS);
  // When the attempts take longer than a second, a few more are allowed.
  expect(tried).toBeLessThan(2 * FREE_ATTEMPTS);
}, 300_000);

test('two nodes share the hourly limit of links that guests create', async () => {
  await using site = await startTwo();
  const administrator = site.one.caller(await site.one.caller().signIn());
  const value = JSON.stringify({ allowed: true, per_hour: GUEST_LINKS });
  await administrator.call(setOption, { key: 'anonymous_creation', value });
  const callers = [site.one.caller(), site.other.caller()];
  const create = async (index: number): Promise<number> => {
    const fields = { long_url: `https://example.com/${index}`, title: 'guest' };
    return (await callers[index % 2]!.call(createLink, fields)).code;
  };
  // The other node learns of the setting a moment later.
  while ((await create(1)) === 401);
  const codes = await Promise.all(Array.from({ length: 3 * GUEST_LINKS }, (_, n) => create(n + 2)));
  expect(codes.filter((code) => code === 200)).toHaveLength(GUEST_LINKS - 1);
  expect(codes.filter((code) => code === 429)).toHaveLength(2 * GUEST_LINKS + 1);
}, 300_000);
