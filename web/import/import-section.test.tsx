import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { adminWords } from '../../tests/browser/admin-words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectToast } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { inRouter, show, testAccess } from '../../tests/support/components/render.tsx';
import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { t } from '../language.ts';
import { ImportSection } from './import-section.tsx';
import { MigrationPage } from './migration.page.tsx';

testAccess(() => <ImportSection />);

function findInput() {
  return document.querySelector<HTMLInputElement>('input[type=file]')!;
}

function pick(file: File) {
  fireEvent.change(findInput(), { target: { files: [file] } });
}

function drop(...names: string[]) {
  const files = names.map((name) => new File(['[]'], name));
  const items = files.map((file) => ({ kind: 'file', type: '', getAsFile: () => file }));
  fireEvent.drop(document.querySelector('.migration-drop')!, {
    dataTransfer: { files, items, types: ['Files'] },
  });
}

test.each(languages)(
  'files that cannot be imported are refused before they are sent: %s',
  async (language) => {
    await showLanguage(language);
    const text = adminWords[language];
    const sending = spyOn(XMLHttpRequest.prototype, 'send');
    const user = show(<ImportSection />);
    const start = screen.getByRole('button', { name: text.start });
    const isDisabled = () => start.getAttribute('aria-disabled') === 'true';
    expect(screen.getByRole('status').textContent).toBe(text.stageSelect);
    expect(findInput().accept).toContain('.json');

    // The button looks disabled, but a press explains that a file is missing.
    expect(isDisabled()).toBe(true);
    start.focus();
    await user.keyboard('{Enter}');
    await expectToast(text.fileFirst);
    pick(new File(['a,b'], 'links.csv', { type: 'text/csv' }));
    await expectToast(text.jsonOnly);
    pick(new File([' '.repeat(IMPORT_FILE_MAX + 1)], 'links.json', { type: 'application/json' }));
    await expectToast(text.tooLarge);
    drop('one.json', 'two.json');
    await expectToast(text.oneFile);
    expect(isDisabled()).toBe(true);

    // Dropped, with only the extension to show that it is JSON.
    drop('Links.JSON');
    await screen.findByText('Links.JSON');
    expect(isDisabled()).toBe(false);
    const opening = spyOn(findInput(), 'click');
    await user.click(screen.getByRole('button', { name: text.reselect }));
    expect(screen.queryByText('Links.JSON')).toBeNull();
    expect(isDisabled()).toBe(true);
    await waitFor(() => expect(opening).toHaveBeenCalledTimes(1));
    screen.getByRole('button', { name: text.chooseFile }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(opening).toHaveBeenCalledTimes(2));
    expect(sending).not.toHaveBeenCalled();
  },
);

const hasHint = () => document.querySelector('a[href="#over"]') !== null;

test('a file of another format leads to the section that takes it', async () => {
  await showLanguage('en');
  show(<ImportSection />);
  drop('one.json', 'two.json');
  await expectToast(adminWords.en.oneFile);
  expect(hasHint()).toBe(false);
  pick(new File(['a,b'], 'links.csv', { type: 'text/csv' }));
  await waitFor(() => expect(hasHint()).toBe(true));
  pick(new File(['[]'], 'links.json', { type: 'application/json' }));
  await waitFor(() => expect(hasHint()).toBe(false));
});

test('the page asks for no imports before it knows the right to them, and moves nothing', async () => {
  const calls = answerCalls({ '/api/get/appinfo': new Promise<never>(() => undefined) });
  show(inRouter(<MigrationPage />));
  await screen.findByRole('heading', { name: t('migration.title') });
  expect(screen.queryByRole('heading', { name: t('export.title') })).toBeNull();
  expect(calls.map(({ path }) => path)).toContain('/api/get/appinfo');
  expect(calls.map(({ path }) => path)).not.toContain('/api/imports');
});
