import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  changePassword,
  changeToken,
  createToken,
  login,
  logout,
} from '../../../contracts/account.ts';
import { addDomain, deleteDomain } from '../../../contracts/domains.ts';
import { createLink, deleteLink, deleteLinks } from '../../../contracts/links/links.ts';
import { addTotp } from '../../../contracts/people/factors.ts';
import type { Route } from '../../../contracts/route.ts';
import { setOption } from '../../../contracts/site.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { create } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { admin, createDataDir, TestSite } from '../test-site.ts';

const ADDRESSES = ['203.0.113.77', '2001:db8:1:2::3'] as const;
const NETWORKS: readonly unknown[] = ['203.0.113.0/24', '2001:db8:1::/48'];
/** Each is typed somewhere, and must be in no line. */
const SECRETS = ['typed wrong', 'guessed word', 'a whole new secret', 'mistyped-name', '?key=1'];

let site: SetUpSite;
let calls = 0;
/** The lines of a site whose limits are used up. */
const throttled: string[] = [];
beforeAll(async () => {
  // Silent: the lines of the audit do not depend on the level.
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' } });
});
afterAll(() => site[Symbol.asyncDispose]());

function call(route: Route, fields: object, token = site.token): Promise<Response> {
  calls += 1;
  return site.fetch(route.path, {
    method: route.methods.includes('POST') ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': ADDRESSES[calls % 2]!,
    },
    ...(route.methods.includes('POST') && { body: JSON.stringify(fields) }),
  });
}

type Line = Readonly<Record<string, unknown>>;

function readLines(): Line[] {
  return site.audit.map((line) => JSON.parse(line) as Line);
}

const isChange = ({ action }: { readonly action?: unknown }): boolean =>
  !/refused|failed/.test(String(action));

/** The lines that `act` adds: action, actor and target. */
async function linesOf(act: () => Promise<unknown>, count: number): Promise<unknown[]> {
  const before = site.audit.length;
  await act();
  // A line follows its answer.
  while (site.audit.length < before + count) await new Promise(setImmediate);
  return readLines()
    .slice(before)
    .map(({ action, actor, target }) => [action, actor, target]);
}

