import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { linksWords } from '../../tests/browser/links/links-words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { startSession } from '../session.ts';
import { ShortenForm } from './shorten-form.tsx';
import type { Shortened } from './use-shortening.tsx';

const PATH = '/api/shorten_url';
const link = { id: 1, short_url: 'page', long_url: 'https://example.com/', title: '' };

let shortened: (Shortened | null)[] = [];
beforeEach(() => {
  shortened = [];
});

function Form() {
  return <ShortenForm hasResult={false} onShortened={(next) => shortened.push(next)} />;
}

const findUrl = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('home.url.label') });

testAccess(
  () => <Form />,
  async (user) => {
    await user.click(screen.getByRole('button', { name: t('home.advanced') }));
  },
);

test('Enter shortens what is typed, with the scheme that was missing', async () => {
  const sent = answerCalls({ [PATH]: { data: link } });
  const user = show(<Form />);
  expect(document.activeElement).toBe(findUrl());
  await user.keyboard('example.com/{Enter}');
  await waitFor(() => expect(findUrl().value).toBe(''));
  expect(sent).toEqual([
    { path: PATH, body: { long_url: 'https://example.com/', short_url: '', title: '' } },
  ]);
  expect(shortened.map((next) => next?.link.short_url)).toEqual(['page']);
});

test('a custom code is sent, and the keyboard reaches its field', async () => {
  const sent = answerCalls({ [PATH]: { data: link } });
  const user = show(<Form />);
  await user.keyboard('https://example.com/');
  screen.getByRole('button', { name: 'Advanced options' }).focus();
  await user.keyboard('{Enter}');
  await user.tab();
  await user.keyboard('my-page{Enter}');
  await waitFor(() => expect(findUrl().value).toBe(''));
  expect(sent.map(({ body }) => body)).toEqual([
    { long_url: 'https://example.com/', short_url: 'my-page', title: '' },
  ]);
});

test.each(languages)('home checks the long URL on blur and on submit: %s', async (language) => {
  await showLanguage(language);
  const text = linksWords[language];
  const sent = answerCalls({});
  const user = show(<Form />);
  const url = findUrl();
  await user.tab();
  await expectFieldError(url, text.homeEmpty);
  await fill(user, url, 'https://');
  expect(url.getAttribute('aria-invalid')).not.toBe('true');
  await user.tab();
  await expectFieldError(url, text.urlInvalid);
  await fill(user, url, 'https://example.com/');
  expect(url.getAttribute('aria-invalid')).not.toBe('true');
  await fill(user, url, 'ftp://example.com/');
  await user.keyboard('{Enter}');
  await expectFieldError(url, text.urlInvalid);
  expect(document.activeElement).toBe(url);
  await fill(user, url, '');
  await user.click(screen.getByRole('button', { name: text.create }));
  await expectFieldError(url, text.homeEmpty);
  expect(document.activeElement).toBe(url);
  expect(sent).toEqual([]);
  expect(shortened).toEqual([null, null]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(languages)('home checks the custom code on blur: %s', async (language) => {
  await showLanguage(language);
  const text = linksWords[language];
  const user = show(<Form />);
  // A visitor who goes on to the options gets no error for the empty field.
  await user.click(screen.getByRole('button', { name: text.advanced }));
  expect(screen.queryByText(text.homeEmpty)).toBeNull();
  const code = screen.getByRole('textbox', { name: text.customCode });
  for (const [typed, sentence] of [
    ['my code!', text.codeInvalid],
    ['Admin', text.codeReserved],
  ] as const) {
    await fill(user, code, typed);
    await user.tab();
    await expectFieldError(code, sentence);
  }
});

test('the button says that it is creating, and is disabled meanwhile', async () => {
  const answer = Promise.withResolvers<object>();
  answerCalls({ [PATH]: answer.promise });
  const user = show(<Form />);
  await user.keyboard('example.com/{Enter}');
  const name = linksWords.en.creating;
  expect((await screen.findByRole<HTMLButtonElement>('button', { name })).disabled).toBe(true);
  answer.resolve({ data: link });
  await waitFor(() => expect(shortened).toHaveLength(1));
});

test('a refused code has its error beside the code, which has the focus', async () => {
  answerCalls({ [PATH]: { code: 409, msg: 'short.url.exists' } });
  const user = show(<Form />);
  await user.keyboard('https://example.com/');
  await user.click(screen.getByRole('button', { name: 'Advanced options' }));
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Custom short path' });
  await user.type(code, 'page{Enter}');
  const text = 'This short path is already taken. Choose another.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  expect(findUrl().value).toBe('https://example.com/');
});

test('Esc undoes a paste', async () => {
  const user = show(<Form />);
  await user.paste('https://example.com/long');
  expect(screen.getByText('Press Enter to shorten it, Esc to undo')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(findUrl().value).toBe('');
});

test('a paste of several lines is refused', async () => {
  const user = show(<Form />);
  await user.paste('https://example.com/a\nhttps://example.com/b');
  expect(findUrl().value).toBe('');
  expect(screen.getByText('Enter one URL only, on a single line')).toBeTruthy();
});

test('home restores a deleted link with the same URL by one press', async () => {
  startSession('x');
  const issue = { field: 'short_url', key: 'short.url.exists', restorable_until: 1_900_000_000 };
  const answers: Record<string, object> = {
    [PATH]: { code: 400, msg: 'short.url.exists', data: { issues: [issue] } },
    '/api/urls/deleted': {
      data: { total: 1, page: 1, limit: 200, urls: [{ ...link, domain: '' }] },
    },
  };
  const sent = answerCalls(answers);
  const user = show(<Form />);
  await user.keyboard('https://example.com/');
  await user.click(screen.getByRole('button', { name: t('home.advanced') }));
  await user.type(screen.getByRole('textbox', { name: t('home.code.label') }), 'page{Enter}');
  const restore = await screen.findByRole('button', { name: t('add.binned.restore') });
  answers[PATH] = { data: link };
  await user.click(restore);
  await waitFor(() => expect(shortened.at(-1)?.link.short_url).toBe('page'));
  expect(sent.findLast(({ path }) => path === PATH)?.body).toMatchObject({ restore: 1 });
});
