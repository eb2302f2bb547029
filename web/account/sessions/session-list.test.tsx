import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t, toCounted } from '../../language.ts';
import { SessionList } from './session-list.tsx';
import type { Session } from './sessions.api.ts';

const [here, phone, tablet] = ['1', '2', '3'].map((id): Session => ({
  id: id.repeat(24),
  is_this: Number(id === '1'),
  way: 'password',
  browser: `Browser ${id}`,
  system: 'Linux',
  network: '192.0.2.0/24',
  created_at: 1,
  seen_at: 1,
  expires_at: 4_000_000_000,
}));
const answers = {
  '/api/sessions': { data: [here, phone, tablet] },
  '/api/sessions/end': { data: 1 },
};

beforeEach(() => void answerCalls(answers));

testAccess(
  () => <SessionList />,
  async () => void (await screen.findAllByRole('listitem')),
);

test.each(languages)('a login is ended, but not the one of this browser: %s', async (language) => {
  await showLanguage(language);
  const sent = answerCalls(answers);
  const user = show(<SessionList />);
  const [first] = await screen.findAllByRole('listitem');
  expect(within(first!).getByText(t('sessions.this'))).toBeTruthy();
  expect(within(first!).queryByRole('button')).toBeNull();
  await user.click(await findButton(t('sessions.end.of', { device: 'Browser 2, Linux' })));
  await expectToast(t('sessions.ended', toCounted(1)));
  expect(sent.find(({ path }) => path === '/api/sessions/end')?.body).toEqual({
    ids: [phone!.id],
  });
});

test('all other logins are ended after a question', async () => {
  const sent = answerCalls(answers);
  const user = show(
    <>
      <SessionList />
      <ConfirmDialog />
    </>,
  );
  await user.click(await findButton(t('sessions.end.others')));
  await user.click(await findButton(t('sessions.end.yes', toCounted(2))));
  await expectToast(t('sessions.ended', toCounted(1)));
  expect(sent.find(({ path }) => path === '/api/sessions/end')?.body).toEqual({ others: 1 });
});