test('logins, refusals, tokens and settings leave one line each, without secrets', async () => {
  const { id } = await create(site, { short_url: 'gate', password: 'right', title: 'x' });
  const other = { username: admin.username, password: 'typed wrong' };
  expect(await linesOf(() => call(login, other), 1)).toEqual([['login.failed', 'ada', null]]);
  const unknown = { username: 'mistyped-name', password: admin.password };
  expect(await linesOf(() => call(login, unknown), 1)).toEqual([['login.failed', 'unknown', null]]);
  const account = { kind: 'account', id: 1, name: 'ada' };
  expect(await linesOf(() => call(login, admin), 1)).toEqual([['login.in', 'ada', account]]);
  const body = new URLSearchParams({ password: 'guessed word' });
  const headers = { 'x-forwarded-for': ADDRESSES[0] };
  expect(
    await linesOf(() => site.fetch('/gate?key=1', { method: 'POST', body, headers }), 1),
  ).toEqual([['link.password_refused', 'guest', { kind: 'link', id, name: 'gate' }]]);
  const token = { kind: 'token', id: 1, name: 'default' };
  expect(await linesOf(() => call(createToken, {}), 1)).toEqual([['token.made', 'ada', token]]);
  expect(await linesOf(() => call(changeToken, {}), 2)).toEqual([
    ['token.ended', 'ada', token],
    ['token.made', 'ada', token],
  ]);
  const option = { key: 'analytics', value: '{"secret":"?key=1"}' };
  expect(await linesOf(() => call(setOption, option), 1)).toEqual([
    ['setting.changed', 'ada', { kind: 'setting', name: 'analytics' }],
  ]);
  const domain = { kind: 'domain', name: 's.example' };
  expect(await linesOf(() => call(addDomain, { host: 's.example' }), 1)).toEqual([
    ['domain.added', 'ada', domain],
  ]);
  expect(await linesOf(() => call(deleteDomain, { host: 's.example' }), 1)).toEqual([
    ['domain.deleted', 'ada', domain],
  ]);
  const { id: typedId } = await create(site, { short_url: 'typed', title: 'x' });
  const typed = `${site.url}typed`;
  expect(await linesOf(() => call(deleteLink, { short_url: `${typed}?key=1#part` }), 1)).toEqual([
    ['link.deleted', 'ada', { kind: 'link', id: typedId, name: 'typed' }],
  ]);
  expect(await linesOf(() => call(deleteLinks, { ids: [id] }), 1)).toEqual([
    ['link.deleted', 'ada', { kind: 'links', name: '1' }],
  ]);
  const same = { short_url: 'gate', long_url: 'https://example.com/target', restore: 1 };
  expect(await linesOf(() => call(createLink, same), 1)).toEqual([
    ['link.restored', 'ada', { kind: 'links', name: '1' }],
  ]);
  const wrong = { old_password: 'typed wrong', new_password: 'a whole new secret' };
  expect(await linesOf(() => call(changePassword, wrong), 1)).toEqual([
    ['account.password_refused', 'ada', null],
  ]);
  const right = { old_password: admin.password, new_password: 'a whole new secret' };
  expect(await linesOf(() => call(changePassword, right), 3)).toEqual([
    ['account.password', 'ada', account],
    ['login.ended', 'ada', { kind: 'login', name: 'all others' }],
    ['token.ended', 'ada', token],
  ]);
  expect(await linesOf(() => call(logout, {}), 1)).toEqual([['login.out', 'ada', null]]);
  for (const line of readLines().slice(2)) {
    expect(Object.keys(line)).toEqual(['audit', 'at', 'action', 'actor', 'network', 'target']);
    expect(line['audit']).toBeTrue();
    expect(Math.abs(Number(line['at']) - Date.now() / 1000)).toBeLessThan(60);
    expect(NETWORKS).toContain(line['network']);
  }
  const engine = await openTestEngine(site.dataDir);
  const rows = await engine.db.selectFrom('audit').selectAll().orderBy('id').execute();
  await engine.close();
  // Refusals are grouped: another test has their rows.
  const changes = readLines().filter(isChange);
  const stored: unknown[] = rows
    .filter(isChange)
    .map((row) => [row.action, row.actor_name, row.network]);
  const printed = changes.map(({ action, actor, network }) => [action, actor, network]);
  expect(stored.slice(-12)).toEqual(printed.slice(-12));
  const setting = rows.find(({ action }) => action === 'setting.changed')!;
  expect([setting.actor_kind, setting.actor_id]).toEqual(['account', 1]);
  expect([setting.former, setting.present]).toEqual(['', option.value]);
  const text = JSON.stringify([site.audit, rows.filter((row) => row !== setting)]);
  for (const secret of [...SECRETS, ...ADDRESSES, admin.password, site.token, 'web-', 'sk-']) {
    expect(text).not.toContain(secret);
  }
});

