import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectToast } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import type { AppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import * as pageLoad from '../page-load.ts';
import { ProfileForm } from './account.page.tsx';

const PATH = '/api/account/set';
const profile = { username: 'ada', email: 'ada@example.com', language: '' } as const;
const info: AppInfo = {
  ...profile,
  version: '1.0.0',
  version_date: '2026-01-01',
  avatar_url: '',
  click_flush_seconds: 600,
  port: 3080,
  id: 1,
  role: 'owner',
  may: [],
  fresh_until: 0,
  has_others: 0,
  is_limited: 0,
  has_password: 1,
  password_min: 8,
  wrong_codes: 0,
};

testAccess(() => <ProfileForm info={info} />);

function findField(name: string): HTMLInputElement {
  return document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
}

const save = () => screen.getByRole('button', { name: t('account.save') });

test('a password manager can tell the fields of the account apart', () => {
  show(<ProfileForm info={info} />);
  const names = ['username', 'email', 'password'] as const;
  expect(names.map((name) => findField(name).autocomplete)).toEqual([
    'username',
    'email',
    'current-password',
  ]);
});

test.each(languages)(
  'the form of the account follows the rules of the set-up and sends changes with the password: %s',
  async (language) => {
    await showLanguage(language);
    const sent = answerCalls({ [PATH]: { data: { ...profile, username: 'grace' } } });
    const user = show(<ProfileForm info={info} />);
    await fill(user, findField('username'), 'A B');
    await fill(user, findField('email'), 'nobody');
    await user.click(save());
    await expectFieldError(findField('username'), t('user.name.invalid'));
    await expectFieldError(findField('email'), t('email.invalid'));
    await expectFieldError(findField('password'), t('password.not.allow.empty'));
    const changes = () => sent.filter(({ path }) => path === PATH);
    expect(changes()).toEqual([]);

    await fill(user, findField('username'), ' Grace');
    await fill(user, findField('email'), 'grace@example.com');
    await fill(user, findField('password'), 'correct horse');
    await user.keyboard('{Enter}');
    await expectToast(t('account.done'));
    const body = { username: 'grace', email: 'grace@example.com' };
    expect(changes()[0]).toEqual({ path: PATH, body: { ...body, password: 'correct horse' } });
    expect([findField('username').value, findField('password').value]).toEqual(['grace', '']);

    await fill(user, findField('email'), 'hopper@example.com');
    await fill(user, findField('password'), 'correct horse');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(changes()).toHaveLength(2));
    const change = { email: 'hopper@example.com', password: 'correct horse' };
    expect(changes()[1]).toEqual({ path: PATH, body: change });
  },
);

test('a wrong password stands beside its field, and all input stays', async () => {
  answerCalls({ [PATH]: { code: 400, msg: 'oldpass.error' } });
  const user = show(<ProfileForm info={info} />);
  await fill(user, findField('email'), 'grace@example.com');
  await fill(user, findField('password'), 'a guess');
  await user.click(save());
  await expectFieldError(findField('password'), t('password.error'));
  expect(document.activeElement).toBe(findField('password'));
  expect(findField('email').value).toBe('grace@example.com');
});

const listLanguages = () =>
  [...document.querySelectorAll('option')].map(({ value, selected }) => [value, selected]);

test('a language can stay unchosen until one is', () => {
  show(<ProfileForm info={info} />);
  expect(listLanguages()).toEqual([
    ['', true],
    ['en', false],
    ['zh', false],
  ]);
  expect(screen.getByRole('option', { name: t('account.language.none') })).toBeTruthy();
  cleanup();
  show(<ProfileForm info={{ ...info, language: 'zh' }} />);
  expect(listLanguages()).toEqual([
    ['en', false],
    ['zh', true],
  ]);
});

test('another language reloads the page, which then has it', async () => {
  const reloading = spyOn(pageLoad, 'reloadPage').mockImplementation(() => undefined);
  answerCalls({ [PATH]: { data: { ...profile, language: 'zh' } } });
  const user = show(<ProfileForm info={info} />);
  await user.selectOptions(findField('language'), 'zh');
  await fill(user, findField('password'), 'correct horse');
  await user.click(save());
  await waitFor(() => expect(reloading).toHaveBeenCalledTimes(1));
  expect(localStorage.getItem('user_language')).toBe('zh');
  reloading.mockRestore();
});
