import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import { createLink, listLinks } from '../../../contracts/links/links.ts';
import { exportAudit, listAudit, type AuditRow } from '../../../contracts/people/audit.ts';
import * as people from '../../../contracts/people/people.ts';
import { confirmSession, endSessions } from '../../../contracts/people/sessions.ts';
import * as tokens from '../../../contracts/people/tokens.ts';
import { setOption } from '../../../contracts/site.ts';
import { openAudit } from '../../../server/audit/audit.routes.ts';
import { Site } from '../../../server/site/site.ts';
import type { Route } from '../../../contracts/route.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';
import { addPerson, createToken, expectData, inDatabase, logIn, PASSWORD } from './people-steps.ts';

let site: SetUpSite;

beforeEach(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterEach(() => site[Symbol.asyncDispose]());

const grace = { username: 'grace', role: 'editor' } as const;

async function readRows(fields: object = {}, token = site.token): Promise<readonly AuditRow[]> {
  const sent = { limit: 200, ...fields };
  return (await expectData<{ rows: AuditRow[] }>(site, listAudit, sent, token)).rows;
}

/** The rows that a call adds, the oldest first. */
async function rowsOf(
  route: Route,
  fields: object,
  token = site.token,
): Promise<readonly AuditRow[]> {
  const [newest] = await readRows({ limit: 1 });
  await expectData(site, route, fields, token);
  return (await readRows()).filter(({ id }) => id > newest!.id).toReversed();
}

/** The refusals of an action: a row follows its answer. */
async function waitForTimes(action: string, times: number): Promise<readonly AuditRow[]> {
  for (;;) {
    const rows = await readRows({ action });
    if (rows.reduce((sum, row) => sum + row.times, 0) >= times) return rows;
  }
}

test('each change of an account leaves one row, with the values before and after', async () => {
  const { id, token } = await addPerson(site, grace);
  const invited = (await readRows()).filter(({ action }) => action.startsWith('account.'));
  expect(invited.map(({ action, actor, to }) => [action, actor.name, to])).toEqual([
    ['account.joined', 'grace', { role: 'editor', kind: 'person' }],
    ['account.invited', admin.username, { role: 'editor' }],
    ['account.joined', admin.username, null],
  ]);
  const target = { kind: 'account', id, name: 'grace' };
  const owner = { kind: 'account', id: 1, name: admin.username };
  const ofRole = await rowsOf(people.setRole, { id, role: 'author', sees_all: 1 });
  expect(ofRole).toMatchObject([
    {
      action: 'account.role',
      actor: owner,
      way: 'login',
      target,
      from: { role: 'editor', sees_all: 0 },
      to: { role: 'author', sees_all: 1 },
      times: 1,
    },
  ]);
  expect(await rowsOf(people.disableAccount, { id })).toMatchObject([
    { action: 'account.disabled', from: { is_active: 1 }, to: { is_active: 0 }, target },
  ]);
  expect(await rowsOf(people.enableAccount, { id })).toMatchObject([{ action: 'account.enabled' }]);
  expect(await rowsOf(people.makeResetLink, { id })).toMatchObject([
    { action: 'account.reset_link', target },
  ]);
  const again = await logIn(site, 'grace');
  const profile = { email: 'g@example.com', password: PASSWORD };
  expect(await rowsOf(account.setAccount, profile, again)).toMatchObject([
    {
      action: 'account.changed',
      from: { email: 'grace@example.com' },
      to: { email: 'g@example.com' },
    },
  ]);
  expect(await rowsOf(confirmSession, { password: PASSWORD }, again)).toMatchObject([
    { action: 'login.confirmed' },
  ]);
  expect(await rowsOf(endSessions, { others: 1 }, again)).toMatchObject([
    { action: 'login.ended', to: { logins: 1 } },
  ]);
  expect((await site.send(listLinks, {}, token)).status).toBe(401);
  expect(await rowsOf(people.deleteAccount, { id, links_to: 0 })).toMatchObject([
    { action: 'account.disabled' },
    {
      action: 'account.deleted',
      target: { id, name: `deleted account ${id}` },
      to: { links: 0, links_to: 0 },
    },
  ]);
});

test('each change of a token leaves one row, and the way of a program is named', async () => {
  const fields = { name: 'reports', scopes: ['links:read', 'audit:read'] };
  expect(await rowsOf(tokens.createNamedToken, fields)).toMatchObject([
    { action: 'token.made', target: { kind: 'token', name: 'reports' } },
  ]);
  const [row] = await expectData<{ id: number }[]>(site, tokens.listTokens, {}, site.token);
  const { id } = row!;
  expect(await rowsOf(tokens.setToken, { id, per_minute: 7 })).toMatchObject([
    { action: 'token.changed', from: { per_minute: 0 }, to: { per_minute: 7 } },
  ]);
  expect(await rowsOf(tokens.endToken, { id })).toMatchObject([{ action: 'token.ended' }]);
  const service = { username: 'robot', role: 'editor' };
  const robot = await expectData<{ id: number }>(site, people.addService, service, site.token);
  const named = await createToken(site, site.token, { scopes: ['audit:read'], account: robot.id });
  await site.fetch('/api/audit/export', { headers: { authorization: `Bearer ${named}` } });
  expect(await readRows({ action: 'audit' })).toMatchObject([
    {
      action: 'audit.exported',
      actor: { kind: 'service', id: robot.id, name: 'robot' },
      way: 'api-token',
      token: 'reports',
    },
  ]);
});

describe('refusals', () => {
  test('of logins have one row for each account, network and hour, with their number', async () => {
    await addPerson(site, grace);
    const send = (username: string, address: string) =>
      site.fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ username, password: 'planted secret' }),
      });
    for (const address of ['203.0.113.1', '203.0.113.2', '198.51.100.1']) {
      await send('grace', address);
      await send('plantedname', address);
    }
    const rows = await waitForTimes('login.failed', 6);
    const seen = rows.map(({ target, network, times }) => [target?.name, network, times]);
    expect(seen.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['grace', '198.51.100.0/24', 1],
      ['grace', '203.0.113.0/24', 2],
      ['unknown', '198.51.100.0/24', 1],
      ['unknown', '203.0.113.0/24', 2],
    ]);
    expect(JSON.stringify([rows, site.audit])).not.toContain('planted');
  });

  test('by role and by scope, and wrong passwords of links, are grouped too', async () => {
    const viewer = await addPerson(site, { username: 'viewer1', role: 'viewer' });
    const token = await createToken(site, site.token, { scopes: ['links:read'] });
    const fields = { long_url: 'https://example.com/', short_url: 'gate', password: 'right one' };
    await expectData(site, createLink, fields, site.token);
    for (let time = 0; time < 3; time += 1) {
      await site.send(createLink, fields, viewer.token);
      await site.send(createLink, fields, token);
      const body = new URLSearchParams({ password: 'planted secret' });
      await site.fetch('/gate', { method: 'POST', body });
    }
    const refused = await waitForTimes('access.refused', 6);
    const target = { kind: 'call', id: 0, name: createLink.path };
    expect(refused.toSorted((one, other) => one.actor.id - other.actor.id)).toMatchObject([
      { actor: { name: admin.username }, token: 'reports', way: 'api-token', target, times: 3 },
      { actor: { name: 'viewer1' }, token: '', way: 'login', target, times: 3 },
    ]);
    expect(await waitForTimes('link.password_refused', 3)).toMatchObject([
      { actor: { kind: 'guest' }, target: { kind: 'link', name: 'gate' }, times: 3 },
    ]);
  });
});

