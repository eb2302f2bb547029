import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, mock, test } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { Controlled } from '../../tests/support/components/controlled.tsx';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { TagsInput } from './tags-input.tsx';

beforeEach(() => {
  const plain = { clicks: 0, color: '', description: '' };
  const tags = [
    { ...plain, name: 'shop', links: 3 },
    { ...plain, name: 'summer', links: 1 },
  ];
  answerCalls({ '/api/tags': { data: tags } });
});

const onChange = mock((_names: readonly string[]) => undefined);

function Field({ first }: { readonly first: readonly string[] }) {
  return (
    <Controlled first={first} onChange={onChange}>
      {(names, change) => <TagsInput names={names} onChange={change} />}
    </Controlled>
  );
}

const findField = () => screen.getByRole('combobox', { name: t('links.tags') });

testAccess(
  () => <Field first={['news']} />,
  async (user) => {
    await user.type(findField(), 's');
    await screen.findAllByRole('option');
  },
);

test('Enter and a comma add what is typed', async () => {
  const user = show(<Field first={[]} />);
  await user.type(findField(), 'news{Enter}sale,');
  expect(onChange.mock.lastCall).toEqual([['news', 'sale']]);
  expect(screen.getByText('Added: sale')).toBeTruthy();
});

test('a pasted text with commas becomes several tags', async () => {
  const user = show(<Field first={[]} />);
  await user.click(findField());
  await user.paste('news, sale,news');
  expect(onChange.mock.lastCall).toEqual([['news', 'sale']]);
});

test('the arrow keys choose a suggestion', async () => {
  const user = show(<Field first={[]} />);
  await user.type(findField(), 's');
  await screen.findByRole('option', { name: /summer/ });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const chosen = findField().getAttribute('aria-activedescendant')!;
  expect(document.getElementById(chosen)?.textContent).toContain('summer');
  await user.keyboard('{Enter}');
  expect(onChange.mock.lastCall).toEqual([['summer']]);
});

test('Esc closes the suggestions and keeps the text', async () => {
  const user = show(<Field first={[]} />);
  await user.type(findField(), 's');
  await screen.findByRole('option', { name: /summer/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(findField().getAttribute('aria-expanded')).toBe('false'));
  expect((findField() as HTMLInputElement).value).toBe('s');
});

test('the arrow keys reach each tag, and Delete removes it', async () => {
  const user = show(<Field first={['news', 'sale']} />);
  await user.click(findField());
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
  expect(onChange.mock.lastCall).toEqual([['sale']]);
  expect(document.activeElement).toBe(findField());
  expect(screen.getByText('Removed: news')).toBeTruthy();
});

test('a tag that is too long has an error beside the field', async () => {
  const user = show(<Field first={[]} />);
  await user.click(findField());
  await user.paste(`${'a'.repeat(33)},`);
  expect(screen.getByText(/is too long/)).toBeTruthy();
});
