import type { Link } from './links.api.ts';

/** What both faces of the list, table and cards, are given. */
export interface LinkListProps {
  readonly links: readonly Link[];
  readonly selected: readonly Link[];
  /** The page before is still shown while the next one is on its way. */
  readonly isStale: boolean;
  readonly onSelect: (links: Link[]) => void;
  readonly onDelete: (link: Link) => void;
}
