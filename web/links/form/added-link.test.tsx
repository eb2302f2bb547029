import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { inRouter, show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { AddedLink } from './added-link.tsx';

const added = () => inRouter(<AddedLink text="" code="sale" onQr={() => undefined} />);

testAccess(added, async () => void (await screen.findByRole('link')));

test.each(languages)('the toast about a new link copies it: %s', async (language) => {
  await showLanguage(language);
  const user = show(added());
  let copied = '';
  document.execCommand = () => {
    copied = document.querySelector('textarea')!.value;
    return true;
  };
  await user.click(await screen.findByRole('button', { name: t('copy') }));
  await screen.findByRole('button', { name: t('copied') });
  expect(copied).toBe(`${location.origin}/sale`);
});
