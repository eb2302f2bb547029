import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import * as account from '../../contracts/account.ts';
import { emptyBin, listDeleted, purgeDeleted } from '../../contracts/links/bin.ts';
import { editLinks, undoBulk } from '../../contracts/links/bulk.ts';
import { createLinks } from '../../contracts/links/create-many.ts';
import * as domains from '../../contracts/domains.ts';
import { getHistory, revertLink, type Change } from '../../contracts/links/history.ts';
import { SUCCESS } from '../../contracts/envelope.ts';
import { importLinks } from '../../contracts/import.ts';
import * as links from '../../contracts/links/links.ts';
import type { Route } from '../../contracts/route.ts';
import { getInitState, getSiteInfo, setOption } from '../../contracts/site.ts';
import * as stats from '../../contracts/stats/stats.ts';
import { deleteTag, listTags, renameTag, setTag, type Tag } from '../../contracts/links/tags.ts';
import { yourlsRow } from '../import-files/yourls-files.ts';
import { allRoutes } from '../journeys/all-routes.ts';
import { TestProcess } from '../journeys/test-process.ts';
import { admin, createDataDir } from '../journeys/test-site.ts';
import { openTestEngine } from '../support/test-engine.ts';
import { listJobSteps, listViewSteps, type Step } from './kept-jobs.ts';
import { listPeopleSteps } from './kept-people.ts';
import { SiteCaller } from './site-caller.ts';
import { chooseForRun } from '../support/test-run.ts';

const dataDir = createDataDir();
afterAll(() => rmSync(dataDir, { recursive: true }));

