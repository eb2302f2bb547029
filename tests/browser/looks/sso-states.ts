import { goTo, type Opening, type PageState } from './page-state.ts';

const provider = {
  settings: {
    name: 'Acme',
    issuer: 'https://login.acme.example/application/o/brisk',
    client_id: 'brisk',
    scopes: 'openid email profile groups',
    auto_create: 1,
    email_domains: ['acme.example'],
    role_claim: 'groups',
    roles: [
      { value: 'Marketing', role: 'author', sees_all: 1 },
      {
        value: 'a-group-with-a-name-that-needs-more-room-than-there-is',
        role: 'admin',
        sees_all: 0,
      },
    ],
    no_match: 'refuse',
    link_by_email: 0,
    asks_second_factor: 0,
    password_login: 'all',
    logs_out_there: 1,
    session_hours: 24,
  },
  has_secret: 1,
  is_from_environment: 0,
  is_on: 1,
  callback: 'https://a-long-name-of-a-host.example/login/sso/1/callback',
};

async function fake({ page }: Opening, path: string, fields: object): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ json: { code: 200, msg: 'success', data: fields } }),
  );
}

async function connect(at: Opening): Promise<void> {
  await fake(at, '/api/login/ways', { password: 1, passkeys: 1, sso: [{ id: 1, name: 'Acme' }] });
  await at.page.route('**/api/account', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    const data = { ...answer.data, has_sso: 1 };
    await route.fulfill({ response, json: { ...answer, data } });
  });
}

/** The provider's answers are faked: a set-up one would change the pages of the others. */
export const ssoStates: readonly PageState[] = [
  {
    name: 'single sign-on without a provider and without the address of the site',
    shows: ['web/site/sso/sso.page.tsx'],
    open: (at) => goTo(at, '/admin/sso', '.notice'),
  },
  {
    name: 'single sign-on with fields that are refused',
    shows: ['web/site/sso/provider-form.tsx'],
    isFaked: true,
    open: async (at) => {
      await fake(at, '/api/sso', provider);
      await goTo(at, '/admin/sso', '[name=issuer]');
      await at.page.locator('[name=issuer]').fill('http://acme.example');
      await at.page.locator('[name=session-hours]').fill('0');
      await at.page.getByRole('button', { name: at.t('save.changes'), exact: true }).click();
      await at.page.locator('main [aria-invalid=true]').nth(2).waitFor();
    },
  },
  {
    name: 'single sign-on as the environment sets it',
    shows: ['web/site/sso/provider-form.tsx'],
    isFaked: true,
    open: async (at) => {
      await fake(at, '/api/sso', { ...provider, is_from_environment: 1 });
      await goTo(at, '/admin/sso', 'fieldset[disabled]');
    },
  },
  {
    name: 'the question before single sign-on is turned off',
    shows: ['web/site/sso/provider-form.tsx'],
    isFaked: true,
    open: async (at) => {
      await fake(at, '/api/sso', provider);
      await goTo(at, '/admin/sso', '[name=issuer]');
      await at.page.getByRole('button', { name: at.t('provider.off.yes') }).click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'the question before an account is disconnected',
    shows: ['web/account/sso/sso-connection.tsx'],
    isFaked: true,
    open: async (at) => {
      await connect(at);
      await goTo(at, '/admin/account', '.sessions');
      await at.page.getByRole('button', { name: at.t('sso.disconnect'), exact: true }).click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
  {
    name: 'the login page after a round that failed',
    shows: ['web/account/login.page.tsx'],
    isGuest: true,
    isFaked: true,
    open: async (at) => {
      await connect(at);
      await at.page.goto('/healthz');
      await at.page.goto('/login#no-sso-over');
      await at.page.locator('button.account-sso').waitFor();
    },
  },
];
