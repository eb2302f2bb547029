import { writeChoiceCookie } from './choice-cookie.ts';

/** Where Mantine keeps the scheme that was chosen. */
const STORED = 'mantine-color-scheme-value';

export function tellSchemeChoice() {
  const stored = localStorage.getItem(STORED);
  writeChoiceCookie('color_scheme', stored === 'light' || stored === 'dark' ? stored : null);
}
