import { screen, within } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import {
  fill,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../form/confirm.tsx';
import { t, toCounted } from '../language.ts';
import type { Tag } from './tags.api.ts';
import { TagsPage } from './tags.page.tsx';

const tagOf = (name: string, links: number, clicks: number): Tag => ({
  name,
  links,
  clicks,
  color: '',
  description: '',
});
const tags = [tagOf('Print', 3, 10), tagOf('Shop', 12, 4)];

const page = () =>
  inRouter(
    <>
      <TagsPage />
      <ConfirmDialog />
    </>,
  );

const names = () =>
  [...document.querySelectorAll('.tags-item-name > a')].map(({ textContent }) => textContent);

function answer(data: readonly Tag[] = tags) {
  const paths = ['set', 'rename', 'delete'].map((call) => [`/api/tags/${call}`, { data: data[0] }]);
  return answerCalls({ '/api/tags': { data }, ...Object.fromEntries(paths) });
}

async function openForm() {
  const sent = answer();
  const user = show(page());
  await user.click(await findButton(t('tag.edit.of', { name: 'Print' })));
  const dialog = await screen.findByRole('dialog');
  const name = within(dialog).getByLabelText(t('tag.name'));
  const changes = () => sent.filter(({ path }) => path.startsWith('/api/tags/'));
  return { user, dialog, name, changes };
}

testAccess(page, async () => {
  answer();
  await screen.findByRole('link', { name: 'Print' });
});

test('a tag shows its links and clicks, and leads to them', async () => {
  answer();
  show(page());
  const link = await screen.findByRole('link', { name: 'Shop' });
  expect(link.getAttribute('href')).toBe('/admin/list?tag=Shop');
  const statistics = screen.getByRole('link', { name: t('tag.stats.of', { name: 'Shop' }) });
  expect(statistics.getAttribute('href')).toBe('/admin/stats?tag=Shop');
  const text = link.closest('li')!.textContent;
  expect(text).toContain(t('tags.links', toCounted(12)));
  expect(text).toContain(t('links.clicks.shown', toCounted(4)));
});

test('many tags are searched and sorted', async () => {
  answer(Array.from({ length: 9 }, (_, at) => tagOf(`tag ${at}`, at, 9 - at)));
  const user = show(page());
  await user.selectOptions(await screen.findByLabelText(t('tag.order')), 'links');
  expect(names().slice(0, 2)).toEqual(['tag 8', 'tag 7']);
  await fill(user, screen.getByLabelText(t('tag.search')), 'TAG 4');
  expect(names()).toEqual(['tag 4']);
  await fill(user, screen.getByLabelText(t('tag.search')), 'none');
  expect(screen.getByText(t('tag.none'))).toBeTruthy();
});

test('a tag gets another name, a color and a description', async () => {
  const { user, dialog, name, changes } = await openForm();
  await fill(user, name, ' Posters ');
  await user.click(within(dialog).getByRole('radio', { name: t('tag.color.teal') }));
  await fill(user, within(dialog).getByLabelText(t('tag.description')), 'In shops');
  await user.click(await findButton(t('tag.save')));
  await screen.findByText(t('tag.saved'));
  expect(changes()).toEqual([
    { path: '/api/tags/set', body: { name: 'Print', color: 'teal', description: 'In shops' } },
    { path: '/api/tags/rename', body: { name: 'Print', to: 'Posters' } },
  ]);
});

test('the name of another tag merges them with a second Enter, and the form says what that destroys', async () => {
  const { user, dialog, name, changes } = await openForm();
  await fill(user, name, 'sHOP');
  const values = { from: 'Print', to: 'Shop', ...toCounted(3) };
  expect(within(dialog).getByRole('status').textContent).toBe(t('tag.merge.text', values));
  expect(within(dialog).queryByRole('radio')).toBeNull();
  await user.type(name, '{Enter}');
  const button = await findButton(t('tag.merge', { to: 'Shop' }));
  expect(changes()).toEqual([]);
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await screen.findByText(t('tag.merged', { to: 'Shop' }));
  expect(changes()).toEqual([{ path: '/api/tags/rename', body: { name: 'Print', to: 'Shop' } }]);
});

test('the form knows a tag that was added after the page opened', async () => {
  const lists = [[tags[0]], tags];
  answerCalls({
    get '/api/tags'() {
      return { data: lists.length > 1 ? lists.shift() : lists[0] };
    },
  });
  const user = show(page());
  await user.click(await findButton(t('tag.edit.of', { name: 'Print' })));
  await fill(user, await screen.findByLabelText(t('tag.name')), 'shop');
  await findButton(t('tag.merge', { to: 'Shop' }));
});

test('a name that cannot be one is refused beside its field', async () => {
  const { user, name, changes } = await openForm();
  for (const wrong of ['', 'x'.repeat(33)]) {
    await fill(user, name, wrong);
    await user.click(await findButton(t('tag.save')));
    expect(name.getAttribute('aria-invalid')).toBe('true');
  }
  expect(changes()).toEqual([]);
});

test('a tag is deleted after a question that names what it destroys', async () => {
  const sent = answer();
  const user = show(page());
  await user.click(await findButton(t('tag.delete.of', { name: 'Shop' })));
  const dialog = await screen.findByRole('dialog', {
    name: t('tag.delete.title', { name: 'Shop' }),
  });
  expect(dialog.textContent).toContain(t('tag.delete.text', toCounted(12)));
  await user.click(within(dialog).getByRole('button', { name: t('tag.delete') }));
  await screen.findByText(t('tag.deleted', { name: 'Shop' }));
  expect(sent).toContainEqual({ path: '/api/tags/delete', body: { name: 'Shop' } });
});
