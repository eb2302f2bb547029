import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { specWords } from '../../tests/browser/specification/spec-words.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { AboutPage } from './about.page.tsx';

beforeEach(() => void answerCalls({}));

testAccess(() => <AboutPage />);

test.each(languages)('the page about Brisk lists its features: %s', async (language) => {
  await showLanguage(language);
  show(<AboutPage />);
  const features = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(features).toEqual(specWords[language].features);
});
