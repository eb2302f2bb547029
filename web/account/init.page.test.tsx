import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { specWords } from '../../tests/browser/specification/spec-words.ts';
import { words } from '../../tests/browser/words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectFailures, expectToast, press } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  inRouter,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { t, type Language } from '../language.ts';
import { InitForm, InitPage } from './init.page.tsx';

const PATH = '/api/user/init';
const state = { '/api/user/is_init': { data: { is_init: 'no' } } };
const password = 'correct horse';

const find = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Opens the page; returns its user, its fields in their order, and its button. */
async function open(language: Language) {
  await showLanguage(language);
  const text = { ...words[language], ...specWords[language] };
  const user = show(inRouter(<InitPage />));
  const submit = await screen.findByRole('button', { name: text.setUp });
  const name = find(text.username);
  const email = find(text.email);
  const first = find(text.password);
  const repeat = find(text.repeat);
  const fillAll = async () => {
    const typed = [
      [name, 'ada'],
      [email, 'ada@example.com'],
      [first, password],
      [repeat, password],
    ] as const;
    for (const [field, value] of typed) await fill(user, field, value);
  };
  return { text, user, name, email, first, repeat, submit, fillAll };
}

beforeEach(() => void answerCalls(state));

test('a password manager can store the new account', async () => {
  const { name, email, first, repeat } = await open('en');
  expect([name, email, first, repeat].map(({ autocomplete }) => autocomplete)).toEqual([
    'username',
    'email',
    'new-password',
    'new-password',
  ]);
});

testAccess(
  () => inRouter(<InitForm onDone={() => undefined} />),
  async () => void (await screen.findByRole('button', { name: t('init.submit') })),
);

test.each(languages)('the set-up checks each rule on blur: %s', async (language) => {
  const sent = answerCalls(state);
  const { text, user, name, email, first, repeat } = await open(language);
  expect(document.activeElement).toBe(name);
  const rules = [
    [name, '', text.nameEmpty],
    [name, 'ada_l', text.nameInvalid],
    [name, 'al', text.nameInvalid],
    [name, 'adÄ', text.nameInvalid],
    [email, '', text.emailEmpty],
    [email, 'ada', text.emailInvalid],
    [first, '', text.passwordEmpty],
    [first, '12345', text.passwordShort],
    [first, '      ', text.passwordEmpty],
    [repeat, '', text.repeatEmpty],
    [repeat, '123456', text.mismatch],
  ] as const;
  for (const [field, typed, sentence] of rules) {
    await fill(user, field, typed);
    await user.tab();
    await expectFieldError(field, sentence);
  }
  // Each key in the first field compares the passwords again.
  await fill(user, repeat, password);
  await fill(user, first, password.slice(0, -1));
  await expectFieldError(repeat, text.mismatch);
  await user.keyboard('e');
  await waitFor(() => expect(screen.queryByText(text.mismatch)).toBeNull());
  await user.keyboard('!');
  await expectFieldError(repeat, text.mismatch);
  expect(sent.map(({ path }) => path)).not.toContain(PATH);
});

test('a username in capitals is lower-cased, not refused', async () => {
  const { user, name, fillAll } = await open('en');
  await fillAll();
  await fill(user, name, ' Admin ');
  await user.tab();
  expect(name.value).toBe('admin');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
  await fill(user, name, 'ADA1');
  const sent = answerCalls({ ...state, [PATH]: {} });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent.find(({ path }) => path === PATH)).toBeDefined());
  const call = sent.find(({ path }) => path === PATH);
  expect(call).toMatchObject({ body: { username: 'ada1' } });
});

test.each(languages)('the set-up checks each rule on submit: %s', async (language) => {
  const sent = answerCalls(state);
  const { text, user, name, email, first, repeat, submit, fillAll } = await open(language);
  await user.click(submit);
  await expectFieldError(name, text.nameEmpty);
  await expectFieldError(email, text.emailEmpty);
  await expectFieldError(first, text.passwordEmpty);
  await expectFieldError(repeat, text.repeatEmpty);
  expect(document.activeElement).toBe(name);

  await fillAll();
  await fill(user, repeat, `${password}!`);
  await user.keyboard('{Enter}');
  await expectFieldError(repeat, text.mismatch);
  expect(document.activeElement).toBe(repeat);
  expect(sent.map(({ path }) => path)).not.toContain(PATH);
});

test.each(languages)('a common password is refused beside its field: %s', async (language) => {
  const { text, user, first, fillAll } = await open(language);
  await fillAll();
  const issues = [{ field: 'password', key: 'password.too.common' }];
  answerCalls({ ...state, [PATH]: { code: 400, msg: 'password.too.common', data: { issues } } });
  await user.keyboard('{Enter}');
  await expectFieldError(first, text.passwordCommon);
  expect(document.activeElement).toBe(first);
  // The message is about this password, so it goes with the next key.
  await user.type(first, '!');
  await waitFor(() => expect(first.getAttribute('aria-invalid')).not.toBe('true'));
});

test.each(languages)('a set-up that fails says so, and why: %s', async (language) => {
  const { text, user, submit, fillAll } = await open(language);
  await fillAll();
  await expectFailures({
    language,
    path: PATH,
    sentence: text.initFailed,
    act: () => press(user, submit),
    otherAnswers: state,
  });
});

test.each(languages)('a second set-up is refused: %s', async (language) => {
  answerCalls({ ...state, [PATH]: { code: 400, msg: 'no.repeat.init' } });
  const { text, user, fillAll } = await open(language);
  await fillAll();
  await user.keyboard('{Enter}');
  await expectToast(text.initRepeated);
  expect(await screen.findByRole('heading', { name: text.initThere })).toBeTruthy();
});
