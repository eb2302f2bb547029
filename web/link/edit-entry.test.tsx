import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { inRouter, show, testAccess } from '../../tests/support/components/render.tsx';
import { EditEntry, type RevertFault } from './edit-entry.tsx';
import type { Edit } from './edits.ts';

const by = { at: 1_700_000_000, who: 'api-token' } as const;
const edit: Edit = {
  ...by,
  changes: [
    {
      ...by,
      field: 'long_url',
      from: 'https://a.example/spring/',
      to: 'https://a.example/summer/',
    },
    { ...by, field: 'note', from: '', to: 'Two\nlines' },
    { ...by, field: 'tags', from: ['garden', 'sale'], to: ['garden', 'print'] },
    { ...by, field: 'short_url', from: 'old', to: 'new' },
    { ...by, field: 'password', from: 1, to: 1 },
    { ...by, field: 'is_active', from: 1, to: 0 },
  ],
};
const taken: RevertFault = { at: by.at, text: 'The code is taken.', isCodeTaken: true };

function Entry({ fault = null }: { readonly fault?: RevertFault | null }) {
  return (
    <ol>
      <EditEntry
        edit={edit}
        isFinal={false}
        isRunning={false}
        fault={fault}
        onRevert={() => undefined}
      />
    </ol>
  );
}

const readTexts = (selector: string) =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);

testAccess(
  () => inRouter(<Entry fault={taken} />),
  async () => {
    await screen.findByRole('alert');
  },
);

test.each([
  [{}, 'API token'],
  [{ by: 'bea', token: 'default' }, 'bea, with the API token'],
  [{ by: 'bea', token: 'Shop' }, 'bea, with the token “Shop”'],
  [{ by: 'bea', who: 'login', token: null }, 'bea'],
  [{ by: null, who: 'login' }, 'Unknown account'],
] as const)('an edit names its account and token: %p', async (names, shown) => {
  const named = { ...edit, ...names };
  const entry = (
    <EditEntry edit={named} isFinal isRunning={false} fault={null} onRevert={() => undefined} />
  );
  show(inRouter(<ol>{entry}</ol>));
  await screen.findByText(shown);
});

test('an edit says who changed what, and marks the difference', async () => {
  show(inRouter(<Entry />));
  await screen.findByText('Revert');
  expect(readTexts('.edit-changes > div > dt')).toEqual([
    'Long URL',
    'Note',
    'Tags',
    'Short path',
    'Password',
    'On or off',
  ]);
  expect(readTexts('del').slice(0, 2)).toEqual(['spring', 'sale']);
  expect(readTexts('ins').slice(0, 2)).toEqual(['summer', 'print']);
  expect(readTexts('.change-to').slice(-2)).toEqual(['New password', 'Off']);
  const time = document.querySelector('time')!.getAttribute('datetime')!;
  expect(Date.parse(time) / 1000).toBe(by.at);
});

test.each(languages)('an edit by a program is not the administrator’s: %s', async (language) => {
  await showLanguage(language);
  show(inRouter(<Entry />));
  const who = { en: 'API token', zh: 'API Token' }[language];
  expect((await screen.findByText(who)).className).toBe('edit-who');
});

test('a revert to a taken code says so beside the edit, and links to the link that has the code', async () => {
  show(inRouter(<Entry fault={taken} />));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The code is taken. Show old');
  expect(screen.getByRole('link', { name: 'Show old' }).getAttribute('href')).toBe(
    '/admin/links/old',
  );
});
