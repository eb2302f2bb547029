import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import type { StoredProvider } from './provider.api.ts';
import { SsoPage } from './sso.page.tsx';

const SET = '/api/sso/set';

const settings: NonNullable<StoredProvider['settings']> = {
  name: 'Acme',
  issuer: 'https://id.example',
  client_id: 'brisk',
  scopes: 'openid email profile groups',
  auto_create: 1,
  email_domains: ['example.com', 'example.org'],
  role_claim: 'groups',
  roles: [
    { value: 'staff', role: 'editor', sees_all: 0 },
    { value: 'writers', role: 'author', sees_all: 1 },
  ],
  no_match: 'viewer',
  link_by_email: 0,
  asks_second_factor: 0,
  password_login: 'owners',
  logs_out_there: 0,
  session_hours: 12,
};
const stored: StoredProvider = {
  settings,
  has_secret: 1,
  is_from_environment: 0,
  is_on: 1,
  callback: 'https://go.example/login/sso/1/callback',
};
const none: StoredProvider = { ...stored, settings: null, has_secret: 0, is_on: 0 };

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;

async function open(data: StoredProvider, answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ '/api/sso': { data }, ...answers });
  const page = (
    <>
      <SsoPage />
      <ConfirmDialog />
    </>
  );
  const user = show(inRouter(page));
  await waitFor(() => expect(field('issuer')).toBeTruthy());
  const saved = () => sent.filter(({ path }) => path === SET).map(({ body }) => body);
  return { saved, user, press: async (name: string) => user.click(await findButton(name)) };
}

testAccess(
  () => {
    answerCalls({ '/api/sso': { data: stored } });
    return inRouter(<SsoPage />);
  },
  async () => waitFor(() => expect(field('issuer')).toBeTruthy()),
);

test.each(languages)('each field says what is missing or wrong: %s', async (language) => {
  await showLanguage(language);
  const { saved, user, press } = await open(none);
  await fill(user, field('issuer'), 'http://id.example');
  await press(t('save.changes'));
  await expectFieldError(field('issuer'), t('provider.issuer.invalid'));
  await expectFieldError(field('client-id'), t('provider.client.invalid'));
  await expectFieldError(field('client-secret'), t('provider.secret.empty'));
  await fill(user, field('scopes'), 'email');
  await user.tab();
  await expectFieldError(field('scopes'), t('provider.scopes.invalid'));
  await fill(user, field('session-hours'), '721');
  await user.tab();
  await expectFieldError(field('session-hours'), t('provider.hours.invalid'));
  expect(saved()).toEqual([]);
});

test('what is stored is shown and sent again, with the rules in their order', async () => {
  const { saved, user, press } = await open(stored, { [SET]: {} });
  await press(t('provider.rule.remove', { number: 1 }));
  await press(t('provider.rule.add'));
  await fill(user, screen.getByLabelText(t('provider.rule.value', { number: 2 })), 'chiefs');
  const role = screen.getByLabelText(t('provider.rule.role', { number: 2 }));
  await user.selectOptions(role, 'admin');
  await press(t('save.changes'));
  await screen.findByText(t('provider.saved'));
  expect(saved()).toEqual([
    {
      ...settings,
      roles: [
        { value: 'writers', role: 'author', sees_all: 1 },
        { value: 'chiefs', role: 'admin', sees_all: 0 },
      ],
    },
  ]);
});

test('another issuer needs a secret of its own', async () => {
  const { saved, user, press } = await open(stored, { [SET]: {} });
  await fill(user, field('issuer'), 'https://other.example');
  await press(t('save.changes'));
  await expectFieldError(field('client-secret'), t('provider.secret.empty'));
  await fill(user, field('client-secret'), 'a secret');
  await press(t('save.changes'));
  await screen.findByText(t('provider.saved'));
  expect(saved()).toMatchObject([{ client_secret: 'a secret' }]);
  expect(field('client-secret').value).toBe('');
});

test('what the environment sets can only be read', async () => {
  const { saved, user } = await open({ ...stored, is_from_environment: 1 });
  expect(screen.getByText(t('provider.fixed'))).toBeTruthy();
  expect(field('issuer').closest('fieldset')!.disabled).toBe(true);
  expect(screen.queryByText(t('provider.off.yes'))).toBeNull();
  await user.keyboard('{Control>}s{/Control}');
  expect(saved()).toEqual([]);
});

test('without BASE_URL there is no callback address', async () => {
  await open({ ...none, callback: '' });
  expect(screen.getByText(t('provider.base.missing'))).toBeTruthy();
  expect(screen.queryByText(t('provider.callback.copy'))).toBeNull();
});

test('a test of the provider shows what it offers, or what is wrong', async () => {
  const answers: Record<string, object> = {
    '/api/sso/test': {
      code: 400,
      msg: 'sso.failed',
      data: { issues: [{ field: 'issuer', key: 'sso.failed', reason: 'no metadata' }] },
    },
  };
  const { press } = await open(stored, answers);
  await press(t('provider.test'));
  await screen.findByText(t('provider.test.bad', { reason: 'no metadata' }));
  const { issuer } = settings;
  const found = { issuer, end_session_endpoint: '', scopes: ['openid'], claims: ['sub', 'email'] };
  answerCalls({ '/api/sso/test': { data: found } });
  await press(t('provider.test'));
  await screen.findByText(t('provider.test.good', { issuer }));
  expect(document.body.textContent).toContain(t('provider.test.claims', { names: 'sub, email' }));
});

test('single sign-on is turned off after a question', async () => {
  const { user, press } = await open(stored);
  await press(t('provider.off.yes'));
  const dialog = await screen.findByRole('dialog');
  const sent = answerCalls({ '/api/sso': { data: none }, [SET]: {} });
  await user.click([...dialog.querySelectorAll('button')].at(-1)!);
  await screen.findByText(t('provider.off.done'));
  expect(sent.filter(({ path }) => path === SET).map(({ body }) => body)).toEqual([{}]);
  expect([field('issuer').value, field('client-id').value]).toEqual(['', '']);
  expect(screen.queryByText(t('provider.changed'))).toBeNull();
});
