import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { linksWords } from '../../../tests/browser/links/links-words.ts';
import { specWords } from '../../../tests/browser/specification/spec-words.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectFailures, expectToast, press } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { aLink } from '../../../tests/support/components/a-link.ts';
import { t, type Language } from '../../language.ts';
import { startSession } from '../../session.ts';
import type { Link } from '../links.api.ts';
import { removeDialogDraft } from './use-dialog-form.tsx';
import { DialogForm } from './dialog-form.tsx';

const ADD = '/api/shorten_url';
const others = { '/api/domains': { data: [] }, '/api/tags': { data: [] } };

let saved = 0;
beforeEach(() => {
  saved = 0;
  removeDialogDraft('add');
  removeDialogDraft(`edit ${aLink.id} ${aLink.updated_at}`);
  answerCalls(others);
});

const events = {
  onAdded: () => (saved += 1),
  onSaved: () => (saved += 1),
};

function AddForm({ original }: { readonly original?: Link }) {
  const nothing = { kind: 'add', url: '', code: '', title: '', domain: '' } as const;
  const task = original === undefined ? nothing : { ...nothing, url: original.long_url, original };
  return <DialogForm task={task} {...events} />;
}

function EditForm({ link = aLink }: { readonly link?: Link }) {
  return <DialogForm task={{ kind: 'edit', link }} {...events} />;
}

const find = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function open(language: Language, form: ReactNode) {
  await showLanguage(language);
  const text = { ...specWords[language], ...linksWords[language] };
  const user = show(form);
  const fields = {
    url: find(text.longUrl),
    code: find(text.customCode),
    title: find(text.title),
  };
  const leave = async (field: HTMLElement, typed: string) => {
    await fill(user, field, typed);
    await user.tab();
  };
  const submit = document.querySelector<HTMLElement>('button[type=submit]')!;
  return { text, user, ...fields, leave, submit };
}

testAccess(() => <AddForm />);

test.each(languages)('a new link is checked on blur and on submit: %s', async (language) => {
  const sent = answerCalls(others);
  const { text, user, url, code, title, leave, submit } = await open(language, <AddForm />);
  await leave(url, '');
  await expectFieldError(url, text.addEmpty);
  await leave(url, 'no url');
  await expectFieldError(url, text.urlInvalid);
  await leave(code, 'a b');
  await expectFieldError(code, text.codeInvalid);
  await leave(title, 'x'.repeat(257));
  await expectFieldError(title, text.titleLong);
  await fill(user, title, '');
  await fill(user, url, '');
  await user.click(submit);
  await expectFieldError(url, text.addEmpty);
  expect(document.activeElement).toBe(url);
  await fill(user, url, 'https://example.com/');
  await user.click(submit);
  await expectFieldError(code, text.codeInvalid);
  expect(document.activeElement).toBe(code);
  expect(sent.map(({ path }) => path)).not.toContain(ADD);
});

test.each(languages)('an edited link is checked on blur and on submit: %s', async (language) => {
  const path = `/api/update_url/${aLink.id}`;
  const sent = answerCalls(others);
  const { text, user, code, leave, submit } = await open(language, <EditForm />);
  await leave(code, '');
  await expectFieldError(code, text.codeEmpty);
  await leave(code, 'Admin');
  await expectFieldError(code, text.codeReserved);
  await fill(user, code, 'taken');
  await user.click(screen.getByText(text.more, { selector: 'summary *, summary' }));
  const description = find(text.description);
  await leave(description, 'x'.repeat(513));
  await expectFieldError(description, text.descriptionLong);
  await fill(user, description, '');
  await user.click(screen.getByRole('radio', { name: text.other }));
  for (const typed of ['-1', '1.5', '36501', '1e3', 'x']) {
    await leave(find(text.days), typed);
    await expectFieldError(find(text.days), '');
    expect(screen.getByText(text.validityInvalid)).toBeTruthy();
    // 0 and an empty field mean never.
    await leave(find(text.days), typed === 'x' ? '' : '0');
    await waitFor(() => expect(screen.queryByText(text.validityInvalid)).toBeNull());
  }
  expect(sent.map((call) => call.path)).not.toContain(path);

  answerCalls({ ...others, [path]: { code: 409, msg: 'short.url.exists' } });
  await user.click(submit);
  await expectFieldError(code, text.codeTaken);
  await expectToast(text.codeTaken);
  expect(saved).toBe(0);
});

