import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { writeChoiceCookie } from './choice-cookie.ts';
import { localValues } from './storage.ts';

/** Where the script in the head of the page looks for the scheme that was chosen. */
const STORED = 'mantine-color-scheme-value';

function readChoice(): MantineColorScheme | null {
  const stored = localValues.get(STORED);
  return stored === 'light' || stored === 'dark' || stored === 'auto' ? stored : null;
}

export function writeSchemeCookie() {
  const choice = readChoice();
  writeChoiceCookie('color_scheme', choice === 'auto' ? null : choice);
  colorFrame(choice);
}

/** Browsers draw their own frame in the colour of the scheme: the head has one for each. */
function colorFrame(choice: MantineColorScheme | null) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset['scheme'] ?? '';
    const isOpen = choice === null || choice === 'auto';
    const system = `(prefers-color-scheme: ${scheme})`;
    meta.media = isOpen ? system : choice === scheme ? 'all' : 'not all';
  }
}

const ignore: (event: StorageEvent) => void = () => undefined;

/** Keeps the chosen scheme for Mantine, and follows the other pages of the site. */
export function createSchemeManager(): MantineColorSchemeManager {
  let onStorage = ignore;
  return {
    get: (standard) => readChoice() ?? standard,
    set: (scheme) => localValues.set(STORED, scheme),
    subscribe(onUpdate) {
      onStorage = ({ key }) => {
        const choice = readChoice();
        if (key === STORED && choice !== null) onUpdate(choice);
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: () => window.removeEventListener('storage', onStorage),
    clear: () => localValues.remove(STORED),
  };
}
