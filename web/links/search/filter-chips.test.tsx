import { screen } from '@testing-library/react';
import { expect, mock, test } from 'bun:test';
import { Controlled } from '../../../tests/support/components/controlled.tsx';
import { showLanguage } from '../../../tests/support/components/languages.ts';
import { inRouter, show, testAccess } from '../../../tests/support/components/render.tsx';
import { FilterChips } from './filter-chips.tsx';
import { noFilters, type ListFilters } from './list-search.ts';

const filters: ListFilters = {
  tags: ['shop', 'news'],
  state: 'expired',
  domain: 'xn--mnchen-3ya.example',
  from: '2026-11-01',
  until: '2026-11-25',
  quiet: 90,
  owner: 'me',
};
const onChange = mock((_filters: ListFilters) => undefined);

function Chips() {
  return (
    <Controlled first={filters} onChange={onChange}>
      {(shown, change) => <FilterChips filters={shown} onChange={change} />}
    </Controlled>
  );
}

const listTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

testAccess(() => <Chips />);

test.each([
  [
    'en',
    [
      'Tag: shop',
      'Tag: news',
      'Expired',
      'Domain: münchen.example',
      'No click for 90 days',
      'My links',
    ],
    'Clear all',
  ],
  [
    'zh',
    ['标签：shop', '标签：news', '已过期', '域名：münchen.example', '90 天内没有访问', '我的链接'],
    '全部清除',
  ],
] as const)('each filter has a chip in %s', async (language, chips, clear) => {
  await showLanguage(language);
  show(<Chips />);
  const texts = listTexts();
  expect(texts.slice(0, 6)).toEqual([...chips]);
  expect(texts[6]).toContain('2026');
  expect(texts[7]).toBe(clear);
});

test('the keyboard removes one filter and keeps the others', async () => {
  const user = show(inRouter(<Chips />));
  (await screen.findByRole('button', { name: 'Remove filter Tag: shop' })).focus();
  await user.keyboard('{Enter}');
  expect(onChange.mock.lastCall).toEqual([{ ...filters, tags: ['news'] }]);
  await user.click(screen.getByRole('button', { name: 'Remove filter Expired' }));
  expect(onChange.mock.lastCall).toEqual([{ ...filters, tags: ['news'], state: null }]);
});

test('Clear all removes every filter, and the chips disappear', async () => {
  const user = show(<Chips />);
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(onChange.mock.lastCall).toEqual([noFilters]);
  expect(screen.queryByRole('list')).toBeNull();
});

test('the list of one tag leads to its statistics', async () => {
  show(inRouter(<FilterChips filters={{ ...noFilters, tags: ['shop'] }} onChange={onChange} />));
  const statistics = await screen.findByRole('link', { name: 'Statistics' });
  expect(statistics.getAttribute('href')).toBe('/admin/stats?tag=shop');
});
