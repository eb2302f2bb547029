import type { Role } from '../../../contracts/access.constants.ts';
import { addService, inviteAccount, join } from '../../../contracts/people/people.ts';
import { createNamedToken } from '../../../contracts/people/tokens.ts';
import { openSetUpSite, signIn, type SetUpSite } from '../../journeys/set-up-site.ts';
import { addLinks } from '../links/links-steps.ts';
import { ssoStates } from './sso-states.ts';
import { goTo, type Opening, type PageState } from './page-state.ts';

const LONG_EMAIL = `${'long.'.repeat(10)}name@${'department.'.repeat(8)}example.com`;
const SERVICE = 3;

/** A site with an owner, an editor, a service, tokens, links and an open invitation. */
export async function openPeopleSite(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  const { token } = site;
  await addLinks(site, [{ short_url: 'hall', title: '大厅' }]);
  const link = await invite(site, 'bea@example.com', 'editor');
  await site.call(join, { link, username: 'bea', password: 'correct horse' });
  await site.call(addService, { username: 'newsletter', role: 'author' }, token);
  await site.call(createNamedToken, { name: 'Mail', scopes: ['links:create'], account: 3 }, token);
  await site.call(createNamedToken, { name: 'Shop', scopes: ['links:read', 'import'] }, token);
  await invite(site, LONG_EMAIL, 'viewer');
  return site;
}

async function invite(site: SetUpSite, email: string, role: Role): Promise<string> {
  // An old login would be asked for the password again.
  const { data } = await site.call(inviteAccount, { email, role }, await signIn(site));
  return (data as { link: string }).link;
}

const openDialog = async ({ page }: Opening, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name: /./ }).waitFor();
};

/** Opens a page as an account with other properties, which the next page forgets. */
async function goToAs(
  at: Opening,
  other: object,
  ...[path, ready]: readonly [path: string, ready: string]
): Promise<void> {
  await at.page.route('**/api/get/appinfo', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...other } } });
  });
  await goTo(at, '/healthz', 'body');
  await at.page.evaluate('sessionStorage.clear()');
  await goTo(at, path, ready);
  await at.page.evaluate('sessionStorage.clear()');
}

const joining: readonly PageState[] = [
  {
    name: 'an invitation, with fields that are refused',
    shows: ['web/people/join/join.page.tsx'],
    isGuest: true,
    open: async (at) => {
      const link = await invite(at.site, 'chen@example.com', 'author');
      // The address must differ, so that the browser loads the page.
      await at.page.goto('/healthz');
      await at.page.goto(`/admin/join#${link}`);
      await at.page.locator('[name=username]').waitFor();
      await at.page.locator('button[type=submit]').click();
      await at.page.locator('main [aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    name: 'a one-time link that no longer works',
    shows: ['web/people/join/join.page.tsx'],
    isGuest: true,
    logs: /status of 404/,
    open: async (at) => {
      await at.page.goto('/healthz');
      await at.page.goto(`/admin/join#inv-${'x'.repeat(43)}`);
      await at.page.locator('.notice').waitFor();
    },
  },
  {
    name: 'an invitation in a browser with another login',
    shows: ['web/people/join/join.page.tsx'],
    open: async (at) => {
      const link = await invite(at.site, 'chen@example.com', 'author');
      await at.page.goto('/healthz');
      await at.page.goto(`/admin/join#${link}`);
      await at.page.locator('.notice').waitFor();
    },
  },
];

const people: readonly PageState[] = [
  {
    name: 'the people of the site with an open invitation',
    shows: ['web/people/people.page.tsx'],
    open: (at) => goTo(at, '/admin/people', '.people-invitation'),
  },
  {
    name: 'the dialog that invites a person',
    shows: ['web/people/invite-dialog.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/people', '.people-list');
      await openDialog(at, at.t('people.invite'));
    },
  },
  {
    name: 'the dialog that adds a service',
    shows: ['web/people/service-dialog.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/people', '.people-list');
      await openDialog(at, at.t('people.service.add'));
    },
  },
  {
    name: 'the question before an invitation ends',
    shows: ['web/people/invitation-list.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/people', '.people-invitation');
      // The one with a long address.
      await at.page.locator('.people-invitation', { hasText: 'long.' }).locator('button').click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'a person, as the owner sees it',
    shows: ['web/people/person/person.page.tsx'],
    open: (at) => goTo(at, '/admin/people/2', '.sessions-item'),
  },
  {
    name: 'a service with its tokens',
    shows: ['web/people/person/person.page.tsx'],
    open: (at) => goTo(at, `/admin/people/${SERVICE}`, '.named-token'),
  },
  {
    name: 'the question before a person is disabled',
    shows: ['web/people/person/access-section.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/people/2', '.sessions-item');
      await openDialog(at, at.t('people.disable'));
    },
  },
  {
    name: 'the dialog that deletes an account, its links to the bin',
    shows: ['web/people/person/delete-dialog.tsx'],
    isFaked: true,
    open: async (at) => {
      await at.page.route('**/api/accounts', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { links: number }[] };
        const data = answer.data.map((account) => ({ ...account, links: 1234 }));
        await route.fulfill({ response, json: { ...answer, data } });
      });
      await goTo(at, '/admin/people/2', '.sessions-item');
      await openDialog(at, at.t('people.delete', { name: 'bea' }));
      await at.page.getByRole('radio').last().check();
    },
  },
];

