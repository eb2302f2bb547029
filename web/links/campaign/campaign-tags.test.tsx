import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, mock, test } from 'bun:test';
import { Controlled } from '../../../tests/support/components/controlled.tsx';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { CampaignTags } from './campaign-tags.tsx';

const PAGE = 'https://example.com/a?id=1#top';
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
  const chooser = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' });
  expect(document.activeElement).toBe(chooser);
  expect(chooser.value).toBe('Letter');

  await user.clear(screen.getByLabelText('Source'));
  expect(onChange.mock.lastCall).toEqual([PAGE]);
  await user.selectOptions(chooser, 'Letter');
  expect(onChange.mock.lastCall).toEqual(['https://example.com/a?id=1&utm_source=news#top']);

  await user.click(screen.getByRole('button', { name: 'Delete preset' }));
  expect(screen.queryByRole('combobox', { name: 'Preset' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Save as preset'));
});

test('without a long URL, the fields wait for one', async () => {
  const user = show(<Tags first="" />);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Enter the long URL first.')).toBeTruthy();
});
