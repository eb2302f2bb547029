import { screen } from '@testing-library/react';
import { beforeEach, expect, mock, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { queryClient } from '../../queries.ts';
import { localValues } from '../../storage.ts';
import { firstView, noFilters, type ListView } from '../search/list-search.ts';
import { ViewsList } from './views-list.tsx';

const quiet: ListView = {
  ...firstView,
  filters: { ...noFilters, quiet: 90 },
  sort: 'last_clicked_at',
  order: 'asc',
};
const value = { quiet: 90, sort: 'last_clicked_at', order: 'asc' };
const saved = { kind: 'list', name: 'Quiet', value };
const onShow = mock((_view: ListView) => undefined);
const views = (view: ListView) => <ViewsList view={view} onShow={onShow} />;

function answer(held: readonly object[], others: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    '/api/views': { data: held },
    '/api/views/set': {},
    '/api/views/delete': {},
    ...others,
  });
}

beforeEach(() => {
  queryClient.clear();
  localValues.remove('saved_views');
  answer([saved]);
});

testAccess(
  () => views(quiet),
  async () => {
    await findButton('Quiet');
  },
);

test('a view is saved with the account, shown and deleted, and the deletion is undone', async () => {
  const sent = answer([{ ...saved, kind: 'campaign' }]);
  const user = show(views(quiet));
  await user.type(screen.getByLabelText(t('views.name')), 'Quiet{Enter}');
  await user.click(await findButton('Quiet'));
  expect(onShow.mock.lastCall).toEqual([quiet]);
  await user.click(await findButton(t('views.delete', { name: 'Quiet' })));
  await user.click(await findButton(t('undo')));
  await findButton('Quiet');
  expect(sent.slice(1)).toEqual([
    { path: '/api/views/set', body: saved },
    { path: '/api/views/delete', body: { kind: 'list', name: 'Quiet' } },
    { path: '/api/views/set', body: saved },
  ]);
});

test('views of this browser are moved, and what was not saved stays', async () => {
  const local = ['One', 'Two'].map((name) => ({ name, search: { state: 'off' } }));
  localValues.set('saved_views', JSON.stringify(local));
  answer([saved], { '/api/views/set': { code: 400, msg: 'view.too.many' } });
  const user = show(views(quiet));
  await screen.findByText(t('views.held.list', { count: 2 }));
  await user.click(await findButton(t('views.held.move')));
  await expectToast(t('view.too.many'));
  expect(localValues.getJson('saved_views')).toEqual(local);
  const sent = answer([saved]);
  await user.click(await findButton(t('views.held.move')));
  await expectToast(t('views.held.moved'));
  expect(sent.map(({ body }) => body)).toEqual(
    local.map(({ name, search }) => ({ kind: 'list', name, value: search })),
  );
  expect(localValues.get('saved_views')).toBeNull();
});

test('views of this browser are discarded, and that is undone', async () => {
  localValues.set('saved_views', JSON.stringify([{ name: 'One', search: { state: 'off' } }]));
  const user = show(views(firstView));
  await user.click(await findButton(t('views.held.discard')));
  expect(localValues.get('saved_views')).toBeNull();
  await user.click(await findButton(t('undo')));
  await findButton(t('views.held.move'));
});
