import { screen } from '@testing-library/react';
import { expect, mock, test } from 'bun:test';
import { showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { describePager } from '../pager-texts.ts';
import { Pager } from './pager.tsx';

const onChange = mock((_page: number, _size: number) => undefined);

function showPager(page: number, total = 95) {
  onChange.mockClear();
  const state = { page, size: 10, total };
  return show(
    <Pager {...state} sizes={[10, 100]} onChange={onChange} texts={describePager(state)} />,
  );
}

testAccess(() => {
  const state = { page: 2, size: 10, total: 95 };
  return <Pager {...state} sizes={[10, 100]} onChange={onChange} texts={describePager(state)} />;
});

test.each([
  ['en', '91–95 of 95', 'Previous page'],
  ['zh', '第 91–95 条，共 95 条', '上一页'],
] as const)('the pager says where the reader is, in %s', async (language, range, previous) => {
  await showLanguage(language);
  const user = showPager(10);
  expect(screen.getByText(range)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: previous }));
  expect(onChange.mock.calls).toEqual([[9, 10]]);
});

test('the keyboard reaches each page, and the present one is marked', async () => {
  const user = showPager(1);
  const present = screen.getByRole('button', { name: 'Page 1' });
  expect(present.getAttribute('aria-current')).toBe('page');
  present.focus();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([[2, 10]]);
});

test('another page size goes to the first page', async () => {
  const user = showPager(4);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Links per page' }), '100');
  expect(onChange.mock.calls).toEqual([[1, 100]]);
});

test('one page needs no pager', () => {
  showPager(1, 10);
  expect(screen.queryByRole('navigation')).toBeNull();
});
