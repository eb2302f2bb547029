import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { useRef, useState } from 'react';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { firstView, type Search } from './list-search.ts';
import { SearchForm } from './search-form.tsx';

let searches: [kind: 'typed' | 'submitted', search: Search, isReplaced: boolean][] = [];
let resets = 0;
beforeEach(() => {
  searches = [];
  resets = 0;
});

function Form() {
  const [view, setView] = useState(firstView);
  const field = useRef<HTMLInputElement>(null);
  const search = (kind: 'typed' | 'submitted') => (found: Search, isReplaced: boolean) => {
    searches.push([kind, found, isReplaced]);
    setView({ ...view, ...found });
  };
  const reset = () => {
    resets += 1;
    setView(firstView);
  };
  return (
    <SearchForm
      view={view}
      field={field}
      onType={search('typed')}
      onSubmit={search('submitted')}
      onReset={reset}
    >
      {() => null}
    </SearchForm>
  );
}

/** On a busy machine, the time before Enter is a pause in typing, which searches, too. */
function expectSubmitted(search: Search): void {
  const submitted = searches.filter(([kind]) => kind === 'submitted');
  expect(submitted.map(([, found]) => found)).toEqual([search]);
}

const findField = () => screen.getByRole<HTMLInputElement>('searchbox');

testAccess(() => <Form />);

test('Enter searches for what is typed; a whole short link stays whole for the server', async () => {
  const user = show(<Form />);
  const keyword = 'https://shop.example/Page+?x';
  await user.click(findField());
  await user.paste(` ${keyword} `);
  await user.keyboard('{Enter}');
  expectSubmitted({ filter: 'short_url', keyword });
  expect(findField().value).toBe(keyword);
});

test('a pause in typing searches; further letters replace that search', async () => {
  const user = show(<Form />);
  await user.click(findField());
  // As one event: slow keystrokes would be pauses.
  await user.paste('sa');
  await waitFor(() => expect(searches).toHaveLength(1));
  await user.paste('le');
  await waitFor(() => expect(searches).toHaveLength(2));
  expect(searches).toEqual([
    ['typed', { filter: 'short_url', keyword: 'sa' }, false],
    ['typed', { filter: 'short_url', keyword: 'sale' }, true],
  ]);
  expect(findField().value).toBe('sale');
});

test('an empty search is refused beside the field and by a toast', async () => {
  const user = show(<Form />);
  await user.click(findField());
  await user.keyboard('{Enter}');
  expect(searches).toEqual([]);
  expect(findField().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(findField());
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('the chosen place is searched and remembered', async () => {
  const user = show(<Form />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'everywhere');
  expect(findField().placeholder).toBe('Search everywhere');
  await user.type(findField(), 'sale{Enter}');
  expectSubmitted({ filter: 'everywhere', keyword: 'sale' });
});

test('Reset empties the field and keeps the focus there', async () => {
  const user = show(<Form />);
  await user.type(findField(), 'sale{Enter}');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(resets).toBe(1);
  expect(findField().value).toBe('');
  expect(document.activeElement).toBe(findField());
});
