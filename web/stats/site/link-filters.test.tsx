import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { FilterChips } from '../filter-chips.tsx';
import { readView, toFilters, toSearch, type StatsView } from '../stats-view.ts';
import { LinkFilters } from './link-filters.tsx';

const address = {
  links: 'a%2Cb,go.example%2Fc',
  tag: 'sale,a b',
  domain: 'go.example',
  compare: 'year',
};
const view = readView(address);

let shown: Partial<StatsView>[] = [];
beforeEach(() => {
  shown = [];
  answerCalls({
    '/api/tags': { data: ['a b', 'print', 'sale'].map((name) => ({ name, links: 1 })) },
    '/api/domains': { data: [{ host: 'go.example' }, { host: 's.example' }] },
  });
});

const onShow = (change: Partial<StatsView>) => void shown.push(change);

function Filters() {
  return (
    <>
      <LinkFilters view={view} onShow={onShow} />
      <FilterChips view={view} onShow={onShow} />
    </>
  );
}

testAccess(
  () => <Filters />,
  async (user) => {
    await screen.findAllByRole('option');
    await user.click(await findButton(t('stats.tag.choose')));
    const chosen = await screen.findByRole('menuitem', { name: 'sale' });
    expect(chosen.hasAttribute('data-disabled')).toBe(true);
  },
);

test('the address has the tags, the domain and the comparison', () => {
  expect(toSearch(view)).toEqual(address);
  expect(toFilters(view)).toEqual({
    audience: 'people',
    short_url: ['a,b', 'go.example/c'],
    tag: ['sale', 'a b'],
    domain: 'go.example',
  });
  expect(readView({ links: '%', tag: ' ,', compare: 'never' })).toEqual(readView({}));
});

test('a tag is added, a domain replaced, and a chip removes each', async () => {
  const user = show(<Filters />);
  await user.click(await findButton('Filter by tag'));
  await user.click(await screen.findByRole('menuitem', { name: 'print' }));
  await user.selectOptions(await screen.findByLabelText('Filter by domain'), ['s.example']);
  await user.selectOptions(screen.getByLabelText('Filter by domain'), ['All domains']);
  for (const name of ['Link: a,b', 'Tag: a b', 'Domain: go.example']) {
    await user.click(screen.getByRole('button', { name: `Remove filter ${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(shown).toEqual([
    { tags: ['sale', 'a b', 'print'] },
    { filters: { domain: 's.example' } },
    { filters: {} },
    { links: ['go.example/c'] },
    { tags: ['sale'] },
    { filters: {} },
    { filters: {}, links: [], tags: [] },
  ]);
});

test('arrow keys move between the tags, and Enter chooses one', async () => {
  const user = show(<LinkFilters view={readView({})} onShow={onShow} />);
  await user.click(await findButton('Filter by tag'));
  const first = await screen.findByRole('menuitem', { name: 'a b' });
  first.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(shown).toEqual([]);
  await user.keyboard('{Enter}');
  expect(shown).toEqual([{ tags: ['print'] }]);
});

test('a site without tags and further domains has no such fields', async () => {
  const calls = answerCalls({ '/api/tags': { data: [] }, '/api/domains': { data: [] } });
  const { queryClient } = await import('../../queries.ts');
  queryClient.clear();
  show(<LinkFilters view={readView({})} onShow={() => undefined} />);
  while (queryClient.isFetching() > 0) await queryClient.refetchQueries();
  expect(calls.length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
