import type { Link } from './links.api.ts';
import type { Order, SortColumn } from './list-search.ts';

export interface Sorting {
  /** Null: the newest come first. */
  readonly sort: SortColumn | null;
  readonly order: Order;
}

/** What both faces of the list, table and cards, are given. */
export interface LinkListProps {
  readonly links: readonly Link[];
  /** The ids of those that are selected. */
  readonly selected: ReadonlySet<number>;
  /** The page before is still shown while the next one is on its way. */
  readonly isStale: boolean;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly onSelect: (ids: ReadonlySet<number>) => void;
  readonly onEdit: (link: Link) => void;
  readonly onQr: (link: Link) => void;
  readonly onDelete: (link: Link) => void;
}

/** What a row or card is given; its functions never change. */
export interface RowProps extends Pick<LinkListProps, 'onEdit' | 'onQr' | 'onDelete'> {
  readonly link: Link;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (id: number) => void;
  /** How many people came on each of the last days, as soon as that is known. */
  readonly people: readonly number[] | undefined;
}
