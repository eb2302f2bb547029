import { guideChapters } from '../../../contracts/guide.constants.ts';
import { login } from '../../../contracts/account.ts';
import { setOption } from '../../../contracts/site.ts';
import { visitors } from '../../../web/links/routing/visitors.ts';
import { openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { changeLink } from '../link/link-page-steps.ts';
import { addLinks } from '../links/links-steps.ts';
import { followTo, goTo, type Opening, type PageState } from './page-state.ts';

const LONG_URL = `https://news.example/?${'a%20b'.repeat(1600)}`;
const HOSTILE = '"><script>document.body.remove()</script>\u202Eright to left';
const LONG_CODE = `spring-${'long-'.repeat(10)}end`;
/** Requests of one client; the limit of unknown codes is lower. */
const UNKNOWN_CODES = 310;

/** A site with a link for each page that a visitor can get. */
export async function openGuestSite(): Promise<SetUpSite> {
  const site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const blocked = { key: 'blocked_user_agents', value: '["BlockedApp"]' };
  await site.call(setOption, blocked, site.token);
  const codes = ['expired', 'used-up', 'not-started', 'off', 'secret', LONG_CODE];
  await addLinks(site, [
    { short_url: 'news', title: 'News', shows_numbers: 1 },
    { short_url: 'odd', title: HOSTILE, description: HOSTILE, long_url: LONG_URL },
    { short_url: 'host', long_url: `https://${'a-long-name.'.repeat(19)}example/` },
    ...codes.map((short_url) => ({ short_url })),
  ]);
  await changeLink(site, 'expired', { expires_at: 1 });
  await changeLink(site, 'used-up', { max_clicks: 1 });
  await site.fetch('/used-up', { headers: { 'User-Agent': visitors.mac } });
  await changeLink(site, 'not-started', { starts_at: 4_000_000_000 });
  await changeLink(site, 'off', { is_active: 0 });
  await changeLink(site, 'secret', { password: 'open sesame' });
  await changeLink(site, LONG_CODE, { in_app: 'ask' });
  return site;
}

async function goAs(at: Opening, userAgent: string, path: string): Promise<void> {
  await at.page.setExtraHTTPHeaders({ 'User-Agent': userAgent });
  await goTo(at, path, 'main h1');
}

/** The page that answers a code. */
function visitorPage(name: string, code: string): PageState {
  return {
    name: `the page for visitors: ${name}`,
    shows: [`visitor-page ${name}`],
    isGuest: true,
    logs: /status of 4\d\d/,
    open: (at) => goTo(at, `/${code}`, 'main h1'),
  };
}

const answers: readonly PageState[] = [
  visitorPage('missing', 'nowhere'),
  visitorPage('expired', 'expired'),
  visitorPage('used-up', 'used-up'),
  visitorPage('not-started', 'not-started'),
  visitorPage('off', 'off'),
  {
    ...visitorPage('blocked', 'news'),
    open: (at) => goAs(at, 'BlockedApp/1.0', '/news'),
  },
  {
    ...visitorPage('too-many', 'nowhere'),
    open: async (at) => {
      const headers = { 'X-Forwarded-For': '198.51.100.7' };
      for (let count = 0; count < UNKNOWN_CODES; count += 1) {
        await at.site.fetch(`/unknown-${count}`, { headers });
      }
      await at.page.setExtraHTTPHeaders(headers);
      await goTo(at, '/nowhere', 'main h1');
      await at.page.getByText('429').waitFor();
    },
  },
];

const linkPages: readonly PageState[] = [
  {
    name: 'the page that asks for a password',
    shows: ['server/site/password-page.ts'],
    isGuest: true,
    open: (at) => goTo(at, '/secret', '#password'),
  },
  {
    name: 'the page that refuses a password',
    shows: ['server/site/password-page.ts'],
    isGuest: true,
    logs: /status of 403/,
    open: async (at) => {
      await goTo(at, '/secret', '#password');
      await at.page.keyboard.type('guess');
      await at.page.keyboard.press('Enter');
      await at.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'the page inside WeChat',
    shows: ['server/site/in-app-page.ts'],
    isGuest: true,
    open: (at) => goAs(at, visitors.wechat, `/${LONG_CODE}`),
  },
  {
    name: 'the page inside Instagram',
    shows: ['server/site/in-app-page.ts'],
    isGuest: true,
    open: (at) => goAs(at, visitors.instagram, `/${LONG_CODE}`),
  },
  ...[
    ['with numbers', 'news'],
    ['with the longest texts', 'odd'],
    ['with a long host', 'host'],
  ].map(([name, code]) => ({
    name: `the preview of a link ${name}`,
    shows: ['server/preview/preview-page.ts'],
    isGuest: true,
    open: (at: Opening) => goTo(at, `/${code}+`, 'main h1'),
  })),
  {
    name: 'the preview of a link, for its owner',
    shows: ['server/preview/preview-page.ts'],
    open: (at) => goTo(at, '/news+', '.owner'),
  },
];

const home: readonly PageState[] = [
  {
    name: 'home for a guest who may not create links',
    shows: ['web/home/home.page.tsx'],
    isGuest: true,
    open: (at) => goTo(at, '/', '.home-closed'),
  },
  {
    name: 'home',
    shows: ['web/home/home.page.tsx'],
    open: (at) => goTo(at, '/', 'form [name=long_url]'),
  },
  {
    name: 'home with open options and wrong fields',
    shows: ['web/home/home.page.tsx'],
    open: async (at) => {
      const { page } = at;
      await goTo(at, '/', '.home-advanced-toggle');
      await page.locator('.home-advanced-toggle').click();
      await page.locator('[name=short_url]').fill('my own');
      await page.locator('[name=short_url]').blur();
      await page.locator('[name=long_url]').fill('ftp://example.com/');
      await page.keyboard.press('Enter');
      await page.locator('[name=long_url][aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'home with a result and its QR code',
    shows: ['web/home/home.page.tsx', 'web/qr/qr-panel.tsx'],
    open: async (at) => {
      await goTo(at, '/', 'form [name=long_url]');
      await at.page.locator('[name=long_url]').fill(`https://example.com/${'x'.repeat(1000)}`);
      await at.page.keyboard.press('Enter');
      await at.page.getByRole('button', { name: at.t('qr.title'), exact: true }).click();
      await at.page.locator('.qr-code').waitFor();
    },
  },
  {
    name: 'home with recent links',
    shows: ['web/home/home.page.tsx', 'web/home/recent-list.tsx'],
    open: async (at) => {
      await goTo(at, '/', 'form [name=long_url]');
      await at.page.locator('[name=long_url]').fill(`https://example.com/${'x'.repeat(1000)}`);
      await at.page.keyboard.press('Enter');
      await at.page.locator('.added').waitFor();
      await at.page.reload();
      await at.page.locator('.recent-link').first().waitFor();
    },
  },
];

const accounts: readonly PageState[] = [
  {
    name: 'the login',
    shows: ['web/account/login.page.tsx'],
    isGuest: true,
    open: (at) => goTo(at, '/login', 'form [name=username]'),
  },
  {
    name: 'the login that asks for a second factor',
    shows: ['web/account/factors/second-factor.tsx'],
    isGuest: true,
    isFaked: true,
    open: async (at) => {
      const { page } = at;
      const data = { step: 'a step', ways: ['passkey', 'totp', 'recovery'], expires_at: 0 };
      const json = { code: 400, msg: 'second.factor.required', data };
      await page.route(`**${login.path}`, (route) => route.fulfill({ json }));
      await goTo(at, '/login', 'form [name=username]');
      await page.locator('[name=username]').fill('ada');
      await page.locator('[name=password]').fill('a password');
      await page.keyboard.press('Enter');
      await page.locator('[name=code]').waitFor();
    },
  },
  {
    name: 'the login with a wrong password and a toast',
    shows: ['web/account/login.page.tsx', 'web/toasts.tsx'],
    isGuest: true,
    open: async (at) => {
      const { page, t } = at;
      await goTo(at, '/login', 'form [name=username]');
      await page.locator('[name=username]').fill('ada');
      await page.locator('[name=password]').fill('a guess');
      const answer = page.waitForResponse(`**${login.path}`);
      await page.keyboard.press('Enter');
      await answer;
      await page.getByRole('alert').getByText(t('password.error')).waitFor();
    },
  },
  {
    name: 'the set-up of a site that is set up',
    shows: ['web/account/init.page.tsx'],
    isGuest: true,
    open: (at) => goTo(at, '/init', '.notice'),
  },
];

const docs: readonly PageState[] = [
  {
    name: 'the API docs with open calls',
    shows: ['web/docs/docs.page.tsx', 'web/docs/reference.tsx'],
    isGuest: true,
    open: async (at) => {
      await goTo(at, '/docs', '.docs-call');
      for (const id of ['createLink', 'listLinks', 'importLinks']) {
        await at.page.locator(`#${id} summary`).click();
        await at.page.locator(`#${id} form`).waitFor();
      }
    },
  },
  {
    name: 'the API docs with a search that finds nothing',
    shows: ['web/docs/reference.tsx'],
    isGuest: true,
    open: async (at) => {
      await goTo(at, '/docs', '.docs-call');
      await at.page.getByRole('searchbox').fill('q'.repeat(80));
      await at.page.locator('.docs-call').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'the API docs without their reference',
    shows: ['web/docs/reference.tsx'],
    isGuest: true,
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/openapi.json', (route) => route.fulfill({ status: 500, body: '' }));
      await goTo(at, '/docs', '.notice');
    },
  },
];

const guide: readonly PageState[] = guideChapters.map((chapter) => ({
  name: `the chapter “${chapter}” of the guide`,
  shows: ['web/docs/guide/guide.page.tsx'],
  isGuest: true,
  open: async (at) => {
    const { page, t } = at;
    const path = `/docs/guide/${chapter}`;
    const isDocs = (await page.locator('.docs-main').count()) > 0;
    await (at.mayFollow && isDocs ? followTo(page, path) : page.goto(path));
    await page
      .locator('.docs-main h1')
      .getByText(t(`guide.${chapter}`), { exact: true })
      .waitFor();
  },
}));

export const guestStates = [...home, ...accounts, ...docs, ...guide, ...linkPages, ...answers];

/** States of a site that is not set up. */
export const freshStates: readonly PageState[] = [
  {
    name: 'the set-up with empty fields',
    shows: ['web/account/init.page.tsx'],
    isGuest: true,
    open: async (at) => {
      await goTo(at, '/', 'form [name=email]');
      await at.page.locator('button[type=submit]').click();
      await at.page.locator('[name=username][aria-invalid=true]').waitFor();
    },
  },
];
