import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { Sparkline } from './sparkline.tsx';

testAccess(() => <Sparkline people={[0, 1, 1200]} />);

test.each([
  ['en', '1,201 clicks by people in 3 days'],
  ['zh', '最近 3 天真人访问 1,201 次'],
] as const)('the bars have a text in %s', async (language, text) => {
  await showLanguage(language);
  show(<Sparkline people={[0, 1, 1200]} />);
  expect(screen.getByTitle(text).textContent).toBe(text);
});

test('a day with one person is visible beside a day with many', () => {
  show(<Sparkline people={[0, 1, 1200]} />);
  const bars = document.querySelector('path')!.getAttribute('d')!;
  expect(bars.match(/v-[\d.]+/g)).toEqual(['v-2', 'v-16']);
});

test('no line appears while the days load, because a flat line means no visits', () => {
  show(<Sparkline people={undefined} />);
  expect(document.querySelector('svg')).toBeNull();
  expect(document.querySelector('.links-line')!.hasAttribute('data-loading')).toBe(true);
  const styles = readFileSync('web/links/list/link-parts.css', 'utf8');
  expect(styles).toMatch(/\.links-line\[data-loading\] \{\s*border-color: transparent;/);
});
