import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useLacks } from '../app-info.ts';
import { toStoredCode } from '../urls/short-link.ts';
import type { Link } from './links.api.ts';
import {
  listKeys,
  pageKeyActions,
  readLettersChoice,
  type KeyAction,
  type PageKeyAction,
  type RowKeyAction,
} from './list-keys.ts';
import { copyShortLink } from './list/code-button.tsx';
import { findLine, findRow, moveToControl, moveToRow, readLinkId } from './list/row-elements.ts';
import { isSelected } from './selection/selection.ts';
import { toStats } from './stats-link.ts';
import type { LinksPageState } from './use-links-page.ts';

type State = Pick<
  LinksPageState,
  'list' | 'shown' | 'selected' | 'dialogs' | 'actions' | 'rowActions' | 'searchField' | 'undo'
>;

/** Elements that handle keys themselves. */
const TYPED =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** Moves through the rows by keyboard and runs the actions of the keys. */
export function useListKeys(page: State) {
  const { list, selected, dialogs, actions, rowActions } = page;
  const navigate = useNavigate();
  const isReader = useLacks('links.edit');
  const isGuest = useLacks('links.create');
  const onRow: Readonly<Record<RowKeyAction, (link: Link, hasShift: boolean) => void>> = {
    ...rowActions,
    stats: (link) => void navigate(toStats(toStoredCode(link))),
    copy: (link) => void copyShortLink(link),
    select: ({ id }, hasShift) => selected.toggle(id, hasShift),
    delete: (link) =>
      isSelected(selected.selection, link.id) ? actions.onDelete() : rowActions.delete(link),
  };
  const onPage: Readonly<Record<PageKeyAction, () => void>> = {
    search: () => page.searchField.current?.select(),
    add: dialogs.add,
    undo: page.undo,
    help: dialogs.showKeys,
  };

  const perform = (action: KeyAction, { key, shiftKey }: KeyboardEvent): boolean => {
    if (isReader && changing.has(action)) return false;
    if (isGuest && creating.has(action)) return false;
    if (action === 'next') return moveToRow(list.current, 1);
    if (action === 'previous') return moveToRow(list.current, -1);
    if (action === 'across') return moveToControl(key === 'ArrowRight' ? 1 : -1);
    if (isPageAction(action)) {
      onPage[action]();
      return true;
    }
    const row = findRow(document.activeElement);
    const link = page.shown.links.find(({ id }) => row !== null && id === readLinkId(row));
    if (link === undefined) return false;
    onRow[action](link, shiftKey);
    return true;
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = findKeyAction(event);
    if (action !== null && perform(action, event)) event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const changing: ReadonlySet<KeyAction> = new Set<KeyAction>(['edit', 'delete', 'undo']);
const creating: ReadonlySet<KeyAction> = new Set<KeyAction>(['add', 'duplicate']);

function isPageAction(action: KeyAction): action is PageKeyAction {
  return pageKeyActions.some((name) => name === action);
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
  if (isMove(key)) return findLine(target) === null ? null : byKey.action;
  // A focused button or checkbox in the row handles Enter and Space itself.
  const row = findRow(target);
  const hasFocus = key === 'Enter' || key === ' ' ? row === target : row !== null;
  return hasFocus ? byKey.action : null;
}

function isMove(key: string): boolean {
  return /^(j|k|Arrow\w+)$/.test(key);
}
