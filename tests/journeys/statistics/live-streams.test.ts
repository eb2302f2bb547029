import { afterEach, beforeEach, expect, test } from 'bun:test';
import { changePassword, changeToken, createToken, logout } from '../../../contracts/account.ts';
import { getLive } from '../../../contracts/stats/stats.ts';
import { LiveClicks } from './live-clicks.ts';
import { create } from '../link-steps.ts';
import { openSetUpSite, signIn, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';
import { withSlack } from '../../support/promised-time.ts';
import { firstInShort } from '../../support/test-run.ts';

/** Longer than a stream outlives its login. */
const LIMIT_MS = 10_000;

let site: SetUpSite;
beforeEach(async () => {
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
});
afterEach(() => site[Symbol.asyncDispose]());

async function readApiToken(route: typeof createToken | typeof changeToken): Promise<string> {
  return ((await site.call(route, {}, site.token)).data as { token: string }).token;
}

async function change(password: string, fields: object = {}): Promise<void> {
  const request = { old_password: admin.password, new_password: password, ...fields };
  expect((await site.call(changePassword, request, site.token)).code).toBe(200);
}

/** Each act, and whose stream it ends. */
const acts: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
  'a logout': (token) => site.call(logout, {}, token),
  'a change of the password': () => change('another long password'),
};

test.each(firstInShort(Object.keys(acts)))(
  '%s ends the live stream of a login, and no other',
  async (name) => {
    const token = await signIn(site);
    await create(site, { short_url: 'poster' });
    await using ended = await LiveClicks.open(site.url, token);
    await using other = await LiveClicks.open(site.url, site.token);
    await acts[name]!(token);
    const since = performance.now();
    await ended.ended();
    expect(performance.now() - since).toBeLessThan(withSlack(LIMIT_MS));
    await site.fetch('/poster');
    expect(await other.events(1)).toHaveLength(1);
  },
);

const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['changed', () => readApiToken(changeToken)],
  ['ended by a new password', () => change('another long password')],
];

test.each(firstInShort(ends))('an API token that was %s has no live stream', async (_, end) => {
  const token = await readApiToken(createToken);
  await using stream = await LiveClicks.open(site.url, token);
  await using other = await LiveClicks.open(site.url, site.token);
  await end();
  const since = performance.now();
  await stream.ended();
  expect(performance.now() - since).toBeLessThan(withSlack(LIMIT_MS));
  await create(site, { short_url: 'poster' });
  await site.fetch('/poster');
  expect(await other.events(1)).toHaveLength(1);
});

test('logins and API token share 20 live streams; one more is refused and closes none', async () => {
  const api = await readApiToken(createToken);
  await create(site, { short_url: 'poster' });
  const tokens = [site.token, api, await signIn(site)];
  const open = (_: unknown, index: number) => LiveClicks.open(site.url, tokens[index % 3]!);
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  for (const token of tokens) {
    const refused = await fetch(new URL(getLive.path, site.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ code: 429, msg: 'too.many.streams', data: null });
  }
  await site.fetch('/poster');
  for (const stream of streams) expect(await stream.events(1)).toHaveLength(1);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});
