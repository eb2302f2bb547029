import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { writeChoiceCookie } from '../choice-cookie.ts';
import { localValues } from '../storage.ts';

/** The script in the head of the page reads the chosen scheme under this name. */
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

/** Sets the color of the browser's own frame. The head holds a `theme-color` for each scheme. */
function colorFrame(choice: MantineColorScheme | null) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset['scheme'] ?? '';
    const isOpen = choice === null || choice === 'auto';
    const system = `(prefers-color-scheme: ${scheme})`;
    meta.media = isOpen ? system : choice === scheme ? 'all' : 'not all';
  }
}

const ignore: (event: StorageEvent) => void = () => undefined;

/** Stores the chosen scheme for Mantine, and follows changes in other tabs. */
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
