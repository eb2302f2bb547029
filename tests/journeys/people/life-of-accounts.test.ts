import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import { getOwnData } from '../../../contracts/export.ts';
import { createLink, listLinks, type Link } from '../../../contracts/links/links.ts';
import { listDeleted } from '../../../contracts/links/bin.ts';
import { removeFactors } from '../../../contracts/people/factors.ts';
import * as people from '../../../contracts/people/people.ts';
import { listSessions } from '../../../contracts/people/sessions.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { drain, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';
import { readTables } from '../stored-bytes.ts';
import {
  addPerson,
  createToken,
  expectData,
  findId,
  inDatabase,
  invite,
  logIn,
  PASSWORD,
  type Person,
} from './people-steps.ts';

let site: SetUpSite;

beforeEach(async () => {
  site = await openSetUpSite();
});
afterEach(() => site[Symbol.asyncDispose]());

const grace = { username: 'grace', role: 'editor' } as const;

function join(link: string, username: string) {
  return site.call(people.join, { link, username, password: PASSWORD });
}

/** As if so many seconds had passed since the link was made. */
function ageLinks(seconds: number): Promise<unknown> {
  return inDatabase(site, (engine) =>
    engine.db
      .updateTable('one_time_link')
      .set((of) => ({ expires_at: of('expires_at', '-', seconds) }))
      .execute(),
  );
}

const statusOf = async (token: string) => (await site.send(listLinks, {}, token)).status;

async function makeLink({ id }: Person): Promise<string> {
  return (await expectData<{ link: string }>(site, people.makeResetLink, { id }, site.token)).link;
}

const planted = { username: 'plantedname', role: 'editor' } as const;

/** Each with a click, and a former name of the person. */
async function prepare(): Promise<Person> {
  const person = await addPerson(site, planted);
  for (const short_url of ['one', 'two']) {
    const fields = { long_url: `https://example.com/${short_url}`, short_url };
    await expectData(site, createLink, fields, person.token);
    await site.fetch(`/${short_url}`);
  }
  const fields = { username: 'plantedagain', password: PASSWORD };
  await expectData(site, account.setAccount, fields, person.token);
  await site.call(account.login, { username: 'plantedagain', password: 'wrong' });
  await drain(site);
  return person;
}

async function clicks(): Promise<number> {
  const report = await expectData<{ clicks: number }>(
    site,
    getReport,
    { period: 'all', audience: 'all' },
    site.token,
  );
  return report.clicks;
}

