import { screen } from '@testing-library/react';
import { beforeEach, expect, spyOn, test } from 'bun:test';
import { specWords } from '../../tests/browser/specification/spec-words.ts';
import { words } from '../../tests/browser/words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import {
  answerAsProxy,
  expectFailures,
  expectToast,
  press,
} from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { expectFieldError, fill, inRouter, show } from '../../tests/support/components/render.tsx';
import type { Language } from '../language.ts';
import { LoginPage } from './login.page.tsx';

const PATH = '/api/login';

async function open(language: Language) {
  await showLanguage(language);
  const text = { ...words[language], ...specWords[language] };
  const user = show(inRouter(<LoginPage />));
  const submit = await screen.findByRole('button', { name: text.login });
  const name = screen.getByLabelText(text.username);
  const password = screen.getByLabelText(text.password);
  const fillBoth = async () => {
    await fill(user, name, 'ada');
    await fill(user, password, 'correct horse');
  };
  return { text, user, name, password, submit, fillBoth };
}

beforeEach(() => void answerCalls({}));

const readNames = (field: HTMLElement) =>
  ['name', 'autocomplete'].map((key) => field.getAttribute(key));

test('a password manager can fill and store the login', async () => {
  const { name, password } = await open('en');
  expect(readNames(name)).toEqual(['username', 'username']);
  expect(readNames(password)).toEqual(['password', 'current-password']);
  expect(password.getAttribute('type')).toBe('password');
  expect(name.closest('form')).toBe(password.closest('form'));
});

test.each(languages)('the login requires name and password, on blur: %s', async (language) => {
  const { text, user, name, password } = await open(language);
  expect(document.activeElement).toBe(name);
  await user.click(password);
  await expectFieldError(name, text.loginNameEmpty);
  await user.click(name);
  await expectFieldError(password, text.loginPasswordEmpty);
});

test.each(languages)('the login requires name and password, on submit: %s', async (language) => {
  const sent = answerCalls({});
  const { text, user, name, password } = await open(language);
  await user.keyboard('{Enter}');
  await expectFieldError(name, text.loginNameEmpty);
  await expectFieldError(password, text.loginPasswordEmpty);
  expect(document.activeElement).toBe(name);
  expect(sent.map(({ path }) => path)).not.toContain(PATH);
});

test.each(languages)('a wrong name or password stands beside its field: %s', async (language) => {
  const { text, user, name, password, submit, fillBoth } = await open(language);
  await fillBoth();
  for (const [msg, field, sentence] of [
    ['username.error', name, text.nameWrong],
    ['password.error', password, text.passwordWrong],
  ] as const) {
    answerCalls({ [PATH]: { code: 400, msg } });
    await press(user, submit);
    await expectFieldError(field, sentence);
    // A refusal needs no sentence before it.
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map((alert) => alert.textContent)).toContain(sentence);
  }
  expect(localStorage.getItem('token')).toBeNull();
});

test.each(languages)('a login that fails says so, and why: %s', async (language) => {
  const { text, user, submit, fillBoth } = await open(language);
  await fillBoth();
  await expectFailures({
    language,
    path: PATH,
    sentence: text.loginFailed,
    act: () => press(user, submit),
  });
  answerCalls({ [PATH]: { code: 500, msg: 'internal.error' } });
  await press(user, submit);
  expect((await screen.findByText(text.loginFailed, { selector: 'form *' })).tagName).toBe('P');
});

test.each(languages)('a call without an answer fails after 30 s: %s', async (language) => {
  const { text, user, fillBoth } = await open(language);
  await fillBoth();
  const limit = spyOn(AbortSignal, 'timeout');
  const late = new DOMException('late', 'TimeoutError');
  const fetching = spyOn(globalThis, 'fetch').mockRejectedValue(late);
  await user.keyboard('{Enter}');
  await expectToast(text.timeout);
  expect(limit.mock.calls).toEqual([[30_000]]);
  limit.mockRestore();
  fetching.mockRestore();
});

test.each([
  [null, 'The server can’t be reached'],
  [413, 'This is too large to send'],
  [429, 'Too many attempts. Please try again later'],
  [502, 'The server can’t be reached'],
  [504, 'The server took too long to answer'],
])('an answer of a proxy, %j, is shown with its reason', async (status, reason) => {
  const { text, user, fillBoth } = await open('en');
  await fillBoth();
  answerAsProxy(status);
  await user.keyboard('{Enter}');
  await expectToast(`${text.loginFailed}. ${reason}`);
});
