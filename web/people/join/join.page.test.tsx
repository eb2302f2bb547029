import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { beginRound } from '../../account/sso/sso-round.ts';
import { t } from '../../language.ts';
import * as pageLoad from '../../page-load.ts';
import { JoinForm } from './join-form.tsx';
import type { LinkFacts } from './join.api.ts';
import { JoinPage } from './join.page.tsx';

const LOOK = '/api/join/look';
const JOIN = '/api/join';
const SECRET = `inv-${'x'.repeat(43)}`;

const invitation: LinkFacts = {
  kind: 'invitation',
  email: 'bea@example.com',
  username: '',
  role: 'editor',
  invited_by: 'ada',
  takes_password: 1,
  password_min: 8,
};
const loggedIn = { token: 'web-new', expires_at: 0, username: 'bea', ip: '', user_agent: '' };

beforeEach(() => {
  spyOn(pageLoad, 'replacePage').mockImplementation(() => undefined);
  history.replaceState(null, '', `/admin/join#${SECRET}`);
});
afterEach(() => history.replaceState(null, '', '/'));

function open(answers: Parameters<typeof answerCalls>[0]) {
  const sent = answerCalls(answers);
  return { sent, user: show(inRouter(<JoinPage />)) };
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const find = (name: string) => screen.findByRole('button', { name });

testAccess(() => <JoinForm secret={SECRET} facts={invitation} onRefused={() => undefined} />);

test.each(languages)('an invitation asks for user name and password: %s', async (language) => {
  await showLanguage(language);
  const { sent, user } = open({ [LOOK]: { data: invitation }, [JOIN]: { data: loggedIn } });
  const submit = await find(t('join.submit.invitation'));
  expect(location.hash).toBe('');
  expect(sent.find(({ path }) => path === LOOK)?.body).toEqual({ link: SECRET });
  expect(document.body.textContent).toContain('bea@example.com');
  expect(document.activeElement).toBe(field('username'));
  await fill(user, field('password'), 'short');
  await user.click(submit);
  await expectFieldError(field('username'), t('init.username.empty'));
  await expectFieldError(field('password'), t('join.password.short', { min: 8 }));
  await fill(user, field('username'), 'Bea');
  await fill(user, field('password'), 'correct horse');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalledWith('/admin'));
  expect(sent.find(({ path }) => path === JOIN)?.body).toEqual({
    link: SECRET,
    username: 'bea',
    password: 'correct horse',
  });
  expect(localStorage.getItem('token')).toBe('web-new');
});

test('a taken user name stands beside its field', async () => {
  const issues = [{ field: 'username', key: 'account.exists', reason: '' }];
  const { user } = open({
    [LOOK]: { data: invitation },
    [JOIN]: { code: 400, msg: 'account.exists', data: { issues } },
  });
  const submit = await find(t('join.submit.invitation'));
  await fill(user, field('username'), 'ada');
  await fill(user, field('password'), 'correct horse');
  await user.click(submit);
  await expectFieldError(field('username'), t('account.exists'));
  expect(document.activeElement).toBe(field('username'));
});

test('a reset asks for the new password only', async () => {
  const { sent, user } = open({
    [LOOK]: { data: { ...invitation, kind: 'reset', username: 'bea' } },
    [JOIN]: { data: loggedIn },
  });
  const submit = await find(t('join.submit.reset'));
  expect(document.activeElement).toBe(field('password'));
  await fill(user, field('password'), 'correct horse');
  await user.click(submit);
  await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalled());
  const body = { link: SECRET, password: 'correct horse' };
  expect(sent.find(({ path }) => path === JOIN)?.body).toEqual(body);
});

test('a login link needs one button', async () => {
  const { sent, user } = open({
    [LOOK]: { data: { ...invitation, kind: 'login', username: 'bea', takes_password: 0 } },
    [JOIN]: { data: loggedIn },
  });
  await user.click(await find(t('join.submit.login', { name: 'bea' })));
  await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalled());
  expect(sent.find(({ path }) => path === JOIN)?.body).toEqual({ link: SECRET });
});

