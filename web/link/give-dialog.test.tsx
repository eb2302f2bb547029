import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { useState } from 'react';
import type { Link } from '../../contracts/links/links.ts';
import { aLink } from '../../tests/support/components/a-link.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectToast } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { findButton, inRouter, show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { queryClient } from '../queries.ts';
import { GiveDialog } from './give-dialog.tsx';

const SAVE = '/api/update_url/1';
const NAMES = '/api/urls/owners';
const ada = { id: 1, username: 'ada' };
const bea = { id: 2, username: 'bea' };
const link: Link = { ...aLink, id: 1, owner: ada, may: ['edit', 'delete', 'give'] };

function Giving() {
  const [isOpen, setOpen] = useState(true);
  return <GiveDialog link={isOpen ? link : null} onClose={() => setOpen(false)} />;
}

beforeEach(() => {
  queryClient.setQueryData(['app-info'], { id: 2, may: ['links.edit-all'], has_others: 1 });
});

const listChoices = () =>
  [...document.querySelectorAll('option')].map(({ textContent: text }) => text);

testAccess(
  () => {
    answerCalls({ [NAMES]: { data: [ada, bea] } });
    return inRouter(<Giving />);
  },
  async () => void (await findButton(t('link.give.submit'))),
);

test.each(languages)('a link is given to another account, and back: %s', async (language) => {
  await showLanguage(language);
  const answers: Record<string, object> = { [NAMES]: { data: [ada, bea] } };
  const sent = answerCalls(answers);
  const user = show(inRouter(<Giving />));
  const submit = await findButton(t('link.give.submit'));
  expect(submit.disabled).toBe(true);
  const nobody = t('links.owner.none');
  await waitFor(() =>
    expect(listChoices()).toEqual([
      t('link.give.choose'),
      t('links.owner.you', { name: 'bea' }),
      nobody,
    ]),
  );
  await user.selectOptions(screen.getByLabelText(t('link.give.to')), '2');
  answers[SAVE] = { data: { ...link, owner: bea } };
  await user.click(submit);
  await expectToast(t('link.given', { name: 'bea' }));
  answers[SAVE] = { data: link };
  await user.click(await findButton(t('undo')));
  await expectToast(t('link.give.undone'));
  const saved = sent.filter(({ path }) => path === SAVE).map(({ body }) => body);
  expect(saved).toEqual([{ owner: 2 }, { owner: 1 }]);
});

test('a refusal leaves the dialog open', async () => {
  answerCalls({ [NAMES]: { data: [ada, bea] }, [SAVE]: { code: 404, msg: 'account.not.found' } });
  const user = show(inRouter(<Giving />));
  await screen.findByRole('option', { name: /bea/ });
  await user.selectOptions(screen.getByLabelText(t('link.give.to')), '0');
  await user.click(await findButton(t('link.give.submit')));
  await expectToast(t('account.not.found'));
  expect((await findButton(t('link.give.submit'))).disabled).toBe(false);
});
