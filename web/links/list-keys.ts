import type { TextKey } from '../language.ts';
import { localValues } from '../storage.ts';

export const pageKeyActions = ['search', 'add', 'undo', 'help'] as const;
export type PageKeyAction = (typeof pageKeyActions)[number];
export type RowKeyAction = 'edit' | 'stats' | 'copy' | 'qr' | 'duplicate' | 'select' | 'delete';
/** The actions with a keyboard shortcut in the list. */
export type KeyAction = PageKeyAction | RowKeyAction | 'next' | 'previous' | 'across';

interface ListKey {
  readonly action: KeyAction;
  readonly label: TextKey;
  /** A single letter. It works on the whole page, and the user can switch letters off. */
  readonly letter?: string;
  /** Keys that work while a row has the focus. */
  readonly keys: readonly string[];
  /** The labels of the keys on a keyboard. */
  readonly shown: readonly string[];
}

export const listKeys: readonly ListKey[] = [
  { action: 'next', label: 'keys.next', letter: 'j', keys: ['ArrowDown'], shown: ['↓', 'J'] },
  { action: 'previous', label: 'keys.previous', letter: 'k', keys: ['ArrowUp'], shown: ['↑', 'K'] },
  { action: 'across', label: 'keys.across', keys: ['ArrowRight', 'ArrowLeft'], shown: ['→', '←'] },
  { action: 'edit', label: 'keys.edit', letter: 'e', keys: ['Enter'], shown: ['Enter', 'E'] },
  { action: 'stats', label: 'keys.stats', letter: 's', keys: [], shown: ['S'] },
  { action: 'copy', label: 'keys.copy', letter: 'c', keys: [], shown: ['C'] },
  { action: 'qr', label: 'keys.qr', letter: 'q', keys: [], shown: ['Q'] },
  { action: 'duplicate', label: 'keys.duplicate', letter: 'd', keys: [], shown: ['D'] },
  { action: 'select', label: 'keys.select', letter: 'x', keys: [' '], shown: ['Space', 'X'] },
  { action: 'delete', label: 'keys.delete', keys: ['Delete', 'Backspace'], shown: ['Del', '⌫'] },
  { action: 'undo', label: 'keys.undo', letter: 'u', keys: [], shown: ['U'] },
  { action: 'search', label: 'search.submit', letter: '/', keys: [], shown: ['/'] },
  { action: 'add', label: 'links.add', letter: 'n', keys: [], shown: ['N'] },
  { action: 'help', label: 'keys.help', letter: '?', keys: [], shown: ['?'] },
];

const STORED = 'list_letters';

/** True: single letters are shortcuts. They interfere with speech input. */
export function readLettersChoice(): boolean {
  return localValues.get(STORED) !== 'off';
}

export function storeLettersChoice(isOn: boolean) {
  localValues.set(STORED, isOn ? 'on' : 'off');
}
