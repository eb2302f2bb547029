import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { t, toCounted } from '../../language.ts';
import * as saveFileModule from '../../ui/save-file.ts';
import type { Result } from './many.api.ts';
import { ManyPage } from './many.page.tsx';

const path = '/api/urls/create_many';
const page = () => inRouter(<ManyPage />);

function resultOf(index: number, state: Result['state'], more: Partial<Result> = {}): Result {
  return { index, state, ...more };
}

function linkOf(code: string): NonNullable<Result['link']> {
  return {
    id: 1,
    title: '',
    description: '',
    expires_at: 0,
    domain: '',
    short_url: code,
    short_link: `https://go.example/${code}`,
    long_url: 'https://example.com/',
    is_new: true,
  };
}

const issue = (field: string) => [{ field, key: 'bad.request' as const, reason: '' }];

const answer = (results: readonly Result[]) => ({
  data: { created: 0, existing: 0, failed: 0, results },
});

async function paste(text: string) {
  fireEvent.change(await screen.findByRole('textbox', { name: t('many.links') }), {
    target: { value: text },
  });
}

testAccess(page, async () => {
  answerCalls({
    [path]: answer([resultOf(0, 'failed', { key: 'error.link' })]),
    '/api/tags': { data: [] },
  });
  await paste('nothing');
  await screen.findByText(t('many.row.url'));
});

test.each(languages)('a row says what is wrong with it: %s', async (language) => {
  await showLanguage(language);
  answerCalls({
    [path]: answer([
      resultOf(0, 'created'),
      resultOf(1, 'existing', { link: linkOf('there') }),
      resultOf(2, 'failed', { key: 'short.url.exists' }),
      resultOf(3, 'failed', { key: 'short.url.exists' }),
      resultOf(4, 'failed', { key: 'bad.request', issues: issue('tags') }),
      resultOf(5, 'failed', { key: 'reserved.short.url', issues: issue('short_url') }),
    ]),
    '/api/tags': { data: [] },
  });
  show(page());
  const rows = ['', '', 'taken', 'Taken', 'x\t\tlong', 'api'];
  await paste(rows.map((code, at) => `https://example.com/${at}\t${code}`).join('\n'));
  await waitFor(() => {
    const results = [...document.querySelectorAll('.many-result')].map((one) => one.textContent);
    expect(results).toEqual([
      t('many.row.taken'),
      t('many.row.repeated'),
      t('many.row.tags'),
      t('many.row.reserved'),
      t('many.row.created'),
      `${t('many.row.existing')} · https://go.example/there`,
    ]);
  });
  const counts = [...document.querySelectorAll('.many-count')].map((one) => one.textContent);
  expect(counts).toEqual([
    t('many.created', toCounted(1)),
    t('many.existing', toCounted(1)),
    t('many.failed', toCounted(4)),
  ]);
  await findButton(t('many.submit.count', toCounted(2)));
});

test('rows are added in parts, and after an error the others', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `https://example.com/${at}`);
  const created = (count: number) =>
    answer(
      rows.slice(0, count).map((_, at) => resultOf(at, 'created', { link: linkOf(`l${at}`) })),
    );
  const { promise: second, resolve } = Promise.withResolvers<object>();
  const answers = [created(150), created(100), second, created(50)];
  const sent = answerCalls({
    get [path]() {
      return answers.shift()!;
    },
    '/api/tags': { data: [] },
  });
  const user = show(page());
  await paste(rows.join('\n'));
  await user.click(await findButton(t('many.submit.count', toCounted(150))));
  await screen.findByText(t('many.submitting', { done: 100, total: 150 }));
  resolve({ code: 500, msg: 'internal.error' });
  await user.click(await findButton(t('many.rest', toCounted(50))));
  await screen.findByRole('heading', { name: t('many.done') });
  expect(document.querySelector('.many-state')!.textContent).toBe(t('many.added', toCounted(150)));
  const parts = sent
    .filter((call) => call.path === path)
    .map(({ body }) => body as { links: object[]; dry_run: boolean })
    .map(({ links, dry_run: isDry }) => [links.length, isDry]);
  expect(parts).toEqual([
    [150, true],
    [100, false],
    [50, false],
    [50, false],
  ]);
});

test('a link that was there already is named so in its row and in the file', async () => {
  answerCalls({
    [path]: answer([
      resultOf(0, 'created', { link: linkOf('a') }),
      resultOf(1, 'existing', { link: linkOf('b') }),
    ]),
    '/api/tags': { data: [] },
  });
  const saving = spyOn(saveFileModule, 'saveFile').mockImplementation(() => undefined);
  const user = show(page());
  await paste('example.com/a\nexample.com/b');
  await user.click(await findButton(t('many.submit.count', toCounted(2))));
  await user.click(await findButton(t('many.save')));
  const results = [...document.querySelectorAll('.many-result')].map((one) => one.textContent);
  expect(results).toEqual(['https://go.example/a', 'Already there · https://go.example/b']);
  const { content } = saving.mock.calls[0]![0];
  saving.mockRestore();
  const lines = (await new Response(content).text()).trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Result', '', 'Already there']);
});

test('the new links are copied, one a line', async () => {
  const links = [linkOf('a'), linkOf('b')];
  answerCalls({
    [path]: answer(links.map((link, at) => resultOf(at, 'created', { link }))),
    '/api/tags': { data: [] },
  });
  const user = show(page());
  await paste('example.com/a\nexample.com/b');
  await user.click(await findButton(t('many.submit.count', toCounted(2))));
  let copied = '';
  document.execCommand = () => {
    copied = document.querySelector('textarea')!.value;
    return true;
  };
  await user.click(await findButton(t('many.copy')));
  await findButton(t('copied'));
  expect(copied).toBe('https://go.example/a\nhttps://go.example/b');
});
