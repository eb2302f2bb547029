import { useEffect, useRef, useState } from 'react';
import type { Link } from './links.api.ts';
import { findRows, idOf } from './row.ts';

type Wanted = { readonly id: number } | { readonly index: number };

/** Leads the focus on where the element that had it goes away. */
export function useRowFocus(links: readonly Link[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    const rows = findRows(list.current);
    const row =
      'id' in wanted
        ? rows.find((row) => idOf(row) === wanted.id)
        : rows[Math.min(wanted.index, rows.length - 1)];
    (row ?? heading.current)?.focus();
  }, [wanted]);

  /** The focus of rows that were deleted goes to the row in the place of the first, or to the heading. */
  const focusAfterDelete = (deleted: readonly Link[]) => {
    const index = links.findIndex(({ id }) => id === deleted[0]?.id);
    setWanted({ index: Math.max(0, index) });
  };

  /** The focus of a toast that went away goes to the link that it was about. */
  const focusLink = (link: Link) => setWanted({ id: link.id });

  return { heading, list, focusAfterDelete, focusLink };
}
