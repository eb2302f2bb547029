import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, spyOn, test } from 'bun:test';
import { aDoneImport, anImport, anImportRow } from '../../../tests/support/components/an-import.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import type { Job, JobRow } from '../../../contracts/import-jobs.ts';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import { queryClient } from '../../queries.ts';
import * as saveFileModule from '../../ui/save-file.ts';
import { localValues, sessionValues } from '../../storage.ts';
import { ComingOver } from './coming-over.tsx';
import { sourceNames } from './sources.ts';

afterEach(() => {
  sessionValues.remove('open_import');
  localValues.remove('import_columns');
});

const section = () =>
  inRouter(
    <>
      <ComingOver />
      <ConfirmDialog />
    </>,
  );

/** Answers the calls of a site with these imports. */
function answer(jobs: readonly Job[], rows: readonly JobRow[] = []) {
  queryClient.clear();
  const [job] = jobs;
  const listed = { total: rows.length, listed: rows.length, page: 1, limit: 10, rows };
  return answerCalls({
    '/api/imports': { data: jobs },
    '/api/imports/rows': { data: listed },
    '/api/imports/set': { data: job },
    '/api/imports/start': { data: { ...job, state: 'running' } },
    '/api/imports/undo': { data: { ...job, state: 'undoing' } },
    '/api/imports/delete': { data: null },
  });
}

const isChosen = (): boolean =>
  screen.getByRole<HTMLInputElement>('switch', { name: /^Visits/ }).checked;
const findTile = (name: string) => document.querySelector(`.over-tile > [value="${name}"]`)!;
const readFacts = () =>
  [...document.querySelectorAll('.over-gains dd')].map((fact) => fact.textContent);

testAccess(section, async (user) => {
  answer([]);
  await waitFor(() => expect(findTile('yourls')).not.toBeNull());
  await user.click(findTile('yourls'));
});

test.each(languages)(
  'each source says how to get its file, what comes and what does not: %s',
  async (language) => {
    await showLanguage(language);
    answer([]);
    const user = show(section());
    await waitFor(() => expect(findTile('yourls')).not.toBeNull());
    // Without a source, the page has one place for files: that of the other section.
    expect(document.querySelector('input[type=file]')).toBeNull();
    for (const name of sourceNames) {
      await user.click(findTile(name));
      const steps = [...document.querySelectorAll('.over-way > ol > li')].map(
        (step) => step.textContent,
      );
      expect(steps).toEqual(t(`over.way.${name}`).split('\n'));
      expect(readFacts()).toEqual([t(`over.keeps.${name}`), t(`over.loses.${name}`)]);
    }
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(1);
  },
);

test('the counts of a check open their rows, and the start names the number', async () => {
  await showLanguage('en');
  const rows = [
    anImportRow({ key: 'short.url.exists', former: 'https://other.example/' }),
    anImportRow({ row: 13, short_url: 'gone', key: 'short.url.exists' }),
  ];
  const sent = answer([anImport()], rows);
  const user = show(section());
  const taken = await findButton(`4${t('over.count.taken')}`);
  await user.click(taken);
  await waitFor(() => expect(document.querySelectorAll('.over-row')).toHaveLength(2));
  const [first, second] = document.querySelectorAll('.over-row');
  expect(first?.textContent).toContain(t('over.row.leads', { url: 'https://other.example/' }));
  expect(second?.textContent).toContain(t('over.row.binned'));
  expect(taken.getAttribute('aria-expanded')).toBe('true');
  await user.click(taken);
  expect(document.querySelector('.over-row')).toBeNull();

  await user.click(await findButton('Import 1,234 links'));
  await waitFor(() => expect(sent.at(-2)?.path ?? sent.at(-1)?.path).toBe('/api/imports/start'));
});

test('an import that the page opened by itself shows its report when it ends', async () => {
  await showLanguage('en');
  answer([anImport({ state: 'running', started_at: 1 })]);
  show(section());
  await findButton(t('over.stop'));
  answerCalls({ '/api/imports': { data: [aDoneImport()] } });
  await queryClient.invalidateQueries();
  await findButton(t('over.undo'));
});

test('a changed column is checked again before the start, and is remembered', async () => {
  await showLanguage('en');
  const sent = answer([anImport()]);
  const user = show(section());
  const field = await screen.findByLabelText(t('over.column.of', { name: 'Remark' }));
  await user.selectOptions(field, t('over.field.note'));
  await user.click(await findButton('Import 1,234 links'));
  await expectToast(t('over.start.check'));
  await user.click(await findButton(t('over.check')));
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/imports/set')).toBe(true));
  const { body } = sent.find(({ path }) => path === '/api/imports/set')!;
  expect(body).toMatchObject({ id: 1, options: { columns: { Remark: 'note' }, visits: true } });

  // The next file with the same header.
  answer([anImport({ id: 2 })]);
  document.body.replaceChildren();
  show(section());
  await screen.findByText(t('over.columns.remembered'));
  const again = screen.getByLabelText<HTMLSelectElement>(t('over.column.of', { name: 'Remark' }));
  expect(again.value).toBe('note');
});

