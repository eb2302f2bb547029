import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getAppInfo, login } from '../../../contracts/account.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { getOption, getSiteInfo, setOption } from '../../../contracts/site.ts';
import { findBlockedText } from '../../../contracts/user-agent.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

function set(key: string, value: unknown) {
  return site.call(setOption, { key, value: JSON.stringify(value) }, site.token);
}

function visit(userAgent: string): Promise<Response> {
  return site.fetch('/agent', { headers: { 'user-agent': userAgent } });
}

async function failLogin(): Promise<string> {
  return (await site.call(login, { username: 'nobody', password: 'x' })).msg;
}

async function readAvatar(): Promise<string> {
  const { data } = await site.call(getAppInfo, {}, site.token);
  return (data as { avatar_url: string }).avatar_url;
}

test('a changed title and description show at once, also in the head', async () => {
  for (const word of ['one', 'two']) {
    const info = {
      title: `Title ${word}`,
      keywords: word,
      description: `About ${word}`,
      header: '',
      footer: '',
      author: `Ada ${word}`,
    };
    expect((await set('site_info', info)).code).toBe(200);
    expect((await site.call(getSiteInfo)).data).toEqual(info);
    for (const path of ['/', '/login', '/docs', '/admin/setting']) {
      const html = await (await site.fetch(path)).text();
      expect(html).toContain(`<title>Title ${word}</title>`);
      expect(html).toContain(`<meta name="author" content="Ada ${word}">`);
    }
    expect(await (await site.fetch('/nothing')).text()).toContain(`Title ${word}`);
  }
});

describe('a blocked user agent is refused', () => {
  const agent = 'Mozilla/5.0 MicroMessenger/8.0 (iPhone)';
  beforeAll(async () => {
    const link = { long_url: 'https://example.com/', short_url: 'agent' };
    await site.call(createLink, link, site.token);
  });

  test.each([
    [['micromessenger'], 'micromessenger'],
    [['QQ/', 'MICROMESSENGER/8'], 'MICROMESSENGER/8'],
    [[' iphone '], 'iphone'],
    [['Android'], null],
    [[], null],
  ])('at once by %j', async (texts, found) => {
    expect((await set('blocked_user_agents', texts)).code).toBe(200);
    const { data } = await site.call(getOption, { key: 'blocked_user_agents' }, site.token);
    // The page's tester and the redirect use the same rule.
    expect(findBlockedText(agent, data as string[])).toBe(found);
    expect((await visit(agent)).status).toBe(found === null ? 302 : 403);
    expect((await visit('Another/1.0')).status).toBe(302);
  });
});

test('a failed login names the error only while the setting allows it', async () => {
  expect(await failLogin()).toBe('username.error');
  await set('login_tells_fault', false);
  expect(await failLogin()).toBe('login.error');
  await set('login_tells_fault', true);
  expect(await failLogin()).toBe('username.error');
});

test('the avatar can be of another address or none, at once', async () => {
  await set('avatar_service', 'https://avatars.example/');
  expect(await readAvatar()).toStartWith('https://avatars.example/');
  await set('avatar_service', '');
  expect(await readAvatar()).toBe('');
});

const statistics = { count_only: false, heeds_do_not_track: true, alerts: true, webhook: '' };

test('only a login can read where alerts go', async () => {
  const webhook = 'https://hooks.example/a-secret-path';
  expect((await set('statistics', { ...statistics, webhook })).code).toBe(200);
  const asked = await site.call(getOption, { key: 'statistics' }, site.token);
  expect(asked.data).toEqual({ ...statistics, webhook });
  const nobody = await site.send(getOption, { key: 'statistics' });
  expect([nobody.status, await nobody.text()]).toEqual([401, expect.not.stringContaining('hooks')]);
  expect(JSON.stringify(await site.call(getSiteInfo))).not.toContain('hooks');
  for (const path of ['/', '/login', '/admin/setting']) {
    expect(await (await site.fetch(path)).text()).not.toContain('hooks.example');
  }
});

