import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, mock, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { Controlled } from '../../../tests/support/components/controlled.tsx';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { queryClient } from '../../queries.ts';
import { localValues } from '../../storage.ts';
import { CampaignTags } from './campaign-tags.tsx';

const PAGE = 'https://example.com/a?id=1#top';
const answers = { '/api/views/set': {}, '/api/views/delete': {} };
beforeEach(() => {
  queryClient.clear();
  answerCalls({ ...answers, '/api/views': { data: [] } });
});

const onChange = mock((_url: string) => undefined);

function Tags({ first = PAGE }: { readonly first?: string }) {
  return (
    <Controlled first={first} onChange={onChange}>
      {(url, change) => <CampaignTags url={url} onChange={change} />}
    </Controlled>
  );
}

async function open(user: UserEvent) {
  await user.click(screen.getByRole('button'));
  await screen.findByLabelText(t('campaign.source'));
}

testAccess(() => <Tags />, open);

test('what is typed is written into the long URL, and nothing else changes', async () => {
  const user = show(<Tags />);
  await open(user);
  await user.type(screen.getByLabelText('Source'), 'news letter');
  await user.tab();
  await user.keyboard('email');
  expect(onChange.mock.lastCall).toEqual([
    'https://example.com/a?id=1&utm_source=news%20letter&utm_medium=email#top',
  ]);
  expect(screen.getByRole('button', { expanded: true }).textContent).toBe('Campaign tags (2)');
});

test('an emptied field removes its tag', async () => {
  const user = show(<Tags first="https://example.com/?utm_source=a&id=1" />);
  await open(user);
  await user.clear(screen.getByLabelText('Source'));
  expect(onChange.mock.lastCall).toEqual(['https://example.com/?id=1']);
});

test('a preset is saved with Enter, used for another URL and deleted', async () => {
  const user = show(<Tags />);
  await open(user);
  await user.type(screen.getByLabelText('Source'), 'news');
  await user.type(screen.getByLabelText('Save as preset'), 'Letter{Enter}');
  const chooser = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Preset' });
  await waitFor(() => expect(document.activeElement).toBe(chooser));
  expect(chooser.value).toBe('Letter');

  await user.clear(screen.getByLabelText('Source'));
  expect(onChange.mock.lastCall).toEqual([PAGE]);
  await user.selectOptions(chooser, 'Letter');
  expect(onChange.mock.lastCall).toEqual(['https://example.com/a?id=1&utm_source=news#top']);

  await user.click(screen.getByRole('button', { name: 'Delete preset' }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Preset' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText('Save as preset'));
});

test('presets of this browser are offered once to be moved, beside one with the same name', async () => {
  const campaign = { source: 'letter' };
  localValues.set('campaign_presets', JSON.stringify([{ name: 'Letter', campaign }, 7]));
  const mine = { kind: 'campaign', name: 'Letter', value: { source: 'news' } };
  const sent = answerCalls({ ...answers, '/api/views': { data: [mine] } });
  const user = show(<Tags />);
  await open(user);
  await screen.findByText(t('views.held.campaign', { count: 1 }));
  await user.click(screen.getByRole('button', { name: t('views.held.move') }));
  await screen.findByText(t('views.held.moved'));
  expect(sent.filter(({ path }) => path === '/api/views/set')).toEqual([
    { path: '/api/views/set', body: { kind: 'campaign', name: 'Letter (2)', value: campaign } },
  ]);
  expect(screen.queryByText(t('views.held.campaign', { count: 1 }))).toBeNull();
  expect(localValues.get('campaign_presets')).toBeNull();
});

test('a preset that cannot be saved is reported, and its name stays', async () => {
  answerCalls({
    '/api/views': { data: [] },
    '/api/views/set': { code: 400, msg: 'view.too.many' },
  });
  const user = show(<Tags first={`${PAGE.replace('#top', '')}&utm_source=a`} />);
  await open(user);
  const field = screen.getByLabelText<HTMLInputElement>('Save as preset');
  await user.type(field, 'Letter{Enter}');
  await expectToast(t('view.too.many'));
  expect(field.value).toBe('Letter');
});

test('without a long URL, the fields wait for one', async () => {
  const user = show(<Tags first="" />);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Enter the long URL first.')).toBeTruthy();
});