test('an editor and a viewer read their own rows only', async () => {
  for (const person of [grace, { username: 'viewer1', role: 'viewer' } as const]) {
    const { id, token } = await addPerson(site, person);
    const rows = await readRows({}, token);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ actor }) => actor.id))).toEqual(new Set([id]));
    expect(await readRows({ actor: 1 }, token)).toEqual([]);
    const file = await site.fetch('/api/audit/export?format=json', {
      headers: { authorization: `Bearer ${token}` },
    });
    const exported = (await file.json()) as AuditRow[];
    expect(new Set(exported.map(({ actor }) => actor.id))).toEqual(new Set([id]));
  }
});

test('filters find rows by account, group, target and time', async () => {
  const { id } = await addPerson(site, grace);
  expect(await readRows({ actor: id, action: 'login' })).toHaveLength(1);
  expect(await readRows({ target: `account:${id}`, action: 'account.joined' })).toHaveLength(1);
  const { total } = await expectData<{ total: number }>(site, listAudit, { limit: 1 }, site.token);
  expect(total).toBeGreaterThan(3);
  const soon = Math.floor(Date.now() / 1000) + 60;
  expect(await readRows({ from: soon })).toEqual([]);
  expect((await readRows({ until: soon })).length).toBe(total);
});

test('an export has each row, and no cell of it is a formula', async () => {
  const name = '=HYPERLINK("https://evil.example")';
  const fields = { name, scopes: ['links:read'] };
  await expectData(site, tokens.createNamedToken, fields, site.token);
  const read = async (format: string) => {
    const headers = { authorization: `Bearer ${site.token}` };
    return (await site.fetch(`${exportAudit.path}?format=${format}`, { headers })).text();
  };
  const csv = await read('csv');
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(csv).not.toMatch(/(?:^|[,\r\n"])[=@+]/m);
  const rows = JSON.parse(await read('json')) as AuditRow[];
  const listed = await readRows();
  expect(rows).toEqual(listed.slice(-rows.length));
  expect(rows[0]!.action).toBe('audit.exported');
});

test('rows end after the days that the setting says', async () => {
  await expectData(site, setOption, { key: 'audit_days', value: '30' }, site.token);
  const { past, kept } = await inDatabase(site, async (engine) => {
    const ids = engine.db.selectFrom('audit').select('id').orderBy('id');
    const [oldest, next] = await ids.execute();
    for (const [row, days] of [
      [oldest!, 31],
      [next!, 29],
    ] as const) {
      const at = Math.floor(Date.now() / 1000) - days * 86_400;
      await engine.db.updateTable('audit').set({ at }).where('id', '=', row.id).execute();
    }
    const present = await Site.open(engine);
    const days = () => present.settings.audit_days;
    const { jobs = [] } = openAudit({
      engine,
      days,
      onError: (error) => {
        throw error;
      },
    });
    for (const job of jobs) await job.run();
    const left = new Set((await ids.execute()).map(({ id }) => id));
    return { past: left.has(oldest!.id), kept: left.has(next!.id) };
  });
  expect([past, kept]).toEqual([false, true]);
});
