import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { setAccount } from '../../../contracts/account.ts';
import { importLinks } from '../../../contracts/import.ts';
import * as jobs from '../../../contracts/import-jobs.ts';
import { editLinks } from '../../../contracts/links/bulk.ts';
import { createLink, getLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { deleteTag, listTags, renameTag, setTag } from '../../../contracts/links/tags.ts';
import { listAudit } from '../../../contracts/people/audit.ts';
import * as people from '../../../contracts/people/people.ts';
import { listSessions } from '../../../contracts/people/sessions.ts';
import { createNamedToken, setToken } from '../../../contracts/people/tokens.ts';
import type { Route } from '../../../contracts/route.ts';
import { getSiteInfo, setOption } from '../../../contracts/site.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import { withSlack } from '../../support/promised-time.ts';
import { allRoutes, fieldsOf } from '../all-routes.ts';
import { check } from '../import/import-jobs.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { LiveClicks } from '../statistics/live-clicks.ts';
import { admin } from '../test-site.ts';
import {
  addFactors,
  addPerson,
  createToken,
  expectData,
  findId,
  inDatabase,
  invite,
  PASSWORD,
  type Person,
} from './people-steps.ts';
import { rightsTable } from './rights-table.ts';

let site: SetUpSite;
let author: Person;
let editor: Person;
let root: Person;

beforeAll(async () => {
  site = await openSetUpSite();
  author = await addPerson(site, { username: 'author', role: 'author' });
  editor = await addPerson(site, { username: 'editor', role: 'editor' });
  root = await addPerson(site, { username: 'root', role: 'admin' });
});
afterAll(() => site[Symbol.asyncDispose]());

async function create(short_url: string, by: string, fields: object = {}): Promise<Link> {
  const sent = { long_url: `https://example.com/${short_url}`, short_url, title: 'x', ...fields };
  return expectData<Link>(site, createLink, sent, by);
}

async function roleOf(username: string): Promise<unknown> {
  type Rows = { username: string; role: string; sees_all: number; is_active: number }[];
  const accounts = await expectData<Rows>(site, people.listAccounts, {}, site.token);
  const found = accounts.find((account) => account.username === username);
  return found === undefined ? [] : [found.role, found.sees_all, found.is_active];
}

const HEX = 'f'.repeat(24);
const MISSING = 987_654;

/** What the owner has, by the call that takes its id. `link` and the like are filled in. */
const idCalls: Readonly<Record<string, (id: string | number) => object>> = {
  '/api/get_url_info': (short_url) => ({ short_url }),
  '/api/urls/history': (id) => ({ id }),
  '/api/urls/try': (id) => ({ id }),
  '/api/urls/revert': (id) => ({ id, at: 1 }),
  '/api/update_url/{id}': (id) => ({ id, title: 'taken' }),
  '/api/delete/url': (short_url) => ({ short_url }),
  '/api/delete/urls': (id) => ({ ids: [id] }),
  '/api/urls/restore': (id) => ({ ids: [id] }),
  '/api/urls/bulk': (id) => ({ ids: [id], set: { note: 'taken' } }),
  '/api/urls/bulk/undo': (id) => ({ bulk_id: id }),
  '/api/urls/qr': (short_url) => ({ short_url }),
  '/api/stats/report': (short_url) => ({ short_url, period: '7d' }),
  '/api/stats/export': (short_url) => ({ short_url, period: '7d' }),
  '/api/stats/links': (short_url) => ({ short_url, period: '7d' }),
  '/api/stats/lines': (id) => ({ ids: [id] }),
  '/api/stats/live': (short_url) => ({ short_url }),
  '/api/stats/alerts/dismiss': (id) => ({ ids: [id] }),
  '/api/export': (id) => ({ ids: [id] }),
  '/api/import/outcome': (id) => ({ id: `upload-${id}`.padEnd(16, '-') }),
  '/api/imports': (id) => ({ id }),
  '/api/imports/rows': (id) => ({ id, kind: 'failed' }),
  '/api/imports/set': (id) => ({ id, options: '{}' }),
  '/api/imports/start': (id) => ({ id }),
  '/api/imports/stop': (id) => ({ id }),
  '/api/imports/undo': (id) => ({ id }),
  '/api/imports/delete': (id) => ({ id }),
  '/api/sessions': (id) => ({ account: id }),
  '/api/sessions/end': (id) => ({ ids: [id] }),
  '/api/tokens': (id) => ({ account: id }),
  '/api/tokens/create': (id) => ({ account: id, name: 'taken', scopes: ['links:read'] }),
  '/api/tokens/set': (id) => ({ id, name: 'taken' }),
  '/api/tokens/end': (id) => ({ id }),
  '/api/factors/remove': (id) => ({ id }),
  '/api/factors/name': (id) => ({ id, name: 'taken' }),
};

const ID_FIELD = /^(?:id|ids|bulk_id|account|short_url)$/;
const byCode = /get_url_info|delete\/url$|qr$|report$|stats\/(?:export|links|live)$/;
/** Callers of the other calls manage everything that the ids name. */
const taking = allRoutes.filter(
  (route) =>
    fieldsOf(route).some((field) => ID_FIELD.test(field)) &&
    route !== createLink &&
    !['anyone', 'admins', 'owners'].includes(rightsTable[route.path]!.group),
);

async function answer(route: Route, name: string | number, token: string): Promise<string> {
  const response = await site.send(route, idCalls[route.path]!(name), token);
  const text = (await response.text())
    .replaceAll(`"id":${name}`, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b1\d{9}\b/g, 'T');
  return `${response.status} ${text}`;
}

describe('ids of others', () => {
  const kept = [
    'link',
    'deleted_link',
    'link_change',
    'bulk_edit',
    'alert',
    'api_token',
    'factor',
    'import_job',
  ] as const;
  let ids: Readonly<Record<'link' | 'deleted' | 'bulk' | 'alert' | 'token' | 'factor', number>>;
  let job: number;
  let login: string;

  beforeAll(async () => {
    const { id: link } = await create('theirs', site.token);
    const { id: deleted } = await create('deleted', site.token);
    const bulk = { ids: [link, deleted], set: { note: 'theirs' } };
    const { bulk_id } = await expectData<{ bulk_id: number }>(site, editLinks, bulk, site.token);
    await site.call(deleteRoute, { ids: [deleted] }, site.token);
    await createToken(site, site.token, { scopes: ['links:read'], name: 'theirs' });
    await addFactors(site, ({ username }) => username === admin.username);
    const logins = await expectData<{ id: string }[]>(site, listSessions, {}, site.token);
    login = logins[0]!.id;
    job = (await check(site, '{"format":"brisk","version":1,"links":[]}')).id;
    ids = await inDatabase(site, async ({ db }) => {
      const alert = { kind: 'spike', people: 9, usual: 1, created_at: 1, dismissed_at: null };
      await db
        .insertInto('alert')
        .values({ ...alert, kind: 'spike', id: 4711, link_id: link })
        .execute();
      const token = db.selectFrom('api_token').select('id').where('account_id', '=', 1);
      const factor = db.selectFrom('factor').select('id').where('account_id', '=', 1);
      return {
        link,
        deleted,
        bulk: bulk_id,
        alert: 4711,
        token: (await token.executeTakeFirstOrThrow()).id,
        factor: (await factor.executeTakeFirstOrThrow()).id,
      };
    });
  });

  const deleteRoute = allRoutes.find(({ path }) => path === '/api/delete/urls')!;

  /** An id of the owner's, of the kind that the call takes, and one that does not exist. */
  function namesFor(path: string): readonly [string | number, string | number] {
    if (path.startsWith('/api/sessions/')) return [login, HEX];
    if (path === '/api/sessions' || /^\/api\/tokens(?:\/create)?$/.test(path)) return [1, MISSING];
    if (path.startsWith('/api/tokens/')) return [ids.token, MISSING];
    if (path.startsWith('/api/factors/')) return [ids.factor, MISSING];
    if (path.startsWith('/api/import')) return [job, MISSING];
    if (path.startsWith('/api/stats/alerts')) return [ids.alert, MISSING];
    if (byCode.test(path)) return ['theirs', 'nowhere'];
    if (path === '/api/urls/bulk/undo') return [ids.bulk, MISSING];
    return [path === '/api/urls/restore' ? ids.deleted : ids.link, MISSING];
  }

  const readKept = () =>
    inDatabase(site, async ({ db }) => {
      const tables = kept.map((table) => db.selectFrom(table).selectAll().execute());
      return JSON.stringify(await Promise.all(tables));
    });

  test('the table has each call that takes an id', () => {
    expect(Object.keys(idCalls).toSorted()).toEqual(taking.map(({ path }) => path).toSorted());
  });

  test('answer as if nobody had them, and change nothing', async () => {
    const before = await readKept();
    for (const route of taking) {
      const { token } = rightsTable[route.path]!.group === 'editors' ? editor : author;
      const [theirs, missing] = namesFor(route.path);
      const answers = [await answer(route, theirs, token), await answer(route, missing, token)];
      expect([route.path, answers[0]]).toEqual([route.path, answers[1]]);
    }
    expect(await readKept()).toBe(before);
    const { data } = await site.call(getLink, { short_url: 'theirs' }, site.token);
    expect(data).toMatchObject({ title: 'x', note: 'theirs' });
  });
});

describe('fields of the system', () => {
  const planted = { owner_id: 1, role: 'owner', sees_all: 1, is_active: 1, ip: '198.51.100.66' };

  test('are not taken from an edit, of one link or of many', async () => {
    const { id } = await create('injected', author.token);
    const before = await expectData<Link>(site, getLink, { short_url: 'injected' }, site.token);
    await site.call(updateLink, { id, title: 'x', ...planted, clicks: 9 }, author.token);
    const bulk = { ids: [id], set: { note: '', ...planted } };
    expect((await site.call(editLinks, bulk, editor.token)).code).toBe(400);
    const after = await expectData<Link>(site, getLink, { short_url: 'injected' }, site.token);
    expect({ ...after, updated_at: 0 }).toEqual({ ...before, updated_at: 0 });
  });

  test.each(
    firstInShort([
      ['an invitation', people.join],
      ['one’s own account', setAccount],
    ] as const),
  )('do not come with %s', async (name, route) => {
    const username = `joiner${route.path.length}`;
    const isJoin = route === people.join;
    const link = await invite(site, { username, role: 'viewer' });
    const own = { link, username, password: PASSWORD };
    const { data } = await site.call(people.join, isJoin ? { ...own, ...planted } : own);
    const token = (data as { token?: string } | null)?.token;
    if (!isJoin) {
      await site.call(route, { email: 'x@example.com', password: PASSWORD, ...planted }, token);
    }
    // A call with a field that it does not know may be refused as a whole.
    const account = token === undefined ? [] : ['viewer', 0, 1];
    expect([name, await roleOf(username)]).toEqual([name, account]);
  });

  test('of an imported file belong to links only', async () => {
    const before = await roleOf('editor');
    const file = {
      format: 'brisk',
      version: 1,
      links: [{ short_url: 'from-file', long_url: 'https://example.com/file', id: 1, owner_id: 1 }],
      accounts: [{ id: editor.id, username: 'editor', role: 'owner' }],
      account: { role: 'owner' },
      options: { site_info: { title: 'Taken', header: '<script>1</script>' } },
      settings: { second_factor: 'off' },
    };
    for (const { path } of [importLinks, jobs.uploadJob]) {
      const body = new FormData();
      body.set('file', new File([JSON.stringify(file)], 'links.json'));
      const headers = { authorization: `Bearer ${editor.token}`, 'upload-id': HEX };
      expect((await site.fetch(path, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect(await roleOf('editor')).toEqual(before);
    expect((await site.call(getSiteInfo)).msg).toBe('option.not.found');
    const made = await expectData<Link>(site, getLink, { short_url: 'from-file' }, site.token);
    expect([made.id === 1, made.owner?.username]).toEqual([false, 'editor']);
  });
});

describe('an admin does not become an owner', () => {
  test('by changing the own role, or through another account', async () => {
    const other = await addPerson(site, { username: 'helper', role: 'editor' });
    for (const fields of [
      { id: root.id, role: 'owner' },
      { id: other.id, role: 'owner' },
      { id: other.id, role: 'admin' },
    ]) {
      expect((await site.send(people.setRole, fields, root.token)).status).toBe(403);
    }
    const service = { username: 'robot', role: 'owner' };
    expect((await site.call(people.addService, service, root.token)).code).toBe(400);
    const token = { name: 'x', scopes: ['links:read'], account: 1 };
    expect((await site.send(createNamedToken, token, root.token)).status).toBe(403);
  });

  test('by an option, whatever its key', async () => {
    for (const key of ['account', 'accounts', 'role', 'sso', 'single_sign_on', 'secret_key']) {
      const value = JSON.stringify({ id: root.id, username: 'root', role: 'owner' });
      await site.call(setOption, { key, value }, root.token);
    }
    expect(await roleOf('root')).toEqual(['admin', 0, 1]);
    const { data } = await site.call(people.listAccounts, {}, root.token);
    expect((data as { role: string }[]).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test('by a link that was made before an owner lost the role', async () => {
    const second = await addPerson(site, { username: 'second', role: 'owner' });
    const by = { call: site.call.bind(site), token: second.token };
    const link = await invite(by, { username: 'later', role: 'owner' });
    await expectData(site, people.setRole, { id: second.id, role: 'admin' }, site.token);
    const fields = { link, username: 'later', password: PASSWORD };
    expect((await site.call(people.join, fields)).msg).toBe('invitation.invalid');
    expect(await findId(site, 'later')).toBe(0);
  });
});

test('tags that reach into links of others are for those who edit them', async () => {
  const seer = await addPerson(site, { username: 'seer', role: 'author', sees_all: 1 });
  await create('tagged', site.token, { tags: ['shared', 'theirs'] });
  await create('tagged-too', author.token, { tags: ['shared'] });
  for (const { token } of [author, seer]) {
    for (const [route, fields] of [
      [renameTag, { name: 'shared', to: 'theirs' }],
      [renameTag, { name: 'shared', to: 'mine' }],
      [deleteTag, { name: 'shared' }],
      [setTag, { name: 'shared', color: 'red' }],
    ] as const) {
      expect((await site.send(route, fields, token)).status).toBe(403);
    }
  }
  const own = await expectData<object[]>(site, listTags, {}, author.token);
  expect(own).toMatchObject([{ name: 'shared', links: 1 }]);
  const { id } = await expectData<Link>(site, getLink, { short_url: 'tagged-too' }, author.token);
  await expectData(site, updateLink, { id, tags: [] }, author.token);
  const { tags } = await expectData<Link>(site, getLink, { short_url: 'tagged' }, site.token);
  expect(tags.toSorted()).toEqual(['shared', 'theirs']);
});

testInAll('a token that loses a scope loses its open stream', async () => {
  const token = await createToken(site, site.token, { scopes: ['stats:read'], name: 'stream' });
  const { id } = await inDatabase(site, ({ db }) =>
    db.selectFrom('api_token').select('id').where('name', '=', 'stream').executeTakeFirstOrThrow(),
  );
  await using stream = await LiveClicks.open(site.url, token);
  await expectData(site, setToken, { id, scopes: ['links:read'] }, site.token);
  const since = performance.now();
  await stream.ended();
  expect(performance.now() - since).toBeLessThan(withSlack(10_000));
  const refused = await site.fetch('/api/stats/live', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([refused.status, await refused.json()]).toMatchObject([403, { msg: 'scope.missing' }]);
});

const hostile = [
  'x\n{"audit":true,"action":"login.in","actor":"ada"}',
  'x\r\nx\u2028x\u0000x\u001B[2J',
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
];

describe('texts of callers', () => {
  test.each(firstInShort(hostile))('do not break the audit: %j', async (text) => {
    const lines = site.audit.length;
    const headers = {
      'content-type': 'application/json',
      'user-agent': text.replaceAll(/[^ -~]/g, ' '),
    };
    for (const username of [text, admin.username]) {
      const body = JSON.stringify({ username, password: text });
      await site.fetch('/api/login', { method: 'POST', headers, body });
    }
    await site.call(createNamedToken, { name: text, scopes: ['links:read'] }, site.token);
    await create(`a${lines}`, site.token, { title: text, note: text });
    const written = site.audit.slice(lines);
    expect(written.length).toBeGreaterThan(0);
    for (const line of written) {
      expect(line).toMatch(/^\{\P{Cc}*\}\n$/u);
      expect(JSON.parse(line)).toMatchObject({ audit: true });
    }
    expect(written.filter((line) => line.includes('"action":"login.in"'))).toEqual([]);
  });

  testInAll('are no user name, and stay text in every answer', async () => {
    const link = await invite(site, { username: 'script', role: 'viewer' });
    for (const username of [...hostile, 'аda', 'ada ada', 'ad\u200Ba', 'ａda1\u0301']) {
      const fields = { link, username, password: PASSWORD };
      expect((await site.call(people.join, fields)).msg).toBe('user.name.invalid');
      expect(
        (await site.call(people.addService, { username, role: 'viewer' }, site.token)).msg,
      ).toBe('user.name.invalid');
      expect(
        (await site.call(setAccount, { username, password: PASSWORD }, author.token)).msg,
      ).toBe('user.name.invalid');
    }
    const name = hostile[2]!;
    await site.call(createNamedToken, { name, scopes: ['links:read'] }, site.token);
    for (const path of ['/api/tokens', listAudit.path, '/api/audit/export?format=csv']) {
      const answer = await site.fetch(path, { headers: { authorization: `Bearer ${site.token}` } });
      expect(answer.headers.get('content-type')).toMatch(/^(?:application\/json|text\/csv)/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.text()).toContain('<script>');
    }
    expect(await (await site.fetch('/')).text()).not.toContain('onerror=alert');
  });
});
