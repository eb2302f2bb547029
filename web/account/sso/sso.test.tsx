import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { fill, findButton, inRouter, show } from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t, type TextKey } from '../../language.ts';
import * as pageLoad from '../../page-load.ts';
import { ConfirmLogin } from '../confirm/confirm-login.tsx';
import { LoginPage } from '../login.page.tsx';
import { SsoConnection } from './sso-connection.tsx';
import { beginRound, readReturned } from './sso-round.ts';

const name = 'Acme';
const ways = { data: { password: 1, passkeys: 0, sso: [{ id: 1, name }] } };
const TICKET = 'sso-ticket';
const loggedIn = { token: 'web-new', expires_at: 0, username: 'grace', ip: '', user_agent: '' };
const account = { factors: [], recovery_codes: 0, has_passkeys: 1, has_sso: 0 };

beforeEach(() => {
  spyOn(pageLoad, 'leaveSite').mockImplementation(() => undefined);
  spyOn(pageLoad, 'replacePage').mockImplementation(() => undefined);
});
afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

function comeBack(path: string, fragment: string) {
  history.replaceState(null, '', `${path}#${fragment}`);
}

const openLogin = (answers: Parameters<typeof answerCalls>[0]) => {
  const sent = answerCalls({ '/api/login/ways': ways, ...answers });
  return { sent, user: show(inRouter(<LoginPage />)) };
};

const openAccount = (answers: Parameters<typeof answerCalls>[0]) => {
  const sent = answerCalls({
    '/api/login/ways': ways,
    '/api/account': { data: account },
    ...answers,
  });
  const page = (
    <>
      <SsoConnection />
      <ConfirmDialog />
    </>
  );
  return { sent, user: show(inRouter(page)) };
};

describe('the login page', () => {
  test.each(languages)('leaves for the provider: %s', async (language) => {
    await showLanguage(language);
    const { user } = openLogin({});
    await user.click(await findButton(t('sso.login', { name })));
    expect(pageLoad.leaveSite).toHaveBeenCalledWith('/login/sso/1?for=login');
  });

  test('logs in with the ticket, which leaves the address', async () => {
    beginRound(1, 'login');
    comeBack('/login', TICKET);
    const logout = '/login/sso/1/logout';
    const { sent } = openLogin({
      '/api/login/sso': { data: { ...loggedIn, logs_out_at: logout } },
    });
    await waitFor(() => expect(localStorage.getItem('token')).toBe('web-new'));
    expect(location.hash).toBe('');
    const calls = sent.filter(({ path }) => path === '/api/login/sso');
    expect(calls.map(({ body }) => body)).toEqual([{ ticket: TICKET }]);
    expect(localStorage.getItem('logs_out_at')).toBe(logout);
  });

  test.each([
    ['no-sso-over', 'sso.over'],
    ['no-sso-denied', 'sso.denied'],
    ['no-sso-busy', 'too.many.attempts'],
    ['no-sso-failed', 'sso.failed'],
    ['no-sso-constructor', 'sso.failed'],
  ] as const)('says why a round ended with %s', async (fragment, key) => {
    beginRound(1, 'login');
    comeBack('/login', fragment);
    const { sent } = openLogin({});
    expect((await screen.findByRole('alert')).textContent).toBe(t(key));
    expect(location.hash).toBe('');
    expect(sent.map(({ path }) => path)).not.toContain('/api/login/sso');
  });

  test.each(['no_account', 'role', 'domain', 'connect_first'])(
    'says why a person is refused: %s',
    async (reason) => {
      beginRound(1, 'login');
      comeBack('/login', TICKET);
      openLogin({ '/api/login/sso': { code: 400, msg: 'sso.refused', data: { reason } } });
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toBe(t(`sso.refused.${reason}` as TextKey));
    },
  );

  test('asks for the second factor that Brisk wants too', async () => {
    beginRound(1, 'login');
    comeBack('/login', TICKET);
    const data = { step: 'a step', ways: ['totp'] };
    openLogin({ '/api/login/sso': { code: 400, msg: 'second.factor.required', data } });
    await screen.findByLabelText(t('second.code'));
  });

  test.each([null, 'connect', 'confirm'] as const)(
    'takes no ticket of a round that no click here began: %p',
    async (purpose) => {
      if (purpose !== null) beginRound(1, purpose);
      comeBack('/login', TICKET);
      const { sent } = openLogin({ '/api/login/sso': { data: loggedIn } });
      await findButton(t('sso.login', { name }));
      expect(location.hash).toBe('');
      expect(screen.getByRole('alert').textContent).toBe(t('sso.over'));
      expect(sent.map(({ path }) => path)).not.toContain('/api/login/sso');
      expect(localStorage.getItem('token')).toBeNull();
    },
  );

  test('has no fields when passwords are off', async () => {
    openLogin({ '/api/login/ways': { data: { ...ways.data, password: 0 } } });
    await findButton(t('sso.login', { name }));
    await waitFor(() => expect(document.querySelector('[name=password]')).toBeNull());
  });
});