test('the set-up by ADMIN_ variables leaves a line, and a later start none', async () => {
  const { username, email, password } = admin;
  const env = { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const dataDir = createDataDir();
  const starts: unknown[] = [];
  for (let start = 0; start < 2; start += 1) {
    await using own = await TestSite.open({ env, dataDir });
    starts.push(own.audit.map((line) => JSON.parse(line) as Line));
  }
  const target = { kind: 'account', name: username };
  const joined = { action: 'account.joined', actor: 'system', network: '', target };
  expect(starts).toMatchObject([[joined], []]);
  rmSync(dataDir, { recursive: true });
});

test('wrong API tokens leave lines, at most 30 of a network and 300 of all in ten minutes', async () => {
  await using own = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const ask = async (address: string, token: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    expect((await own.fetch('/api/urls', { headers })).status).toBe(401);
  };
  const countLines = (network: string): number =>
    own.audit.filter((line) => line.includes(`"${network}","target":null`)).length;
  // A tab whose login ended asks with it for a while.
  await ask('203.0.113.1', `web-${'x'.repeat(40)}`);
  expect(countLines('203.0.113.0/24')).toBe(0);
  for (let host = 1; host <= 40; host += 1) await ask(`203.0.113.${host}`, `sk-${host}`);
  expect(JSON.parse(own.audit.at(-1)!)).toMatchObject({
    action: 'token.refused',
    actor: 'unknown',
  });
  expect(countLines('203.0.113.0/24')).toBe(30);
  await ask('198.51.100.1', 'sk-other');
  await ask('198.51.100.1', 'of-no-kind');
  expect(countLines('198.51.100.0/24')).toBe(2);
  for (let network = 0; network < 300; network += 1) {
    await ask(`2001:db8:${network.toString(16)}::1`, 'sk-many');
  }
  expect(own.audit.filter((line) => line.includes('token.refused'))).toHaveLength(300);
  expect(own.audit.join('')).not.toContain('sk-');
  await own.call(logout, {}, own.token);
  while (!own.audit.at(-1)!.includes('login.out')) await new Promise(setImmediate);
  const counted = own.audit.slice(1).map((line) => JSON.parse(line) as Line);
  const skipped = counted.filter(({ action }) => action === 'audit.skipped');
  // 10 of the first network were left out before a line of the second.
  expect(skipped.map(({ actor, network, target }) => [actor, network, target])).toEqual([
    ['system', '', { kind: 'lines', name: '10' }],
    ['system', '', { kind: 'lines', name: '32' }],
  ]);
});

test('an API token on a call that needs a login leaves a line', async () => {
  await using own = await openSetUpSite();
  const { data } = await own.call(createToken, {}, own.token);
  const headers = { authorization: `Bearer ${(data as { token: string }).token}` };
  expect((await own.fetch('/api/backup', { headers })).status).toBe(403);
  expect(JSON.parse(own.audit.at(-1)!)).toMatchObject({
    action: 'access.refused',
    actor: 'api-token',
    target: { kind: 'call', name: '/api/backup' },
  });
});

test('each kind of 429 leaves a line', async () => {
  await using own = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const { id } = await create(own, { short_url: 'locked', password: 'right', title: 'x' });
  const value = JSON.stringify({ allowed: true, per_hour: 1 });
  await own.call(setOption, { key: 'anonymous_creation', value }, own.token);
  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    own.fetch(path, {
      method: 'POST',
      headers: { 'x-forwarded-for': ADDRESSES[0] },
      body: new URLSearchParams(fields),
    });
  let visits = 0;
  const sent: readonly (() => Promise<Response>)[] = [
    () => post(login.path, { username: admin.username, password: 'typed wrong' }),
    () => post('/locked', { password: 'guessed word' }),
    () => {
      visits += 1;
      return own.fetch(`/unknown-${visits}`, { headers: { 'x-forwarded-for': ADDRESSES[0] } });
    },
    () => post(createLink.path, { long_url: 'https://example.com/guest' }),
  ];
  for (const send of sent) while ((await send()).status !== 429);
  const read = (): unknown[] =>
    own.audit
      .map((line) => JSON.parse(line) as Line)
      .filter(({ action }) => String(action).endsWith('throttled'))
      .map(({ action, actor, target }) => [action, actor, target]);
  while (read().length < sent.length) await new Promise(setImmediate);
  expect(read()).toEqual([
    ['login.throttled', 'ada', null],
    ['link.password_throttled', 'guest', { kind: 'link', id, name: 'locked' }],
    ['access.throttled', 'guest', { kind: 'visit', name: 'unknown codes' }],
    ['access.throttled', 'guest', { kind: 'call', name: createLink.path }],
  ]);
  await own.call(addTotp, { code: '000000' }, own.token);
  while (!own.audit.at(-1)!.includes('login.factor_failed')) await new Promise(setImmediate);
  throttled.push(...own.audit);
});

test('the fail2ban filter of the docs finds logins and passwords that were refused or throttled, and nothing else', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const filter = /```ini\n# [^\n]*filter\.d\/brisk\.conf\n([^`]*)```/.exec(page)![1]!;
  const directory = mkdtempSync(join(tmpdir(), 'brisk-fail2ban-'));
  try {
    const forged = JSON.stringify({ level: 50, err: site.audit[0], msg: 'request failed' });
    const audit = [...site.audit, ...throttled];
    const prefixed = audit.map((line) => `Nov 26 10:00:00 host brisk[1]: ${line}`);
    for (const lines of [audit, prefixed]) {
      writeFileSync(join(directory, 'log'), `${lines.join('')}${forged}\n`);
      writeFileSync(join(directory, 'brisk.conf'), filter);
      const files = [join(directory, 'log'), join(directory, 'brisk.conf')];
      const command = ['fail2ban-regex', '--out', 'id', ...files];
      const { stdout, exitCode } = Bun.spawnSync(command);
      expect(exitCode).toBe(0);
      const guesses = /^login\.(?:failed|factor_failed|throttled)$|password_/;
      const found = audit.map((line) => JSON.parse(line) as Line);
      const refused = found.filter(({ action }) => guesses.test(String(action)));
      expect(new Set(refused.map(({ action }) => action)).size).toBe(6);
      expect(stdout.toString().trim().split('\n')).toEqual(
        refused.map(({ network }) => String(network)),
      );
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