describe('an invitation', () => {
  test('tells what it is for, makes one account with its role, and is over', async () => {
    const link = await invite(site, grace);
    expect((await site.call(people.lookAtLink, { link })).data).toEqual({
      kind: 'invitation',
      email: 'grace@example.com',
      username: '',
      role: 'editor',
      invited_by: admin.username,
      takes_password: 1,
      password_min: 8,
    });
    expect((await join(link, 'grace')).code).toBe(200);
    expect((await join(link, 'another')).msg).toBe('invitation.invalid');
    expect((await site.call(people.lookAtLink, { link })).msg).toBe('invitation.invalid');
    expect(await expectData<unknown[]>(site, people.listInvitations, {}, site.token)).toEqual([]);
  });

  test('lasts 7 days', async () => {
    const link = await invite(site, grace);
    await ageLinks(7 * 24 * 3600 - 60);
    expect((await site.call(people.lookAtLink, { link })).code).toBe(200);
    await ageLinks(60);
    expect((await join(link, 'grace')).msg).toBe('invitation.invalid');
  });

  test('that is used by many at once makes one account', async () => {
    const link = await invite(site, grace);
    const count = chooseForRun(8, 50);
    const names = Array.from({ length: count }, (_, index) => `grace${index}`);
    const answers = await Promise.all(names.map((name) => join(link, name)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const accounts = await expectData<unknown[]>(site, people.listAccounts, {}, site.token);
    expect(accounts).toHaveLength(2);
  });

  test('that the inviter ends does not work', async () => {
    const link = await invite(site, grace);
    const [open] = await expectData<{ id: string }[]>(site, people.listInvitations, {}, site.token);
    await expectData(site, people.endInvitation, { id: open!.id }, site.token);
    expect((await join(link, 'grace')).msg).toBe('invitation.invalid');
  });

  test('of an admin makes no owner and no admin', async () => {
    const { token } = await addPerson(site, { username: 'root', role: 'admin' });
    for (const role of ['owner', 'admin'] as const) {
      const fields = { email: 'x@example.com', role };
      expect((await site.send(people.inviteAccount, fields, token)).status).toBe(403);
    }
    const fields = { email: 'x@example.com', role: 'editor' };
    expect((await site.call(people.inviteAccount, fields, token)).code).toBe(200);
  });

  test('refuses a taken name, a short password and a common one, and stays open', async () => {
    const link = await invite(site, grace);
    const tried = async (fields: object) =>
      (await site.call(people.join, { link, username: 'grace', password: PASSWORD, ...fields }))
        .msg;
    expect(await tried({ username: admin.username })).toBe('account.exists');
    expect(await tried({ password: 'sho7t!!' })).toBe('password.not.allow');
    expect(await tried({ password: 'password1' })).toBe('password.too.common');
    expect(await tried({ password: 'grace@example.com' })).toBe('password.too.common');
    expect(await tried({})).toBe('success');
  });
});

describe('a link for a new password', () => {
  test('ends all logins and the default token, and leaves named tokens', async () => {
    const person = await addPerson(site, grace);
    const other = await logIn(site, 'grace');
    const named = await createToken(site, person.token, { scopes: ['links:read'] });
    const shown = await expectData<{ token: string }>(site, account.createToken, {}, person.token);
    const link = await makeLink(person);
    const used = await site.call(people.join, { link, password: 'quite another one' });
    expect(used.code).toBe(200);
    for (const token of [person.token, other, shown.token]) expect(await statusOf(token)).toBe(401);
    for (const token of [named, (used.data as { token: string }).token]) {
      expect(await statusOf(token)).toBe(200);
    }
    expect((await site.call(account.login, { username: 'grace', password: PASSWORD })).code).toBe(
      400,
    );
    expect((await site.call(people.join, { link, password: 'a third password' })).msg).toBe(
      'invitation.invalid',
    );
  });

  test('lasts an hour, and ends with a newer one, a new role and a new password', async () => {
    const person = await addPerson(site, grace);
    const isDead = async (link: string) =>
      (await site.call(people.lookAtLink, { link })).msg === 'invitation.invalid';
    const first = await makeLink(person);
    await ageLinks(3600 - 60);
    expect(await isDead(first)).toBe(false);
    await ageLinks(60);
    expect(await isDead(first)).toBe(true);
    const second = await makeLink(person);
    const third = await makeLink(person);
    expect([await isDead(second), await isDead(third)]).toEqual([true, false]);
    await expectData(site, people.setRole, { id: person.id, role: 'viewer' }, site.token);
    expect(await isDead(third)).toBe(true);
    const fourth = await makeLink(person);
    const fields = { old_password: PASSWORD, new_password: 'quite another one' };
    await expectData(site, account.changePassword, fields, person.token);
    expect(await isDead(fourth)).toBe(true);
  });
});

test('a changed role rules the next call of a login and of a token', async () => {
  const person = await addPerson(site, grace);
  const token = await createToken(site, person.token, { scopes: ['links:create'] });
  const create = async (by: string) =>
    (await site.send(createLink, { long_url: 'https://example.com/' }, by)).status;
  expect([await create(person.token), await create(token)]).toEqual([200, 200]);
  await expectData(site, people.setRole, { id: person.id, role: 'viewer' }, site.token);
  expect([await create(person.token), await create(token)]).toEqual([403, 403]);
});

test('a disabled account has no logins and no tokens until it is enabled', async () => {
  const person = await addPerson(site, grace);
  const named = await createToken(site, person.token, { scopes: ['links:read'] });
  await expectData(
    site,
    createLink,
    { long_url: 'https://a.example/', short_url: 'kept' },
    person.token,
  );
  await expectData(site, people.disableAccount, { id: person.id }, site.token);
  expect([await statusOf(person.token), await statusOf(named)]).toEqual([401, 401]);
  const login = () => site.call(account.login, { username: 'grace', password: PASSWORD });
  expect((await login()).msg).toBe('account.disabled');
  expect((await site.fetch('/kept')).status).toBe(302);
  await expectData(site, people.enableAccount, { id: person.id }, site.token);
  expect([await statusOf(person.token), await statusOf(named)]).toEqual([401, 200]);
  expect((await login()).code).toBe(200);
});

describe('a deleted account', () => {
  test.each([
    ['another account', 1, 2, 0],
    ['nobody', 0, 2, 0],
    ['the bin', 'bin', 0, 2],
  ] as const)('leaves its links to %s', async (_, links_to, listed, binned) => {
    const { id } = await prepare();
    const before = await clicks();
    expect(before).toBe(2);
    const sent = { id, links_to };
    expect(await expectData<object>(site, people.deleteAccount, sent, site.token)).toEqual({
      links: 2,
    });
    const rows = await expectData<{ urls: Link[] }>(site, listLinks, {}, site.token);
    expect(rows.urls).toHaveLength(listed);
    const bin = await expectData<{ total: number }>(site, listDeleted, {}, site.token);
    expect(bin.total).toBe(binned);
    const owners = await inDatabase(site, (engine) =>
      engine.db
        .selectFrom(binned > 0 ? 'deleted_link' : 'link')
        .select('owner_id')
        .execute(),
    );
    expect(owners).toEqual(
      Array.from({ length: 2 }, () => ({ owner_id: links_to === 'bin' ? 0 : links_to })),
    );
    expect(await findId(site, 'plantedagain')).toBe(0);
    // What is counted stays.
    expect(await clicks()).toBe(before);
    expect((await site.fetch('/one')).status).toBe(listed > 0 ? 302 : 404);
  });

  test('is found nowhere by its names and its e-mail address', async () => {
    const { id, token } = await prepare();
    const holds = async () => {
      const texts = (await readTables(site.dataDir)).map((bytes) => bytes.toString());
      return texts.filter((text) => /planted(?:name|again)/.test(text));
    };
    expect((await holds()).length).toBeGreaterThan(5);
    await expectData(site, people.deleteAccount, { id }, site.token);
    expect(await holds()).toEqual([]);
    expect(await statusOf(token)).toBe(401);
    const { rows } = await inDatabase(site, async ({ db }) => ({
      rows: await db.selectFrom('audit').selectAll().where('actor_id', '=', id).execute(),
    }));
    expect(new Set(rows.map((row) => row.actor_name))).toEqual(new Set([`deleted account ${id}`]));
  });
});

describe('the last owner', () => {
  test('is neither demoted nor disabled nor deleted, and nobody changes themselves', async () => {
    const second = await addPerson(site, { username: 'second', role: 'owner' });
    const demote = (id: number, by: string) =>
      site.call(people.setRole, { id, role: 'viewer' }, by);
    expect((await demote(second.id, second.token)).msg).toBe('not.allowed');
    expect((await demote(1, second.token)).code).toBe(200);
    const by = { call: site.call.bind(site), token: second.token };
    const root = await addPerson(by, { username: 'root', role: 'admin' });
    for (const route of [people.disableAccount, people.deleteAccount]) {
      expect((await site.send(route, { id: second.id }, root.token)).status).toBe(403);
    }
  });

  test('stays when owners demote and delete each other at once', async () => {
    const owners = [
      { id: 1, token: site.token },
      await addPerson(site, { username: 'second', role: 'owner' }),
      await addPerson(site, { username: 'third', role: 'owner' }),
    ];
    const calls = Array.from({ length: chooseForRun(12, 50) }, (_, index) => {
      const by = owners[index % 3]!;
      const { id } = owners[(index + 1 + (index % 2)) % 3]!;
      return index % 4 < 2
        ? site.call(people.setRole, { id, role: 'admin' }, by.token)
        : site.call(people.deleteAccount, { id, links_to: 0 }, by.token);
    });
    await Promise.all(calls);
    const left = await inDatabase(site, ({ db }) =>
      db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'owner')
        .where('is_active', '=', 1)
        .execute(),
    );
    expect(left).toHaveLength(1);
  });
});

test('an admin touches neither owners nor admins, not even their logins', async () => {
  const root = await addPerson(site, { username: 'root', role: 'admin' });
  const other = await addPerson(site, { username: 'other', role: 'admin' });
  for (const id of [1, other.id]) {
    const refused = [
      site.send(people.setRole, { id, role: 'viewer' }, root.token),
      site.send(people.disableAccount, { id }, root.token),
      site.send(people.deleteAccount, { id }, root.token),
      site.send(people.makeResetLink, { id }, root.token),
      site.send(removeFactors, { id }, root.token),
      site.send(listSessions, { account: id }, root.token),
    ];
    for (const answer of await Promise.all(refused)) expect(answer.status).toBe(403);
  }
  const fields = { id: root.id, role: 'owner' };
  expect((await site.send(people.setRole, fields, root.token)).status).toBe(403);
});

test('a person gets all of their own as one file, and nothing of others', async () => {
  const person = await addPerson(site, grace);
  await createToken(site, person.token, { scopes: ['links:read'] });
  const fields = { long_url: 'https://example.com/mine', short_url: 'mine' };
  await expectData(site, createLink, fields, person.token);
  const others = { long_url: 'https://example.com/theirs', short_url: 'theirs' };
  await expectData(site, createLink, others, site.token);
  const response = await site.send(getOwnData, {}, person.token);
  expect(response.headers.get('content-disposition')).toContain('brisk-account-');
  const text = await response.text();
  const data = JSON.parse(text) as Record<'sessions' | 'tokens', object[]> & {
    audit: { actor: { id: number } }[];
    links: { links: object[] };
  };
  expect(data).toMatchObject({
    account: { id: person.id, username: 'grace', email: 'grace@example.com', role: 'editor' },
    sessions: [{ is_this: 1 }],
    tokens: [{ name: 'reports', scopes: ['links:read'] }],
    links: { links: [{ short_url: 'mine' }] },
  });
  expect(new Set(data.audit.map(({ actor }) => actor.id))).toEqual(new Set([person.id]));
  for (const secret of ['theirs', 'argon2', person.token, 'token_hash', admin.email]) {
    expect(text).not.toContain(secret);
  }
});
