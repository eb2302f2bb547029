import type { ReactNode } from 'react';
import type { ListLook } from './list-look.ts';
import type { Link } from './links.api.ts';
import type { Order, SortColumn } from './list-search.ts';
import type { Selection } from './selection.ts';

export interface Sorting {
  /** Null: the newest come first. */
  readonly sort: SortColumn | null;
  readonly order: Order;
}

/** What can be done with a link. */
export interface RowActions {
  readonly onEdit: (link: Link) => void;
  readonly onQr: (link: Link) => void;
  readonly onDuplicate: (link: Link) => void;
  readonly onSwitch: (link: Link) => void;
  readonly onDelete: (link: Link) => void;
  /** A tag of a row was pressed. */
  readonly onTag: (tag: string) => void;
}

/** What both faces of the list, table and cards, are given. */
export interface LinkListProps extends RowActions {
  readonly links: readonly Link[];
  readonly selection: Selection;
  /** What can be done with the selection, instead of the heads of the columns; null: nothing is selected. */
  readonly selectionBar: ReactNode;
  /** The page before is still shown while the next one is on its way. */
  readonly isStale: boolean;
  readonly sorting: Sorting;
  readonly look: ListLook;
  readonly onLook: (look: ListLook) => void;
  readonly onSort: (sorting: Sorting) => void;
  /** A link is selected, or no longer; as a range, all up to it. */
  readonly onToggle: (id: number, isRange: boolean) => void;
  readonly onTogglePage: () => void;
}

/** What a row or card is given; its functions never change. */
export interface RowProps extends RowActions {
  readonly link: Link;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly sort: SortColumn | null;
  readonly onToggle: (id: number, isRange: boolean) => void;
  /** How many people came on each of the last days, as soon as that is known. */
  readonly people: readonly number[] | undefined;
}

/** What of a row stays as it is when the row is selected: nearly all that costs time to draw. */
export type RowContentProps = Omit<RowProps, 'isFirst' | 'isSelected' | 'onToggle'>;