test('a link that was used says so, also when that happens meanwhile', async () => {
  const answers: Record<string, object> = {
    [LOOK]: { data: invitation },
    [JOIN]: { code: 404, msg: 'invitation.invalid' },
  };
  const { user } = open(answers);
  const submit = await find(t('join.submit.invitation'));
  await fill(user, field('username'), 'bea');
  await fill(user, field('password'), 'correct horse');
  answers[LOOK] = { code: 404, msg: 'invitation.invalid' };
  await user.click(submit);
  await screen.findByRole('heading', { name: t('join.invalid') });
  expect(screen.getByText(t('invitation.invalid'))).toBeTruthy();
});

test('without a link the page asks to open it again', async () => {
  history.replaceState(null, '', '/admin/join');
  const { sent } = open({});
  await screen.findByRole('heading', { name: t('join.missing') });
  expect(sent.filter(({ path }) => path === LOOK)).toEqual([]);
});

test('another login in this browser is ended first', async () => {
  localStorage.setItem('token', 'web-other');
  const { sent, user } = open({
    [LOOK]: { data: invitation },
    '/api/get/appinfo': { data: { username: 'ada', language: '' } },
    '/api/user/logout': {},
  });
  await screen.findByRole('heading', { name: t('join.other', { name: 'ada' }) });
  await user.click(await find(t('join.other.leave')));
  await find(t('join.submit.invitation'));
  expect(sent.map(({ path }) => path)).toContain('/api/user/logout');
  expect(localStorage.getItem('token')).toBeNull();
});

const providers = { data: { password: 1, passkeys: 0, sso: [{ id: 1, name: 'Acme' }] } };

test('an invitation is accepted at a provider: the name first, then there and back', async () => {
  spyOn(pageLoad, 'leaveSite').mockImplementation(() => undefined);
  const { user } = open({ [LOOK]: { data: invitation }, '/api/login/ways': providers });
  const button = await find(t('join.sso', { name: 'Acme' }));
  await user.click(button);
  await expectFieldError(field('username'), t('init.username.empty'));
  await fill(user, field('username'), 'Bea');
  await user.click(button);
  expect(pageLoad.leaveSite).toHaveBeenCalledWith('/login/sso/1?for=join');
  cleanup();

  history.replaceState(null, '', '/admin/join#sso-ticket');
  const { sent } = open({ [LOOK]: { data: invitation }, [JOIN]: { data: loggedIn } });
  await waitFor(() => expect(pageLoad.replacePage).toHaveBeenCalledWith('/admin'));
  expect(location.hash).toBe('');
  const body = { link: SECRET, username: 'bea', ticket: 'sso-ticket' };
  expect(sent.find(({ path }) => path === JOIN)?.body).toEqual(body);
});

test('an invitation that takes no password has neither its field nor its button', async () => {
  open({ [LOOK]: { data: { ...invitation, takes_password: 0 } }, '/api/login/ways': providers });
  await find(t('join.sso', { name: 'Acme' }));
  expect(field('password')).toBeNull();
  expect(screen.queryByRole('button', { name: t('join.submit.invitation') })).toBeNull();
});

test('a round that failed leaves the invitation and the name as they were', async () => {
  spyOn(pageLoad, 'leaveSite').mockImplementation(() => undefined);
  beginRound(1, 'join', { secret: SECRET, username: 'bea' });
  history.replaceState(null, '', '/admin/join#no-sso-denied');
  open({ [LOOK]: { data: invitation }, '/api/login/ways': providers });
  await screen.findByText(t('sso.denied'));
  expect(field('username').value).toBe('bea');
  await find(t('join.sso', { name: 'Acme' }));
});

test('an invitation takes no ticket of a round that no click on it began', async () => {
  spyOn(pageLoad, 'leaveSite').mockImplementation(() => undefined);
  beginRound(1, 'login', { secret: SECRET, username: 'bea' });
  history.replaceState(null, '', '/admin/join#sso-ticket');
  const { sent } = open({ [LOOK]: { data: invitation }, [JOIN]: { data: loggedIn } });
  await screen.findByText(t('join.missing'));
  expect(sent.map(({ path }) => path)).not.toContain(JOIN);
});