/** The environment sets up no administrator, as the set-up is one of the changes. */
const noAdmin = { ADMIN_USERNAME: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

/** Calls that change nothing durable. */
const readers = `
  /api/user/is_login /api/get/appinfo /api/user/get_token /api/urls /api/urls/deleted
  /api/search /api/get_url_info /api/get_url_metadata /api/urls/try /api/urls/qr /api/urls/owners
  /api/domains /api/domains/check /api/domains/ask /api/tags /api/urls/history
  /api/urls/bulk/undoable /api/get/siteinfo /api/option/get_site_info /api/option/get
  /api/export /api/import/outcome /api/backup /api/status /api/stats/report
  /api/stats/export /api/stats/live /api/stats/links /api/stats/lines /api/stats/missed
  /api/stats/alerts /api/views /api/imports /api/imports/rows /api/account /api/account/data
  /api/accounts /api/audit /api/audit/export /api/invitations /api/join/look /api/login/ways
  /api/login/passkey/begin /api/sessions /api/tokens /api/factors/totp/begin
  /api/factors/passkey/begin /api/sso /api/sso/test
`
  .trim()
  .split(/\s+/);

/** These need a provider of single sign-on. They write as other logins and changes of accounts do. */
const withProvider = ['/api/login/sso', '/api/sso/connect', '/api/sso/disconnect'];

const ROWS = 50;
const host = 'go.example';
const link = { short_url: 'poster', long_url: 'https://example.com/one', title: 'One' };
const edited = { ...link, id: 1, long_url: 'https://example.com/two', title: 'Two', tags: ['a'] };
const importFile = JSON.stringify(
  Array.from({ length: ROWS }, (_, index) => yourlsRow(`row${index}`)),
);
const password = 'a new password';

const remembered = { login: '', otherLogin: '', token: '', formerToken: '', bulkId: 0 };

async function call(url: string, route: Route, fields: object = {}, token = remembered.login) {
  return new SiteCaller(url, token === '' ? null : token).call(route, fields);
}

async function tokenOf(answer: Promise<{ code: number; data: unknown }>): Promise<string> {
  const { code, data } = await answer;
  expect(code).toBe(200);
  return (data as { token: string }).token;
}

async function findLink(url: string): Promise<unknown> {
  const { code, data } = await call(url, links.getLink, { short_url: link.short_url });
  return code === 200 ? data : code;
}

async function listTagNames(url: string): Promise<string[]> {
  return ((await call(url, listTags)).data as Tag[]).map(({ name }) => name);
}

async function listDomains(url: string): Promise<unknown> {
  return (await call(url, domains.listDomains)).data;
}

async function countLinks(url: string): Promise<number> {
  return ((await call(url, links.listLinks)).data as { total: number }).total;
}

async function countDeleted(url: string): Promise<number> {
  return ((await call(url, listDeleted)).data as { total: number }).total;
}

/** Adds an alert as the server does after it has checked the visits of a day. */
async function addAlert(): Promise<void> {
  const engine = await openTestEngine(dataDir);
  const now = Math.floor(Date.now() / 1000);
  const alert = { kind: 'spike', people: 70, usual: 2, created_at: now } as const;
  await engine.db
    .insertInto('alert')
    .values({ ...alert, link_id: edited.id })
    .execute();
  await engine.close();
}

async function listAlertIds(url: string): Promise<number[]> {
  const { alerts } = (await call(url, stats.listAlerts)).data as { alerts: stats.Alert[] };
  return alerts.map(({ id }) => id);
}

async function succeed(answer: Promise<{ code: number; msg: string }>): Promise<void> {
  const { code, msg } = await answer;
  expect([code, msg]).toEqual([200, SUCCESS]);
}

const steps: readonly Step[] = [
  {
    route: account.init,
    make: (url) => succeed(call(url, account.init, admin)),
    async check(url) {
      expect((await call(url, getInitState)).data).toEqual({ is_init: 'yes' });
    },
  },
  {
    route: account.login,
    async make(url) {
      remembered.login = await tokenOf(call(url, account.login, admin));
    },
    check: (url) => succeed(call(url, account.checkLogin)),
  },
  {
    route: domains.addDomain,
    make: (url) => succeed(call(url, domains.addDomain, { host })),
    async check(url) {
      expect(await listDomains(url)).toMatchObject([{ host, home_url: '' }]);
    },
  },
  {
    route: domains.setDomain,
    make: (url) => succeed(call(url, domains.setDomain, { host, home_url: link.long_url })),
    async check(url) {
      expect(await listDomains(url)).toMatchObject([{ host, home_url: link.long_url }]);
    },
  },
  {
    route: domains.deleteDomain,
    make: (url) => succeed(call(url, domains.deleteDomain, { host })),
    async check(url) {
      expect(await listDomains(url)).toEqual([]);
    },
  },
  {
    route: links.createLink,
    make: (url) => succeed(call(url, links.createLink, link)),
    async check(url) {
      expect(await findLink(url)).toMatchObject(link);
    },
  },
  {
    route: links.updateLink,
    make: (url) => succeed(call(url, links.updateLink, edited)),
    async check(url) {
      expect(await findLink(url)).toMatchObject(edited);
    },
  },
  {
    route: revertLink,
    async make(url) {
      const { id } = edited;
      await succeed(call(url, links.updateLink, { id, title: 'Three' }));
      const [last] = (await call(url, getHistory, { id })).data as Change[];
      await succeed(call(url, revertLink, { id, at: last!.at }));
    },
    async check(url) {
      expect(await findLink(url)).toMatchObject(edited);
      const changes = (await call(url, getHistory, { id: edited.id })).data as Change[];
      expect(changes[0]).toMatchObject({ field: 'title', from: 'Three' });
    },
  },
  {
    route: editLinks,
    async make(url) {
      const change = { where: { all: 1 }, add_tags: 'bulk', set: { is_active: 0 } };
      const { data } = await call(url, editLinks, change);
      remembered.bulkId = (data as { bulk_id: number }).bulk_id;
    },
    async check(url) {
      expect(await findLink(url)).toMatchObject({ tags: ['a', 'bulk'], is_active: 0 });
    },
  },
  {
    route: undoBulk,
    make: (url) => succeed(call(url, undoBulk, { bulk_id: remembered.bulkId })),
    async check(url) {
      expect(await findLink(url)).toMatchObject({ ...edited, is_active: 1 });
      await succeed(call(url, deleteTag, { name: 'bulk' }));
    },
  },
  {
    route: renameTag,
    async make(url) {
      await succeed(call(url, renameTag, { name: 'a', to: 'b' }));
      edited.tags = ['b'];
    },
    async check(url) {
      expect(await listTagNames(url)).toEqual(['b']);
      expect(await findLink(url)).toMatchObject(edited);
    },
  },
  {
    route: setTag,
    make: (url) => succeed(call(url, setTag, { name: 'b', color: 'teal' })),
    async check(url) {
      expect((await call(url, listTags)).data).toMatchObject([{ name: 'b', color: 'teal' }]);
    },
  },
  {
    route: deleteTag,
    async make(url) {
      await succeed(call(url, deleteTag, { name: 'b' }));
      edited.tags = [];
    },
    async check(url) {
      expect(await listTagNames(url)).toEqual([]);
      expect(await findLink(url)).toMatchObject(edited);
    },
  },
  {
    route: stats.dismissAlerts,
    async make(url) {
      await addAlert();
      const ids = await listAlertIds(url);
      expect(ids).toHaveLength(1);
      await succeed(call(url, stats.dismissAlerts, { ids }));
    },
    async check(url) {
      expect(await listAlertIds(url)).toEqual([]);
    },
  },
  {
    route: links.deleteLink,
    make: (url) => succeed(call(url, links.deleteLink, { short_url: link.short_url })),
    async check(url) {
      expect(await findLink(url)).toBe(404);
    },
  },
  {
    route: links.restoreLinks,
    make: (url) => succeed(call(url, links.restoreLinks, { ids: [edited.id] })),
    async check(url) {
      expect(await findLink(url)).toMatchObject(edited);
    },
  },
  {
    route: links.deleteLinks,
    make: (url) => succeed(call(url, links.deleteLinks, { ids: [edited.id] })),
    async check(url) {
      expect(await findLink(url)).toBe(404);
    },
  },
  {
    route: purgeDeleted,
    make: (url) => succeed(call(url, purgeDeleted, { ids: [edited.id] })),
    async check(url) {
      expect(await countDeleted(url)).toBe(0);
      const again = await call(url, links.createLink, {
        long_url: link.long_url,
        short_url: 'binned',
        title: 'x',
      });
      const { id } = again.data as { id: number };
      await succeed(call(url, links.deleteLinks, { ids: [id] }));
      expect(await countDeleted(url)).toBe(1);
    },
  },
  {
    route: emptyBin,
    make: (url) => succeed(call(url, emptyBin, { confirm: true })),
    async check(url) {
      expect(await countDeleted(url)).toBe(0);
    },
  },
  {
    route: importLinks,
    make: (url) => succeed(call(url, importLinks, { file: importFile })),
    async check(url) {
      expect(await countLinks(url)).toBe(ROWS);
    },
  },
  {
    route: links.clearLinks,
    make: (url) => succeed(call(url, links.clearLinks, { confirm: true })),
    async check(url) {
      expect(await countLinks(url)).toBe(0);
    },
  },
  {
    route: setOption,
    make(url) {
      const value = JSON.stringify({ title: 'Ada’s links' });
      return succeed(call(url, setOption, { key: 'site_info', value }));
    },
    async check(url) {
      expect((await call(url, getSiteInfo)).data).toMatchObject({ title: 'Ada’s links' });
    },
  },
  {
    route: account.createToken,
    async make(url) {
      remembered.token = await tokenOf(call(url, account.createToken));
    },
    check: (url) => succeed(call(url, links.listLinks, {}, remembered.token)),
  },
  {
    route: account.changeToken,
    async make(url) {
      remembered.formerToken = remembered.token;
      remembered.token = await tokenOf(call(url, account.changeToken));
    },
    async check(url) {
      await succeed(call(url, links.listLinks, {}, remembered.token));
      expect((await call(url, links.listLinks, {}, remembered.formerToken)).code).toBe(401);
    },
  },
  ...listViewSteps(() => remembered.login),
  ...listJobSteps(() => remembered.login),
  ...listPeopleSteps(() => remembered.login),
  {
    route: createLinks,
    make: (url) =>
      succeed(call(url, createLinks, { links: [{ ...link, short_url: 'one-of-many' }] })),
    async check(url) {
      await succeed(call(url, links.getLink, { short_url: 'one-of-many' }));
    },
  },
  {
    route: account.setAccount,
    make: (url) =>
      succeed(
        call(url, account.setAccount, { email: 'new@example.com', password: admin.password }),
      ),
    async check(url) {
      const { data } = await call(url, account.getAppInfo);
      expect(data).toMatchObject({ email: 'new@example.com' });
    },
  },
  {
    route: account.changePassword,
    async make(url) {
      remembered.otherLogin = await tokenOf(call(url, account.login, admin));
      const fields = { old_password: admin.password, new_password: password };
      await succeed(call(url, account.changePassword, fields));
    },
    async check(url) {
      await succeed(call(url, account.checkLogin));
      expect((await call(url, account.checkLogin, {}, remembered.otherLogin)).code).toBe(401);
      expect((await call(url, account.login, admin)).msg).toBe('password.error');
      await tokenOf(call(url, account.login, { ...admin, password }));
    },
  },
  {
    route: account.logout,
    make: (url) => succeed(call(url, account.logout)),
    async check(url) {
      expect((await call(url, account.checkLogin)).code).toBe(401);
    },
  },
];

/** Changes between two kills. */
const CHANGES = chooseForRun(9, 1);

test('every acknowledged change survives a kill -9 right after its answer', async () => {
  let check: Step['check'] | null = null;
  for (let first = 0; first < steps.length; first += CHANGES) {
    await using server = await TestProcess.start(dataDir, noAdmin);
    for (const step of steps.slice(first, first + CHANGES)) {
      await check?.(server.url);
      await step.make(server.url);
      check = step.check;
    }
    await server.end('SIGKILL');
  }
  await using server = await TestProcess.start(dataDir, noAdmin);
  await check?.(server.url);
}, 300_000);

test('the list has every call that changes something', () => {
  const known = [...readers, ...withProvider, ...steps.map(({ route }) => route.path)];
  expect(known.toSorted()).toEqual(allRoutes.map(({ path }) => path).toSorted());
});
