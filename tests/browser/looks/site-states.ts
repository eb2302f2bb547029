import { createToken } from '../../../contracts/account.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { drain, openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { addLinks } from '../links/links-steps.ts';
import { importStates } from './import-states.ts';
import { goTo, type Opening, type PageState } from './page-state.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOST = 'go.example';
const UNUSED = 'unused.example';

/** A site with an API token, domains and links. */
export async function openFullSite(): Promise<SetUpSite> {
  const site = await openSetUpSite();
  for (const host of [HOST, UNUSED]) await site.call(addDomain, { host }, site.token);
  await addLinks(site, [
    { short_url: 'hall', title: '大厅' },
    { short_url: 'a', domain: HOST },
  ]);
  await site.call(createToken, {}, site.token);
  await site.fetch('/nothing', { headers: { 'x-forwarded-for': '198.51.100.66' } });
  await site.fetch('/hall', { headers: { 'User-Agent': PERSON } });
  await drain(site);
  return site;
}

/** Answers a call with an error of the server. */
async function failCall({ page }: Opening, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '' }));
}

/** A page whose call fails. */
function failed(name: string, file: string, path: string, call: string): PageState {
  return {
    name,
    shows: [file],
    logs: /status of 500/,
    open: async (at) => {
      await failCall(at, call);
      await goTo(at, path, '.notice[role=alert]');
    },
  };
}

const confirmation = '[role=dialog] .confirm-content';

const settings: readonly PageState[] = [
  {
    name: 'the settings of the site with its status',
    shows: ['web/site/settings/settings.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/setting', 'main [name=title], main [data-path=title]');
      await at.page.getByText('TRUSTED_PROXIES=127.0.0.1', { exact: true }).waitFor();
    },
  },
  {
    name: 'the settings of the site with wrong fields',
    shows: ['web/site/settings/settings.page.tsx'],
    open: async (at) => {
      const { page } = at;
      await goTo(at, '/admin/setting', '[data-path=title]');
      await page.locator('[data-path=title]').fill('ab');
      await page.getByLabel(at.t('settings.avatar.service'), { exact: true }).selectOption('own');
      await page.locator('[data-path=webhook]').fill('hooks.example');
      await page.keyboard.press('Control+s');
      await page.locator('main [aria-invalid=true]').nth(2).waitFor();
    },
  },
  {
    name: 'the settings of a site that loses clicks',
    shows: ['web/site/settings/settings.page.tsx'],
    isFaked: true,
    open: async (at) => {
      await at.page.route('**/api/status', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { clicks: object } };
        const lost = { uncounted: 1234, lag_seconds: 120.5, damaged_bytes: 307_200 };
        const data = { ...answer.data, clicks: { ...answer.data.clicks, ...lost } };
        await route.fulfill({ response, json: { ...answer, data } });
      });
      await goTo(at, '/admin/setting', '[data-path=title]');
      await at.page.getByText('1,234').waitFor();
    },
  },
  {
    name: 'the question before unsaved settings of the site are left',
    shows: ['web/form/use-unsaved-guard.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/setting', '[data-path=title]');
      await at.page.locator('[data-path=title]').fill('改动');
      await at.page.locator('.shell-menu').getByRole('link').first().click();
      await at.page.locator(confirmation).waitFor();
    },
  },
  {
    name: 'the login over unsaved settings of the site',
    shows: ['web/account/login-again.tsx'],
    logs: /status of 401/,
    open: async (at) => {
      const { page } = at;
      await goTo(at, '/admin/setting', '[data-path=title]');
      await page.locator('[data-path=title]').fill('改动');
      await page.evaluate("localStorage.setItem('token', 'web-ended')");
      await page.keyboard.press('Control+s');
      await page.getByRole('dialog', { name: at.t('login.again.title') }).waitFor();
    },
  },
  failed(
    'the settings of the site that cannot be loaded',
    'web/site/settings/settings.page.tsx',
    '/admin/setting',
    '/api/option/get?*',
  ),
];

function fake({ page }: Opening, path: string, data: object): Promise<unknown> {
  return page.route(`**${path}`, (route) =>
    route.fulfill({ json: { code: 200, msg: 'success', data } }),
  );
}

