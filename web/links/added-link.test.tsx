import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { aLink } from '../../tests/support/components/a-link.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { AddedLink } from './added-link.tsx';

const link = { ...aLink, domain: 'go.example', short_url: 'sale', is_new: true };
const added = () => <AddedLink link={link} title="Added" />;

testAccess(added, async (user) => {
  await user.click(screen.getByRole('button', { name: t('qr.title') }));
  await waitFor(() => expect(document.querySelector('.qr-code')).not.toBeNull());
});

test.each(languages)('a new link is copied by one press of Enter: %s', async (language) => {
  await showLanguage(language);
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  const user = show(added());
  const copy = screen.getByRole('button', { name: t('home.copy') });
  await waitFor(() => expect(document.activeElement).toBe(copy));
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: t('copied') });
  const shortLink = screen.getByRole('link').getAttribute('href')!;
  expect(shortLink).toMatch(/\/\/go\.example(?::\d+)?\/sale$/);
  expect(await navigator.clipboard.readText()).toBe(shortLink);
});