test('a tag that is typed when the part closes is not lost', async () => {
  const { text, user, url, submit } = await open('en', <AddForm />);
  await fill(user, url, 'https://example.com/');
  const more = screen.getByText(text.more, { selector: 'summary *, summary' });
  await user.click(more);
  await user.type(await screen.findByRole('combobox', { name: text.tags }), 'news');
  await user.click(more);
  const sent = answerCalls({ ...others, [ADD]: { code: 500, msg: 'error' } });
  await user.click(submit);
  await waitFor(() =>
    expect(sent.find(({ path }) => path === ADD)?.body).toMatchObject({ tags: ['news'] }),
  );
});

test.each(languages)('a link that is not added says so, and why: %s', async (language) => {
  const { text, user, url, submit } = await open(language, <AddForm />);
  await fill(user, url, 'https://example.com/other');
  const act = () => press(user, submit);
  await expectFailures({
    language,
    path: ADD,
    sentence: text.addFailed,
    act,
    otherAnswers: others,
  });
  expect(url.value).toBe('https://example.com/other');
});

test('a page title that comes late keeps the errors of the fields', async () => {
  const title = Promise.withResolvers<{ data: { title: string; description: string } }>();
  answerCalls({ ...others, '/api/get_url_metadata': title.promise });
  const { text, user, url, code, title: field, leave, submit } = await open('en', <AddForm />);
  await leave(url, 'https://example.com/');
  await fill(user, code, 'a b');
  await user.click(submit);
  await expectFieldError(code, text.codeInvalid);
  title.resolve({ data: { title: 'Example', description: '' } });
  await waitFor(() => expect(field.value).toBe('Example'));
  await expectFieldError(code, text.codeInvalid);
});

test.each(['https://example.com/Acme_Inc.', 'https://example.com/a)', 'https://example.com/打开'])(
  'an edit of another field keeps the stored URL: %s',
  async (stored) => {
    const { user, url, title, submit } = await open(
      'en',
      <EditForm link={{ ...aLink, long_url: stored }} />,
    );
    const path = `/api/update_url/${aLink.id}`;
    const sent = answerCalls({ ...others, [path]: { code: 500, msg: 'internal.error' } });
    await user.click(url);
    await fill(user, title, 'Another title');
    await user.click(submit);
    await waitFor(() => expect(sent.map((call) => call.path)).toContain(path));
    expect(sent.find((call) => call.path === path)?.body).toMatchObject({ long_url: stored });
  },
);

test('saving a deleted link fails and says why', async () => {
  const { user, submit } = await open('en', <EditForm />);
  answerCalls({ ...others, [`/api/update_url/${aLink.id}`]: { code: 404, msg: 'link.not.found' } });
  await user.click(submit);
  await expectToast('This link no longer exists');
  expect(saved).toBe(0);
});

test.each(languages)('a copy of the same long URL needs its own code: %s', async (language) => {
  const sent = answerCalls(others);
  const { text, user, code } = await open(language, <AddForm original={aLink} />);
  await user.click(code);
  await user.keyboard('{Enter}');
  await expectFieldError(code, text.codeForCopy);
  expect(document.activeElement).toBe(code);
  expect(sent.map(({ path }) => path)).not.toContain(ADD);
});

test('the copy of an expired link does not expire', async () => {
  const sent = answerCalls({ ...others, [ADD]: { code: 500, msg: 'internal.error' } });
  const { user, code } = await open('en', <AddForm original={{ ...aLink, expires_at: 1 }} />);
  await fill(user, code, 'again');
  await user.keyboard('{Enter}');
  await expectToast(specWords.en.addFailed);
  const added = sent.find(({ path }) => path === ADD);
  expect(added?.body).toMatchObject({ short_url: 'again', ttl_days: 0 });
});