async function openApp(at: Opening): Promise<void> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Brisk:ada?issuer=Brisk&secret=${secret}`;
  await fake(at, '/api/factors/totp/begin', { secret, uri });
  await goTo(at, '/admin/account', '.factors');
  await at.page.getByRole('button', { name: at.t('factors.app.add'), exact: true }).click();
  await at.page.locator('.factors-qr').waitFor();
}

const tokens: readonly PageState[] = [
  {
    name: 'the account, with a field that is refused',
    shows: ['web/account/account.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/account', '[name=username]');
      await at.page.locator('[name=email]').fill('nobody');
      await at.page.locator('[name=password]').press('Enter');
      await at.page.locator('main [aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    name: 'the second factors, and the dialog of an authenticator app',
    shows: ['web/account/factors/factor-list.tsx', 'web/account/factors/app-dialog.tsx'],
    isFaked: true,
    open: openApp,
  },
  {
    name: 'recovery codes, shown once',
    shows: ['web/account/factors/codes-dialog.tsx'],
    isFaked: true,
    open: async (at) => {
      const codes = Array.from({ length: 8 }, (_, row) => `${'abcd-'.repeat(5)}efg${row + 2}`);
      await fake(at, '/api/factors/totp', { codes });
      await openApp(at);
      await at.page.locator('[role=dialog] [name=code]').fill('123456');
      await at.page.keyboard.press('Enter');
      await at.page.locator('.factors-codes').waitFor();
    },
  },
  {
    name: 'the page of the API token, shown',
    shows: ['web/account/token/token.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/token', '.token-value');
      await at.page.getByRole('button', { name: at.t('token.show'), exact: true }).click();
    },
  },
  {
    name: 'the question before the API token is changed',
    shows: ['web/account/token/change-token-button.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/token', '.token-value');
      await at.page.getByRole('button', { name: at.t('token.change'), exact: true }).click();
      await at.page.locator(confirmation).waitFor();
    },
  },
  failed(
    'the page of an API token that cannot be loaded',
    'web/account/token/token.page.tsx',
    '/admin/token',
    '/api/user/get_token',
  ),
];

const domains: readonly PageState[] = [
  {
    name: 'the domains, checked and with open lines',
    shows: ['web/domains/domains.page.tsx'],
    isFaked: true,
    open: async (at) => {
      const data = { https: 'private', http: 'private', reason: '10.0.0.1 is private' };
      await at.page.route('**/api/domains/check', (route) =>
        route.fulfill({ json: { code: 200, msg: 'success', data } }),
      );
      await goTo(at, '/admin/domains', '.domain');
      await at.page.getByRole('button', { name: at.t('domains.check.of', { host: HOST }) }).click();
      await at.page.locator('.domain-reason').first().waitFor();
      for (const summary of await at.page.locator('summary').all()) await summary.click();
    },
  },
  {
    name: 'the dialog that adds a domain, with a wrong name',
    shows: ['web/domains/add-domain-dialog.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/domains', '.domain');
      await at.page.getByRole('button', { name: at.t('domains.add'), exact: true }).click();
      await at.page.getByRole('dialog').getByRole('textbox').fill('go.example/a');
      await at.page.keyboard.press('Enter');
      await at.page.locator('[role=dialog] [aria-invalid=true]').waitFor();
    },
  },
  ...[UNUSED, HOST].map((host, index) => ({
    name: `the question before a domain with ${index === 0 ? 'no links' : 'links'} is deleted`,
    shows: ['web/domains/use-domain-deletion.tsx'],
    open: async (at: Opening) => {
      await goTo(at, '/admin/domains', '.domain');
      const name = at.t('domains.delete.of', { host });
      await at.page.getByRole('button', { name, exact: true }).click();
      await at.page.locator(confirmation).waitFor();
    },
  })),
  failed(
    'the domains that cannot be loaded',
    'web/domains/domains.page.tsx',
    '/admin/domains',
    '/api/domains',
  ),
];

async function openAccountMenu(at: Opening): Promise<void> {
  await goTo(at, '/admin/about', '.shell-account');
  await at.page.locator('.shell-account').click();
  await at.page.getByRole('menuitem').first().waitFor();
}

async function openPalette(at: Opening, typed: string): Promise<void> {
  await goTo(at, '/admin/about', 'h1');
  await at.page.keyboard.press('Control+k');
  await at.page.locator('[aria-controls=palette-list]').fill(typed);
}

const frame: readonly PageState[] = [
  {
    name: 'the page about Brisk',
    shows: ['web/site/about.page.tsx', 'web/frame/shell.tsx'],
    open: (at) => goTo(at, '/admin/about', 'h1'),
  },
  {
    name: 'the menu of the account',
    shows: ['web/account/account-menu.tsx'],
    open: openAccountMenu,
  },
  {
    name: 'the dialog that changes the password, with wrong fields',
    shows: ['web/account/change-password-form.tsx'],
    open: async (at) => {
      await openAccountMenu(at);
      await at.page.getByRole('menuitem', { name: at.t('password.title') }).click();
      await at.page.locator('[role=dialog] [type=submit]').click();
      await at.page.locator('[role=dialog] [aria-invalid=true]').nth(2).waitFor();
    },
  },
  {
    name: 'the question before the account is logged out',
    shows: ['web/account/use-logout.tsx'],
    open: async (at) => {
      await openAccountMenu(at);
      await at.page.getByRole('menuitem', { name: at.t('shell.logout') }).click();
      await at.page.locator(confirmation).waitFor();
    },
  },
  {
    name: 'the further pages in the bar of a phone',
    shows: ['web/admin/side-menu.tsx'],
    only: 'phone',
    open: async (at) => {
      await goTo(at, '/admin/about', '.shell-menu');
      await at.page.getByRole('button', { name: at.t('links.more'), exact: true }).click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the command palette',
    shows: ['web/palette/palette.tsx'],
    open: async (at) => {
      await openPalette(at, '');
      await at.page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the command palette with a link',
    shows: ['web/palette/palette.tsx'],
    open: async (at) => {
      await openPalette(at, 'hal');
      await at.page.getByRole('option', { name: 'hall' }).waitFor();
    },
  },
  {
    name: 'the command palette that finds nothing',
    shows: ['web/palette/palette.tsx'],
    open: async (at) => {
      await openPalette(at, 'q'.repeat(200));
      await at.page.getByRole('dialog').getByText(at.t('no.query')).waitFor();
    },
  },
  failed(
    'the admin area without an answer to its login',
    'web/frame/shell.tsx',
    '/admin/about',
    '/api/user/is_login',
  ),
  {
    name: 'a page whose files cannot be loaded',
    shows: ['web/failure-notice.tsx'],
    logs: /status of 500|dynamically imported module|preload CSS/,
    open: async (at) => {
      await failCall(at, '/assets/about*');
      await goTo(at, '/admin/about', '.notice[role=alert]');
    },
  },
  {
    name: 'an area whose files cannot be loaded',
    shows: ['web/failure-notice.tsx'],
    logs: /status of 500|dynamically imported module|preload CSS/,
    open: async (at) => {
      await failCall(at, '/assets/shell*');
      await goTo(at, '/admin/about', '.notice[role=alert]');
    },
  },
  {
    name: 'the statistics of a site that knows no places',
    shows: ['web/stats/stats.page.tsx'],
    open: (at) => goTo(at, '/admin/stats', '#stats-places'),
  },
];

export const siteStates = [...settings, ...tokens, ...importStates, ...domains, ...frame];

function empty(name: string, file: string, path: string): PageState {
  return { name, shows: [file], open: (at) => goTo(at, path, 'main .notice') };
}

/** States of a site that has only an account. */
export const emptyStates: readonly PageState[] = [
  {
    ...empty('the list without links', 'web/links/list/link-list.tsx', '/admin/list'),
    shows: ['web/links/list/link-list.tsx', 'web/links/steps/first-steps.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/list', '.notice');
      await at.page.locator('.steps').waitFor();
    },
  },
  empty('the empty bin', 'web/links/bin/bin.page.tsx', '/admin/bin'),
  empty('the statistics without clicks', 'web/stats/no-clicks.tsx', '/admin/stats'),
  empty('the page of no API token', 'web/account/token/token.page.tsx', '/admin/token'),
  empty('the page of no domains', 'web/domains/domains.page.tsx', '/admin/domains'),
];
