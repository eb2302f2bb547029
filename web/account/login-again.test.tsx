import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { adminWords } from '../../tests/browser/admin-words.ts';
import { specWords } from '../../tests/browser/specification/spec-words.ts';
import { words } from '../../tests/browser/words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectToast, press } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { localValues } from '../storage.ts';
import { LoginAgain } from './login-again.tsx';

const PATH = '/api/login';
const token = `web-${'b'.repeat(32)}`;

let logins = 0;
let exits = 0;
beforeEach(() => {
  logins = 0;
  exits = 0;
  localValues.remove('token');
});

const element = (
  <LoginAgain username="ada" onLoggedIn={() => (logins += 1)} onLeave={() => (exits += 1)} />
);

testAccess(
  () => element,
  async () => void (await screen.findByRole('dialog', { name: /./ })),
);

test.each(languages)(
  'the account of the page logs in again, with its password: %s',
  async (language) => {
    await showLanguage(language);
    const text = { ...words[language], ...specWords[language], ...adminWords[language] };
    answerCalls({ [PATH]: { code: 400, msg: 'password.error' } });
    const user = show(element);
    const password = await screen.findByLabelText(text.password);
    const name = screen.getByLabelText<HTMLInputElement>(text.username);
    expect([name.value, name.readOnly]).toEqual(['ada', true]);
    await fill(user, password, 'wrong');
    const button = await findButton(text.login);
    await press(user, button);
    await expectFieldError(password, text.passwordWrong);
    await user.keyboard('{Escape}');
    expect([logins, exits]).toEqual([0, 0]);

    const sent = answerCalls({ [PATH]: { data: { token, username: 'ada', language } } });
    await fill(user, password, 'correct horse');
    await press(user, button);
    await expectToast(t('login.done', { name: 'ada' }));
    expect(sent[0]?.body).toEqual({ username: 'ada', password: 'correct horse' });
    expect(localValues.get('token')).toBe(token);
    expect([logins, exits]).toEqual([1, 0]);
  },
);

test('a page can be left without its input', async () => {
  await showLanguage('en');
  answerCalls({});
  const user = show(element);
  await user.click(await findButton(adminWords.en.leaveInput));
  expect([logins, exits]).toEqual([0, 1]);
});