test.each(languages)(
  'a deleted link with the same URL is restored by one press: %s',
  async (language) => {
    startSession('x');
    const issue = { field: 'short_url', key: 'short.url.exists', restorable_until: 1_900_000_000 };
    const refused = { code: 400, msg: 'short.url.exists', data: { issues: [issue] } };
    const binned = { ...aLink, deleted_at: 1_800_000_000, restorable_until: 1_900_000_000 };
    const answers = {
      ...others,
      [ADD]: refused,
      '/api/urls/deleted': { data: { total: 1, page: 1, limit: 200, urls: [binned] } },
    };
    const sent = answerCalls(answers);
    const { user, url, code, submit } = await open(language, <AddForm />);
    await fill(user, url, 'https://other.example/');
    await fill(user, code, aLink.short_url.toUpperCase());
    await user.click(submit);
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/urls/deleted'));
    expect(screen.queryByText(t('add.binned'))).toBeNull();
    await fill(user, url, aLink.long_url);
    await press(user, submit);
    await screen.findByText(t('add.binned'));
    await user.click(screen.getByRole('button', { name: t('add.binned.restore') }));
    const wanted = { long_url: aLink.long_url, restore: 1 };
    await waitFor(() =>
      expect(sent.findLast(({ path }) => path === ADD)?.body).toMatchObject(wanted),
    );
  },
);

const newTexts = {
  en: { phones: 'iPhone and Android', apple: 'On iPhone and iPad', google: 'On Android' },
  zh: { phones: 'iPhone 和 Android', apple: '在 iPhone 和 iPad 上', google: '在 Android 上' },
} as const;

test.each(languages)('a new link leads phones to two other targets: %s', async (language) => {
  const issues = [{ field: 'rules.0.target', key: 'error.link' }];
  const refused = { code: 400, msg: 'error.link', data: { issues } };
  const sent = answerCalls({ ...others, [ADD]: refused });
  const { text, user, url, submit } = await open(language, <AddForm />);
  const words = newTexts[language];
  await fill(user, url, 'https://example.com/');
  await user.click(screen.getByText(words.phones));
  const google = await screen.findByLabelText<HTMLInputElement>(words.google);
  await fill(user, google, 'no url');
  await user.click(submit);
  await expectFieldError(google, text.urlInvalid);
  await fill(user, google, 'play.google.com/app');
  await press(user, submit);
  const rules = [
    { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://play.google.com/app' },
  ];
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === ADD)?.body).toMatchObject({ rules }),
  );
  // A refusal of the only rule stands at its field.
  await waitFor(() => expect(google.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByLabelText(words.apple).getAttribute('aria-invalid')).not.toBe('true');
});

function findInput(name: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
}

test('a new link has a password and a preview card, and what stays folded is not sent', async () => {
  const sent = answerCalls({ ...others, [ADD]: { code: 500, msg: 'internal.error' } });
  const { user, url, submit } = await open('en', <AddForm />);
  await fill(user, url, 'https://example.com/');
  await user.click(screen.getByText(t('add.part.password')));
  await fill(user, await findInput('Password'), 'x'.repeat(129));
  // A folded part with an error opens.
  await user.click(screen.getByText(t('add.part.password'), { selector: 'summary' }));
  await user.click(submit);
  await expectFieldError(await findInput('Password'), 'Use at most 128 characters');
  await fill(user, await findInput('Password'), 'open sesame');
  await user.click(screen.getByText(t('add.part.social')));
  await fill(user, await findInput('Card title'), 'Winter sale');
  await press(user, submit);
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain(ADD));
  const body = sent.findLast(({ path }) => path === ADD)!.body as object;
  const social = { title: 'Winter sale', description: '', image: '' };
  expect(body).toMatchObject({ password: 'open sesame', social });
  expect(Object.keys(body)).not.toContain('rules');
});

test('the dialog that edits a link leaves these parts to its page', async () => {
  await open('en', <EditForm />);
  expect(screen.queryByText(t('add.part.rules'))).toBeNull();
});