const oneself: readonly PageState[] = [
  {
    name: 'the question before all other logins end',
    shows: ['web/account/sessions/session-list.tsx'],
    open: async (at) => {
      await signIn(at.site);
      await signIn(at.site);
      await goTo(at, '/admin/account', '.sessions-item');
      await openDialog(at, at.t('sessions.end.others'));
    },
  },
  {
    name: 'the question before a named token ends',
    shows: ['web/account/token/named/named-tokens.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/token', '.named-token');
      await at.page.locator('.named-token button').first().click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'the dialog for a new token, with fields that are refused',
    shows: ['web/account/token/named/new-token-dialog.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/token', '.named-token');
      await openDialog(at, at.t('tokens.new'));
      await at.page.locator('[role=dialog] button[type=submit]').click();
      await at.page.locator('[role=dialog] [aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'the question for the password before a new token',
    shows: ['web/account/confirm/confirm-login.tsx'],
    logs: /status of 403/,
    open: async (at) => {
      const { page, t } = at;
      await page.route('**/api/tokens/create', (route) =>
        route.fulfill({ status: 403, json: { code: 403, msg: 'confirm.required', data: null } }),
      );
      await goTo(at, '/admin/token', '.named-token');
      await openDialog(at, t('tokens.new'));
      await page.locator('[role=dialog] [name=token-name]').fill('Shop');
      await page.locator('[role=dialog] [type=checkbox]').first().check();
      await page.locator('[role=dialog] button[type=submit]').click();
      await page.getByRole('dialog', { name: t('confirm.title') }).waitFor();
    },
  },
  {
    name: 'the dialog that gives a link away',
    shows: ['web/link/give-dialog.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/links/hall', '.link-menu');
      await at.page.locator('.link-menu').click();
      await at.page.getByRole('menuitem', { name: at.t('link.give') }).click();
      await at.page.locator('[role=dialog] option[value="2"]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'a login that must set up a second factor',
    shows: ['web/account/factors/factor-set-up.tsx'],
    isFaked: true,
    open: async (at) => {
      await goToAs(at, { is_limited: 1 }, '/admin/list', '.factors');
    },
  },
  {
    name: 'the audit log',
    shows: ['web/audit/audit.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/audit', '.audit-item');
      // Its texts come from another page.
      await at.page.locator('.audit').getByText(at.t('role.viewer')).first().waitFor();
    },
  },
  {
    name: 'the audit log without a match',
    shows: ['web/audit/audit.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/audit', '.audit-item');
      await at.page.getByLabel(at.t('audit.filter.until'), { exact: true }).fill('2001-01-01');
      await at.page.locator('.notice').waitFor();
    },
  },
  {
    name: 'a page that the role does not include',
    shows: ['web/frame/needs-right.tsx'],
    isFaked: true,
    open: async (at) => {
      await goToAs(
        at,
        { role: 'viewer', may: ['own', 'links.read', 'stats.read'] },
        '/admin/setting',
        'main .notice',
      );
    },
  },
];

export const peopleStates = [...joining, ...people, ...oneself, ...ssoStates];

/** States of a site with one account. */
export const aloneStates: readonly PageState[] = [
  {
    name: 'the people of a site with one account',
    shows: ['web/people/people.page.tsx'],
    open: (at) => goTo(at, '/admin/people', '.notice'),
  },
];
