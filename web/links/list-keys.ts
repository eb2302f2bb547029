import type { TextKey } from '../language.ts';
import { localValues } from '../storage.ts';

/** What keys do in the list. */
export type KeyAction =
  | 'next'
  | 'previous'
  | 'edit'
  | 'stats'
  | 'copy'
  | 'qr'
  | 'duplicate'
  | 'select'
  | 'delete'
  | 'search'
  | 'add'
  | 'undo'
  | 'help';

interface ListKey {
  readonly action: KeyAction;
  readonly label: TextKey;
  /** Single letters work on the whole page, and can be switched off. */
  readonly letter?: string;
  /** Other keys work where a row has the focus. */
  readonly keys: readonly string[];
  /** How the keys are written on a keyboard. */
  readonly shown: readonly string[];
}

export const listKeys: readonly ListKey[] = [
  { action: 'next', label: 'keys.next', letter: 'j', keys: ['ArrowDown'], shown: ['↓', 'J'] },
  { action: 'previous', label: 'keys.previous', letter: 'k', keys: ['ArrowUp'], shown: ['↑', 'K'] },
  { action: 'edit', label: 'keys.edit', letter: 'e', keys: ['Enter'], shown: ['Enter', 'E'] },
  { action: 'stats', label: 'keys.stats', letter: 's', keys: [], shown: ['S'] },
  { action: 'copy', label: 'keys.copy', letter: 'c', keys: [], shown: ['C'] },
  { action: 'qr', label: 'keys.qr', letter: 'q', keys: [], shown: ['Q'] },
  { action: 'duplicate', label: 'keys.duplicate', letter: 'd', keys: [], shown: ['D'] },
  { action: 'select', label: 'keys.select', letter: 'x', keys: [' '], shown: ['Space', 'X'] },
  {
    action: 'delete',
    label: 'keys.delete',
    keys: ['Delete', 'Backspace'],
    shown: ['Del', '⌫'],
  },
  { action: 'undo', label: 'keys.undo', letter: 'u', keys: [], shown: ['U'] },
  { action: 'search', label: 'keys.search', letter: '/', keys: [], shown: ['/'] },
  { action: 'add', label: 'keys.add', letter: 'n', keys: [], shown: ['N'] },
  { action: 'help', label: 'keys.help', letter: '?', keys: [], shown: ['?'] },
];

const STORED = 'list_letters';

/** Whether single letters are keys. They get in the way of speech input. */
export function readLettersChoice(): boolean {
  return localValues.get(STORED) !== 'off';
}

export function storeLettersChoice(isOn: boolean) {
  localValues.set(STORED, isOn ? 'on' : 'off');
}
