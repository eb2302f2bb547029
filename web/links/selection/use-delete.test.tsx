import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { linksWords } from '../../../tests/browser/links/links-words.ts';
import { aLink } from '../../../tests/support/components/a-link.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectFailures, expectToast, press } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { useDelete } from './use-delete.tsx';

const two = [aLink, { ...aLink, id: 2, short_url: 'other' }];

let deletions = 0;
beforeEach(() => {
  deletions = 0;
  answerCalls({});
});

function Deletion({ count }: { readonly count: 0 | 1 | 2 }) {
  const { confirmDelete } = useDelete({
    onDeleted: () => (deletions += 1),
    onRestored: () => undefined,
  });
  return (
    <>
      <Button onClick={() => confirmDelete({ links: two.slice(0, count), all: null })}>
        delete
      </Button>
      <ConfirmDialog />
    </>
  );
}

const findStart = () => screen.getByRole('button', { name: 'delete' });

testAccess(
  () => <Deletion count={2} />,
  async (user) => {
    await user.click(findStart());
    await screen.findByRole('dialog');
  },
);

test.each([
  ['en', 1, '/api/delete/url'],
  ['en', 2, '/api/delete/urls'],
  ['zh', 1, '/api/delete/url'],
  ['zh', 2, '/api/delete/urls'],
] as const)('a deletion that fails says so, and why: %s, %i', async (language, count, path) => {
  await showLanguage(language);
  const text = linksWords[language];
  const user = show(<Deletion count={count} />);
  const act = async () => {
    await press(user, findStart());
    const name = count === 1 ? text.deleteOne : text.deleteTwo;
    await user.click(await screen.findByRole('button', { name }));
  };
  await expectFailures({ language, path, sentence: text.deleteFailed, act });
  expect(deletions).toBe(0);
});

test.each(languages)('something must be selected: %s', async (language) => {
  await showLanguage(language);
  const user = show(<Deletion count={0} />);
  await user.click(findStart());
  await expectToast(linksWords[language].noneSelected);
  expect(screen.queryByRole('dialog')).toBeNull();
});