test('an import that replaces counts the links that it replaces', async () => {
  await showLanguage('en');
  const { options, counts } = anImport();
  answer([
    anImport({ options: { ...options, taken: 'replace' } }),
    anImport({ id: 2, counts: { ...counts, new: 0, taken: 0 } }),
  ]);
  const user = show(section());
  await findButton('Import 1,238 links');
  await findButton(`4${t('over.count.replaced')}`);
  await user.click(await findButton(t('over.jobs.open', { name: 'links-2026.csv' })));
  await user.click(await findButton(t('over.start.none')));
  await expectToast(t('over.start.none'));
});

test('a running import shows its progress and end, and a server that is away', async () => {
  await showLanguage('en');
  const endsAt = Math.floor(Date.now() / 1000) + 120;
  answer([
    anImport({
      state: 'running',
      progress: { done: 45, total: 100, ends_at: endsAt },
      error: { key: 'import.away', reason: '' },
    }),
  ]);
  show(section());
  const bar = await screen.findByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('45');
  expect(document.querySelector('.over-progress')!.textContent).toMatch(
    /45% · until about \d+:\d\d/,
  );
  expect(document.querySelector('.over-warning')!.textContent).toBe(t('import.away'));
  await findButton(t('over.stop'));
});

test('a check says which clicks have details, and visits that were left out may come', async () => {
  await showLanguage('en');
  const { options, clicks: noClicks } = anImport();
  const from = 1_780_000_000;
  const known = { with_country: 1100, with_referrer: 7, with_browser: 1200, with_system: 900 };
  const clicks = {
    with_details: 1200,
    without: 34,
    from,
    until: from,
    beyond: 5,
    ahead: 1,
    ...known,
  };
  const none = { ...noClicks, without: 34 };
  answer([anImport({ clicks })]);
  show(section());
  await findButton('Import 1,234 links');
  expect(isChosen()).toBe(true);
  const facts = document.querySelector('.over-facts')!.textContent;
  expect(facts).toContain('1,234 clicks come over. 1,200 of them have details, from ');
  expect(facts).toContain('Of these, 1,100 have a country, 7 a site');
  expect(facts).toContain('5 visits more');
  expect(facts).toContain('1 visit lies in the future');

  answer([anImport({ id: 2, clicks: none, options: { ...options, visits: 0 } })]);
  document.body.replaceChildren();
  show(section());
  await findButton('Import 1,234 links');
  expect(isChosen()).toBe(false);
});

test('an undo asks first, and says what stays', async () => {
  await showLanguage('en');
  const sent = answer([aDoneImport()]);
  sessionValues.set('open_import', '1');
  const user = show(section());
  await user.click(await findButton(t('over.undo')));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(t('over.undo.keeps'));
  expect(sent.some(({ path }) => path === '/api/imports/undo')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: t('over.undo') }));
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/imports/undo')).toBe(true));
});

test('the links that an undo kept are listed', async () => {
  await showLanguage('en');
  const { counts } = anImport();
  const kept = anImportRow({ row: 0, short_url: 'edited' });
  answer(
    [aDoneImport({ state: 'undone', counts: { ...counts, kept: 1 }, undoable_until: null })],
    [kept],
  );
  sessionValues.set('open_import', '1');
  show(section());
  await waitFor(() => expect(document.querySelector('.over-row')?.textContent).toContain('edited'));
  expect(document.querySelector('.over-job')!.textContent).toContain('1 link was left');
});

test('the report is saved with all rows', async () => {
  await showLanguage('en');
  const rows = [anImportRow({ key: 'error.link', long_url: '=1+1' })];
  answer([aDoneImport()], rows);
  sessionValues.set('open_import', '1');
  const saving = spyOn(saveFileModule, 'saveFile').mockImplementation(() => undefined);
  const user = show(section());
  await user.click(await findButton(t('over.report.save')));
  await waitFor(() => expect(saving).toHaveBeenCalled());
  const [{ content }] = saving.mock.lastCall!;
  saving.mockRestore();
  const lines = (await content.text()).trimEnd().split('\r\n');
  // A header, and the row for each of the five kinds.
  expect(lines).toHaveLength(6);
  expect(lines[1]).toStartWith("Imported,12,sale,'=1+1,");
});

test('a stopped import of the command is gone on with there, and is undone here', async () => {
  await showLanguage('en');
  const error = { key: 'import.command.ended', reason: '' } as const;
  const stopped = { state: 'stopped', started_at: 1, undoable_until: 4_000_000_000 } as const;
  answer([anImport({ ...stopped, error })]);
  sessionValues.set('open_import', '1');
  show(section());
  expect((await screen.findByRole('alert')).textContent).toContain('--resume');
  expect(screen.queryByText(t('over.continue'))).toBeNull();
  await findButton(t('over.undo'));
});

test('a file that is not understood says what was seen', async () => {
  await showLanguage('en');
  const reason = 'Seen: a table with the columns a and b';
  answer([anImport({ state: 'failed', columns: [], error: { key: 'import.unknown', reason } })]);
  sessionValues.set('open_import', '1');
  const user = show(section());
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  await user.click(await findButton(t('over.again')));
  await waitFor(() => expect(findTile('yourls')).not.toBeNull());
  expect(document.activeElement?.textContent).toBe(t('over.title'));
});
