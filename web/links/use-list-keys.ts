import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Link } from './links.api.ts';
import { listKeys, readLettersChoice, type KeyAction } from './list-keys.ts';
import { findRows, readLinkId, findRow } from './row.ts';

type RowKeyAction = 'edit' | 'stats' | 'copy' | 'qr' | 'duplicate' | 'select' | 'delete';
type PageKeyAction = 'search' | 'add' | 'undo' | 'help';

interface ListKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly links: readonly Link[];
  /** The actions on the link of the focused row. */
  readonly onRow: Readonly<Record<RowKeyAction, (link: Link, hasShift: boolean) => void>>;
  readonly onPage: Readonly<Record<PageKeyAction, () => void>>;
}

/** Elements that handle keys themselves. */
const TYPED =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** Moves through the rows by keyboard and runs the actions of the keys. */
export function useListKeys({ list, links, onRow, onPage }: ListKeysOptions) {
  const move = (step: 1 | -1): boolean => {
    const rows = findRows(list.current);
    const at = rows.indexOf(findRow(document.activeElement) ?? document.body);
    const row = rows[at === -1 ? 0 : at + step];
    row?.focus();
    return rows.length > 0;
  };

  const perform = (action: KeyAction, hasShift: boolean): boolean => {
    switch (action) {
      case 'next':
        return move(1);
      case 'previous':
        return move(-1);
      case 'edit':
      case 'stats':
      case 'copy':
      case 'qr':
      case 'duplicate':
      case 'select':
      case 'delete': {
        const row = findRow(document.activeElement);
        const link = links.find(({ id }) => row !== null && id === readLinkId(row));
        if (link === undefined) return false;
        onRow[action](link, hasShift);
        return true;
      }
      default:
        onPage[action]();
        return true;
    }
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = findKeyAction(event);
    if (action === null) return;
    const isDone = perform(action, event.shiftKey);
    if (isDone) event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function findKeyAction(event: KeyboardEvent): KeyAction | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || (event.repeat && !isMove(key))) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return null;
  if (document.querySelector('[role=dialog]') !== null) return null;
  // From the search field, the down arrow moves into the results.
  if (key === 'ArrowDown' && target.matches('input[type=search]')) return 'next';
  if (target.closest(TYPED) !== null) return null;
  const letter = readLettersChoice() ? key.toLowerCase() : null;
  const byLetter = listKeys.find((listKey) => listKey.letter === letter);
  if (byLetter !== undefined) return byLetter.action;
  const byKey = listKeys.find(({ keys }) => keys.includes(key));
  if (byKey === undefined) return null;
  // A focused button or checkbox in the row handles Enter and Space itself.
  const isOwn = key !== 'Enter' && key !== ' ';
  const hasFocus = isOwn ? findRow(target) !== null : findRow(target) === target;
  return hasFocus ? byKey.action : null;
}

function isMove(key: string): boolean {
  return ['j', 'k', 'ArrowDown', 'ArrowUp'].includes(key);
}