describe('the account page', () => {
  test.each(languages)('connects with the provider and back: %s', async (language) => {
    await showLanguage(language);
    const { user } = openAccount({});
    await user.click(await findButton(t('sso.connect', { name })));
    expect(pageLoad.leaveSite).toHaveBeenCalledWith('/login/sso/1?for=connect');
  });

  test('connects with the ticket', async () => {
    beginRound(1, 'connect');
    comeBack('/admin/account', TICKET);
    const { sent } = openAccount({ '/api/sso/connect': {} });
    await screen.findByText(t('sso.connected'));
    expect(sent.find(({ path }) => path === '/api/sso/connect')?.body).toEqual({ ticket: TICKET });
  });

  test.each([null, 'login', 'join'] as const)(
    'takes no ticket of a round that no click here began: %p',
    async (purpose) => {
      if (purpose !== null) beginRound(1, purpose);
      comeBack('/admin/account', TICKET);
      const { sent } = openAccount({ '/api/sso/connect': {}, '/api/session/confirm': {} });
      await findButton(t('sso.connect', { name }));
      expect(location.hash).toBe('');
      expect(screen.getByRole('alert').textContent).toBe(t('sso.over'));
      const paths = sent.map(({ path }) => path);
      expect(paths).not.toContain('/api/sso/connect');
      expect(paths).not.toContain('/api/session/confirm');
    },
  );

  test('says that the person belongs to another account', async () => {
    beginRound(1, 'connect');
    comeBack('/admin/account', TICKET);
    openAccount({
      '/api/sso/connect': { code: 400, msg: 'sso.refused', data: { reason: 'taken' } },
    });
    await screen.findByText(t('sso.refused.taken'));
  });

  test('disconnects after a question, and says what to do without another way in', async () => {
    const data = { ...account, has_sso: 1 };
    const refused = { code: 400, msg: 'sso.refused', data: { reason: 'only_way' } };
    const { user } = openAccount({ '/api/account': { data }, '/api/sso/disconnect': refused });
    await user.click(await findButton(t('sso.disconnect')));
    const dialog = await screen.findByRole('dialog');
    await user.click([...dialog.querySelectorAll('button')].at(-1)!);
    await screen.findByText(t('sso.refused.only_way'));
  });

  test('confirms a login with the ticket, with the code that is asked for, and goes back', async () => {
    beginRound(1, 'confirm', { page: '/admin/people' });
    comeBack('/admin/account', TICKET);
    const answers: Record<string, object> = {
      '/api/session/confirm': { code: 400, msg: 'second.factor.required' },
    };
    const { sent, user } = openAccount(answers);
    const field = await screen.findByLabelText(t('confirm.code'));
    const confirmed = { data: { token: 'web-new', fresh_until: 0 } };
    const second = answerCalls({ '/api/session/confirm': confirmed });
    await fill(user, field, '123 456');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalledWith('/admin/people'));
    expect(localStorage.getItem('token')).toBe('web-new');
    const bodies = [...sent, ...second]
      .filter(({ path }) => path === '/api/session/confirm')
      .map((one) => one.body);
    expect(bodies).toEqual([{ ticket: TICKET }, { ticket: TICKET, code: '123 456' }]);
  });

  test.each(['sso.failed', 'session.expired'])(
    'begins again when the ticket ends while someone types the code: %s',
    async (msg) => {
      beginRound(1, 'confirm', { page: '/admin/people' });
      comeBack('/admin/account', TICKET);
      const { user } = openAccount({
        '/api/session/confirm': { code: 400, msg: 'second.factor.required' },
      });
      const field = await screen.findByLabelText(t('confirm.code'));
      answerCalls({ '/api/login/ways': ways, '/api/session/confirm': { code: 400, msg } });
      await fill(user, field, '123456');
      await user.keyboard('{Enter}');
      expect((await screen.findByRole('alert')).textContent).toBe(t('sso.over'));
      expect(screen.queryByLabelText(t('confirm.code'))).toBeNull();
      await user.click(await findButton(t('sso.login', { name })));
      expect(pageLoad.leaveSite).toHaveBeenCalledWith('/login/sso/1?for=confirm');
      comeBack('/admin/account', TICKET);
      expect(readReturned(['confirm'])?.fields).toEqual({ page: '/admin/people' });
    },
  );

  test('goes to no page outside the admin area', async () => {
    beginRound(1, 'confirm', { page: '/administrator' });
    comeBack('/admin/account', TICKET);
    openAccount({ '/api/session/confirm': { data: { token: 'web-new', fresh_until: 0 } } });
    await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalledWith('/admin/account'));
  });
});

test('an account without a password confirms its login at the provider', async () => {
  answerCalls({
    '/api/login/ways': ways,
    '/api/account': { data: { ...account, has_sso: 1 } },
    '/api/get/appinfo': { data: { username: 'grace', has_password: 0 } },
  });
  const user = show(<ConfirmLogin onEnd={() => undefined} />);
  await user.click(await findButton(t('sso.login', { name })));
  expect(document.querySelector('[name=password]')).toBeNull();
  expect(pageLoad.leaveSite).toHaveBeenCalledWith('/login/sso/1?for=confirm');
});
