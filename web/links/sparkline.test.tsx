import { screen } from '@testing-library/react';
import { describe, expect, test } from 'bun:test';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { expectNoViolations, show } from '../../tests/support/components/render.tsx';
import { Sparkline } from './sparkline.tsx';

describe.each(languages)('the sparkline in %s', (language) => {
  test('says how many people came, and axe finds nothing', async () => {
    await showLanguage(language);
    show(<Sparkline people={[0, 1, 1200]} />);
    const text = { en: '1,201 clicks by people in 3 days', zh: '最近 3 天真人访问 1,201 次' }[
      language
    ];
    expect(screen.getByTitle(text).textContent).toBe(text);
    await expectNoViolations();
  });
});

test('a day with one person is visible beside a day with many', () => {
  show(<Sparkline people={[0, 1, 1200]} />);
  const bars = document.querySelector('path')!.getAttribute('d')!;
  expect(bars.match(/v-[\d.]+/g)).toEqual(['v-2', 'v-16']);
});

test('no drawing appears while the days load', () => {
  show(<Sparkline people={undefined} />);
  expect(document.querySelector('svg')).toBeNull();
});
