import type { ReactNode } from 'react';
import type { ListLook } from './list-look.ts';
import type { Link } from './links.api.ts';
import type { SortColumn } from '../../contracts/links.constants.ts';
import type { Order } from './list-search.ts';
import type { Selection } from './selection.ts';

export interface Sorting {
  /** Null: newest first. */
  readonly sort: SortColumn | null;
  readonly order: Order;
}

/** The actions on a link. */
export interface RowActions {
  readonly onEdit: (link: Link) => void;
  readonly onQr: (link: Link) => void;
  readonly onDuplicate: (link: Link) => void;
  readonly onSwitch: (link: Link) => void;
  readonly onDelete: (link: Link) => void;
  /** Called on a press on a tag. */
  readonly onTag: (tag: string) => void;
}

/** The props of both forms of the list: table and cards. */
export interface LinkListProps extends RowActions {
  readonly links: readonly Link[];
  readonly selection: Selection;
  /** The actions on the selection. They replace the column headers. Null: no selection. */
  readonly selectionBar: ReactNode;
  /** True while the list shows the previous page because the next one loads. */
  readonly isStale: boolean;
  readonly sorting: Sorting;
  readonly look: ListLook;
  readonly onLook: (look: ListLook) => void;
  readonly onSort: (sorting: Sorting) => void;
  /** Selects or deselects a link; with `isRange`, all links up to it. */
  readonly onToggle: (id: number, isRange: boolean) => void;
  readonly onTogglePage: () => void;
}

/** The props of a row or card. The functions must be stable. */
export interface RowProps extends RowActions {
  readonly link: Link;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly sort: SortColumn | null;
  readonly onToggle: (id: number, isRange: boolean) => void;
  /** People on each of the last days; undefined while it loads. */
  readonly people: readonly number[] | undefined;
}

/** The part of a row that does not depend on the selection. It takes most of the render time. */
export type RowContentProps = Omit<RowProps, 'isFirst' | 'isSelected' | 'onToggle'>;
