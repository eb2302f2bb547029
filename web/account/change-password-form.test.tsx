import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { adminWords, type AdminWords } from '../../tests/browser/admin-words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { queryClient } from '../queries.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

const PATH = '/api/user/change_password';

let changes = 0;
beforeEach(() => {
  changes = 0;
});

function Form() {
  return <ChangePasswordForm username="ada" onChanged={() => (changes += 1)} />;
}

const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function findFields({ oldPassword, newPassword, confirmPassword }: AdminWords) {
  return [findField(oldPassword), findField(newPassword), findField(confirmPassword)] as const;
}

testAccess(() => <Form />);

test.each(languages)(
  'the password dialog checks each rule on blur and on submit: %s',
  async (language) => {
    await showLanguage(language);
    const text = adminWords[language];
    const sent = answerCalls({});
    const user = show(<Form />);
    const [old, fresh, repeat] = findFields(text);
    const leave = async (field: HTMLElement, typed: string) => {
      await user.clear(field);
      if (typed !== '') await user.type(field, typed);
      await user.tab();
    };
    await leave(old, '');
    await expectFieldError(old, text.oldEmpty);
    await leave(fresh, '');
    await expectFieldError(fresh, text.newEmpty);
    await leave(repeat, '');
    await expectFieldError(repeat, text.confirmEmpty);
    await leave(fresh, '12345');
    await expectFieldError(fresh, text.newShort);
    await leave(repeat, '123456');
    await expectFieldError(repeat, text.mismatch);
    await user.type(fresh, '6');
    await waitFor(() => expect(repeat.getAttribute('aria-invalid')).not.toBe('true'));
    await user.type(fresh, '7');
    await expectFieldError(repeat, text.mismatch);

    for (const field of [old, fresh, repeat]) await user.clear(field);
    await user.click(screen.getByRole('button', { name: text.changePassword }));
    await expectFieldError(old, text.oldEmpty);
    await expectFieldError(fresh, text.newEmpty);
    await expectFieldError(repeat, text.confirmEmpty);
    expect(document.activeElement).toBe(old);
    expect(sent).toEqual([]);
  },
);

test('a password manager stores the new password for the user name', () => {
  show(<Form />);
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[autocomplete]')];
  expect(fields.map(({ autocomplete, value }) => [autocomplete, value])).toEqual([
    ['username', 'ada'],
    ['current-password', ''],
    ['new-password', ''],
    ['new-password', ''],
  ]);
});

test.each([
  ['en', 'oldpass.error', 'Old password is incorrect', 'old'],
  ['zh', 'oldpass.error', '原密码不正确', 'old'],
  [
    'en',
    'password.too.common',
    'This password is too easy to guess. Please choose another one',
    'new',
  ],
  ['zh', 'password.too.common', '密码太容易被猜到，请换一个', 'new'],
] as const)(
  'what the server refuses stands beside its field and in a toast: %s, %s',
  async (language, msg, sentence, name) => {
    await showLanguage(language);
    answerCalls({ [PATH]: { code: 400, msg } });
    const user = show(<Form />);
    const [old, fresh, repeat] = findFields(adminWords[language]);
    await fill(user, old, 'correct horse');
    await fill(user, fresh, 'Iloveyou');
    await fill(user, repeat, 'Iloveyou');
    await user.keyboard('{Enter}');
    const field = name === 'old' ? old : fresh;
    await expectFieldError(field, sentence);
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(document.activeElement).toBe(field);
    expect(changes).toBe(0);
  },
);

test.each([false, true])(
  'the API token ends with the old password unless the box is ticked: %j',
  async (keeps) => {
    const sent = answerCalls({ [PATH]: {} });
    const user = show(<Form />);
    const [old, fresh, repeat] = findFields(adminWords.en);
    await fill(user, old, 'correct horse');
    await fill(user, fresh, 'battery staple');
    await fill(user, repeat, 'battery staple');
    if (keeps) await user.click(screen.getByRole('checkbox', { name: adminWords.en.keepToken }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(changes).toBe(1));
    const keep = keeps ? { keep_api_token: '1' } : {};
    const body = { old_password: 'correct horse', new_password: 'battery staple', ...keep };
    expect(sent).toEqual([{ path: PATH, body }]);
  },
);

test('a site of several people asks for longer passwords, also when it has just become one', async () => {
  queryClient.setQueryData(['app-info'], { password_min: 8 });
  answerCalls({ [PATH]: { code: 400, msg: 'password.not.allow' } });
  const user = show(<Form />);
  const [old, fresh, repeat] = findFields(adminWords.en);
  expect(screen.getByText('At least 8 characters')).toBeTruthy();
  await fill(user, fresh, 'seven77');
  await user.tab();
  await expectFieldError(fresh, 'Password length at least 8');
  await fill(user, old, 'correct horse');
  for (const field of [fresh, repeat]) await fill(user, field, 'eight888');
  await user.keyboard('{Enter}');
  await expectFieldError(fresh, t('password.short'));
});