test.each([
  ['site_info', { title: 'ab' }],
  ['site_info', { title: 'x'.repeat(33) }],
  ['site_info', { title: 'good', header: 1 }],
  ['site_info', { title: 'good', footer: 'x'.repeat(32_769) }],
  ['anonymous_creation', { allowed: true, per_hour: 0 }],
  ['anonymous_creation', { allowed: true, per_hour: 10_001 }],
  ['anonymous_creation', { allowed: 'yes', per_hour: 5 }],
  ['anonymous_creation', { allowed: true }],
  ['anonymous_creation', true],
  ['blocked_user_agents', ['']],
  ['blocked_user_agents', 'QQ/'],
  ['avatar_service', 'http://avatars.example/'],
  ['avatar_service', 'https://avatars.example'],
  ['login_tells_fault', 'yes'],
  ['time_zone', 'Mars/Olympus'],
  ['time_zone', '+08:00'],
  ['time_zone', ''],
  ['statistics', { ...statistics, webhook: 'ftp://hooks.example/' }],
  ['statistics', { ...statistics, webhook: 'hooks.example' }],
  ['statistics', { ...statistics, webhook: `https://hooks.example/${'x'.repeat(2048)}` }],
  ['statistics', { ...statistics, alerts: 1 }],
  ['statistics', { count_only: false, heeds_do_not_track: true, alerts: true }],
])('%s is not %j', async (key, value) => {
  const before = await site.call(getOption, { key }, site.token);
  const refused = await set(key, value);
  expect(refused.code).toBe(400);
  expect(refused.data).toMatchObject({ issues: [{ field: expect.stringMatching(/^value/) }] });
  expect(await site.call(getOption, { key }, site.token)).toEqual(before);
});

describe('a webhook on a private network', () => {
  const hosts = [
    '10.0.0.1',
    '192.168.1.1:8080',
    '169.254.169.254',
    '0x7f.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    'localhost',
    'user:secret@127.0.0.1',
  ];

  test.each(hosts)('is refused when it is saved: %s', async (host) => {
    const before = await site.call(getOption, { key: 'statistics' }, site.token);
    const refused = await set('statistics', { ...statistics, webhook: `http://${host}/hook` });
    expect(refused).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'value.webhook', key: 'webhook.private' }] },
    });
    expect(await site.call(getOption, { key: 'statistics' }, site.token)).toEqual(before);
  });

  test('is kept when alerts are off, and allowed by WEBHOOK_PRIVATE_HOSTS', async () => {
    const webhook = 'http://10.0.0.1/hook';
    expect((await set('statistics', { ...statistics, alerts: false, webhook })).code).toBe(200);
    expect((await set('statistics', statistics)).code).toBe(200);
    await using open = await openSetUpSite({ env: { WEBHOOK_PRIVATE_HOSTS: '1' } });
    const value = JSON.stringify({ ...statistics, webhook });
    expect((await open.call(setOption, { key: 'statistics', value }, open.token)).code).toBe(200);
  });
});

test('settings survive a restart', async () => {
  await using first = await openSetUpSite();
  const value = JSON.stringify({ title: 'Lasting', footer: '<b>lasting</b>' });
  await first.call(setOption, { key: 'site_info', value }, first.token);
  const allowed = JSON.stringify({ allowed: true, per_hour: 1 });
  await first.call(setOption, { key: 'anonymous_creation', value: allowed }, first.token);
  await first.stop();
  await using second = await TestSite.open({ dataDir: first.dataDir });
  const html = await (await second.fetch('/')).text();
  expect(html).toContain('<title>Lasting</title>');
  expect(html).toContain('<b>lasting</b>');
  expect((await second.call(createLink, { long_url: 'https://example.com/' })).code).toBe(200);
  expect((await second.call(login, admin)).code).toBe(200);
});
