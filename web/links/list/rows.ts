import { useCallbackRef } from '@mantine/hooks';
import {
  createContext,
  startTransition,
  useEffect,
  useState,
  type MouseEvent as PressEvent,
} from 'react';
import type { SortColumn } from '../../../contracts/links/links.constants.ts';
import { useSparklines, type Link } from '../links.api.ts';
import { useMatchMarks } from '../search/match-marks.ts';
import { countSelected, isPageSelected, isSelected } from '../selection/selection.ts';
import type { LinksPageState } from '../use-links-page.ts';
import type { ListLook } from './list-look.ts';
import type { Sorting } from './sorting.ts';

/** The props of both forms of the list: table and cards. */
export interface LinkListProps {
  readonly page: LinksPageState;
  readonly links: readonly Link[];
  /** True while the list shows the previous page because the next one loads. */
  readonly isStale: boolean;
  readonly sorting: Sorting;
  readonly look: ListLook;
}

export type RowAction = 'edit' | 'qr' | 'duplicate' | 'switch' | 'delete';

/** The part of a row that does not depend on the selection. It takes most of the render time. */
export interface RowContentProps {
  readonly link: Link;
  readonly sort: SortColumn | null;
  readonly onAct: (action: RowAction, link: Link) => void;
  /** Called on a press on a tag. */
  readonly onTag: (tag: string) => void;
}

/** The props of a row or card. The functions must be stable. */
export interface RowProps extends RowContentProps {
  /** True for the row that Tab reaches. */
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  /** Makes a row the one that Tab reaches. */
  readonly onFocus: (id: number) => void;
  /** Selects or deselects a link; with `isRange`, all links up to it. */
  readonly onToggle: (id: number, isRange: boolean) => void;
}

/**
 * People on each of the last days, by the id of the link; undefined while they load. A context: only
 * the bars of the rows render again when it comes.
 */
export const Lines = createContext<ReturnType<typeof useSparklines>>(undefined);

/** The role of the list: arrow keys move within it. */
export const gridRole = { role: 'grid', 'aria-multiselectable': true };
export const cellRole = { role: 'gridcell' };

/** Props of a row. Tab reaches one row; arrow keys and letters reach the others and the controls. */
export function toRowProps({ link: { id }, isTabStop, isSelected, onFocus }: RowProps) {
  return {
    role: 'row',
    'data-link': id,
    tabIndex: isTabStop ? 0 : -1,
    'aria-selected': isSelected,
    onFocus: () => onFocus(id),
    onClick: followLink,
  };
}

/** The texts with a tooltip lie above the link of their row. A press on one follows that link. */
function followLink({ target, currentTarget, nativeEvent }: PressEvent<HTMLElement>) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, label') !== null) return;
  currentTarget.querySelector('.links-open')?.dispatchEvent(new MouseEvent('click', nativeEvent));
}

/** How many rows are drawn at once: more than most windows show. */
const FIRST_ROWS = 16;

/** The links that have a row: the first ones at once, the others in slices after them. */
function useDrawnLinks(links: readonly Link[]): readonly Link[] {
  const [drawn, setDrawn] = useState<readonly Link[]>([]);
  useEffect(() => startTransition(() => setDrawn(links)), [links]);
  if (drawn === links || links.length <= FIRST_ROWS) return links;
  const drawnIds = new Set(drawn.map(({ id }) => id));
  return links.filter(({ id }, at) => at < FIRST_ROWS || drawnIds.has(id));
}

/**
 * Prepares the rows for table and cards. The functions for a row are stable: of 200 rows, only the
 * changed ones render again.
 */
export function useRows({ page, links, sorting, look }: LinkListProps) {
  const { selection, toggle, togglePage } = page.selected;
  const lines = useSparklines(look.shown.includes('line') ? links : []);
  const onToggle = useCallbackRef(toggle);
  const onAct = useCallbackRef((action: RowAction, link: Link) => page.rowActions[action](link));
  const onTag = useCallbackRef(page.filterByTag);
  const isAll = isPageSelected(selection, links);
  const [focused, setFocused] = useState<number>();
  const tabStop = links.find(({ id }) => id === focused) ?? links[0];
  const drawn = useDrawnLinks(links);
  useMatchMarks(page.list, drawn, page.view.keyword);
  const rows = drawn.map((link): RowProps => ({
    link,
    isTabStop: link === tabStop,
    onFocus: setFocused,
    isSelected: isSelected(selection, link.id),
    sort: sorting.sort,
    onToggle,
    onAct,
    onTag,
  }));
  const isSome = !isAll && countSelected(selection) > 0;
  return { rows, lines, all: { checked: isAll, indeterminate: isSome, onChange: togglePage } };
}
