import { screen, waitFor } from '@testing-library/react';
import { expect, mock, test } from 'bun:test';
import type { inviteAccount } from '../../../contracts/people/people.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { call, endpoint } from '../../api.ts';
import { Confirmation } from '../../frame/confirmation.tsx';
import { t } from '../../language.ts';
import { ConfirmLogin } from './confirm-login.tsx';

const INVITE = '/api/accounts/invite';
const CONFIRM = '/api/session/confirm';
const invite = endpoint<typeof inviteAccount>('POST', INVITE);
const request = { email: 'bea@example.com', role: 'editor' } as const;
const needed = { code: 403, msg: 'confirm.required' };

testAccess(() => {
  answerCalls({});
  return <ConfirmLogin onEnd={() => undefined} />;
});

const findPassword = () => screen.findByLabelText<HTMLInputElement>(t('login.password'));

test.each(languages)('calls that need a fresh login ask once, and go on: %s', async (language) => {
  await showLanguage(language);
  localStorage.setItem('token', 'web-old');
  const answers: Record<string, object> = {
    [INVITE]: needed,
    [CONFIRM]: { code: 400, msg: 'oldpass.error' },
  };
  const sent = answerCalls(answers);
  const user = show(<Confirmation />);
  const both = Promise.all([call(invite, request), call(invite, request)]);
  const password = await findPassword();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(await findButton(t('confirm.submit')));
  await expectFieldError(password, t('password.not.allow.empty'));
  await fill(user, password, 'a guess');
  await user.keyboard('{Enter}');
  await expectFieldError(password, t('password.error'));
  answers[CONFIRM] = { data: { token: 'web-new', fresh_until: 0 } };
  answers[INVITE] = { data: { link: 'inv-' } };
  await fill(user, password, 'correct horse');
  await user.keyboard('{Enter}');
  expect(await both).toEqual([{ link: 'inv-' }, { link: 'inv-' }]);
  expect(localStorage.getItem('token')).toBe('web-new');
  expect(sent.filter(({ path }) => path === INVITE)).toHaveLength(4);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an account with an authenticator app is asked for its code', async () => {
  const answers: Record<string, object> = {
    [CONFIRM]: { code: 400, msg: 'second.factor.required' },
  };
  const sent = answerCalls(answers);
  const onEnd = mock();
  const user = show(<ConfirmLogin onEnd={onEnd} />);
  await fill(user, await findPassword(), 'correct horse');
  await user.keyboard('{Enter}');
  const field = await screen.findByLabelText<HTMLInputElement>(t('confirm.code'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  answers[CONFIRM] = { code: 400, msg: 'second.factor.error' };
  await user.keyboard('000000{Enter}');
  await expectFieldError(field, t('second.factor.error'));
  answers[CONFIRM] = { data: { token: 'web-new', fresh_until: 0 } };
  await fill(user, field, ' 123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
  const password = 'correct horse';
  const bodies = sent.filter(({ path }) => path === CONFIRM).map(({ body }) => body);
  expect(bodies).toEqual([
    { password },
    { password, code: '000000' },
    { password, code: '123456' },
  ]);
});

test('without the password, the call fails and is not repeated', async () => {
  const sent = answerCalls({ [INVITE]: needed });
  const user = show(<Confirmation />);
  const failure = call(invite, request).catch((error: unknown) => error);
  await findPassword();
  await user.keyboard('{Escape}');
  expect(await failure).toMatchObject({ key: 'confirm.required' });
  expect(sent.filter(({ path }) => path === INVITE)).toHaveLength(1);
});

const passkey = { id: 8, kind: 'passkey', is_usable_here: 1 };

test.each([
  [1, [passkey], true, true],
  [0, [passkey], false, true],
  [1, [{ ...passkey, is_usable_here: 0 }], true, false],
  [0, [], false, false],
] as const)(
  'the dialog asks for what the account has: password %p, factors %p',
  async (has_password, factors, hasField, hasPasskey) => {
    Object.assign(window, { PublicKeyCredential: true });
    answerCalls({
      '/api/get/appinfo': { data: { username: 'ada', has_password, wrong_codes: 0 } },
      '/api/account': { data: { factors } },
    });
    show(<ConfirmLogin onEnd={() => undefined} />);
    const way = hasPasskey ? 'confirm.text.passkey' : 'confirm.text.again';
    await screen.findByText(t(hasField ? 'confirm.text' : way));
    if (hasPasskey) await findButton(t('confirm.passkey'));
    expect(screen.queryByLabelText(t('login.password')) !== null).toBe(hasField);
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  },
);
