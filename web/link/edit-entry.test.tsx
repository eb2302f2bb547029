import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import type { Link } from '../../contracts/links/links.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { inRouter, show, testAccess } from '../../tests/support/components/render.tsx';
import { EditEntry, type RevertFault } from './edit-entry.tsx';
import { isReverted, type Edit } from './edits.ts';

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

test.each([
  ['a deleted account is gone', { from: 'deleted account 2', to: 'mia' }, {}, true],
  [
    'the link is with its former owner',
    { from: 'mia', to: 'bo' },
    { id: 1, username: 'mia' },
    true,
  ],
  ['the link is with another', { from: 'mia', to: 'bo' }, { id: 2, username: 'bo' }, false],
  ['the site has one account', { from: 'mia', to: 'bo' }, undefined, true],
] as const)('a given link goes back if that changes something: %s', (_, values, owner, isFinal) => {
  const given = { ...by, changes: [{ ...by, field: 'owner', ...values } as const] };
  expect(isReverted({ owner } as unknown as Link, given)).toBe(isFinal);
});

test('a deleted account has its number in the language of the page', async () => {
  await showLanguage('zh');
  const given = { ...by, field: 'owner', from: 'deleted account 2', to: 'mia' } as const;
  const named = { ...edit, by: 'deleted account 3', changes: [given] };
  show(
    inRouter(
      <ol>
        <EditEntry edit={named} isFinal isRunning={false} fault={null} onRevert={() => undefined} />
      </ol>,
    ),
  );
  await screen.findByText('已删除的账号 2');
  expect(readTexts('.edit-who')[0]).toContain('已删除的账号 3');
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
