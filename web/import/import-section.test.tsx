import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { adminWords } from '../../tests/browser/admin-words.ts';
import { expectToast } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { t } from '../language.ts';
import { ImportSection } from './import-section.tsx';

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

const readWay = () => document.querySelector('.migration-way')!.textContent;

test.each(languages)(
  'each program has its way, and a CSV file is told what works: %s',
  async (language) => {
    await showLanguage(language);
    const user = show(<ImportSection />);
    expect(readWay()).toBe('');
    const names = ['YOURLS', 'Polr', 'Zurl', 'Shlink', 'Kutt', 'Sink', 'Brisk'] as const;
    for (const name of names) {
      await user.click(screen.getByRole('radio', { name }));
      const steps = Array.from(
        document.querySelectorAll('.migration-way li'),
        (step) => step.textContent,
      );
      expect(steps).toEqual(t(`migration.way.${name}`).split('\n'));
    }
    pick(new File(['a,b'], 'links.csv', { type: 'text/csv' }));
    await waitFor(() => expect(readWay()).toBe(t('migration.way.CSV')));
    const csv = screen.getByRole<HTMLInputElement>('radio', { name: t('migration.from.csv') });
    expect(csv.checked).toBe(true);
  },
);
