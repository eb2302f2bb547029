import { useEffect, useRef, useState } from 'react';
import type { Link } from './links.api.ts';
import { findRows, readLinkId } from './row.ts';

type Wanted = { readonly id: number } | { readonly index: number };

/** Moves the focus when the focused element disappears. */
export function useRowFocus(links: readonly Link[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    const rows = findRows(list.current);
    const row =
      'id' in wanted
        ? rows.find((row) => readLinkId(row) === wanted.id)
        : rows[Math.min(wanted.index, rows.length - 1)];
    (row ?? heading.current)?.focus();
  }, [wanted]);

  /** Focuses the row in the place of the first deleted one, or else the heading. */
  const focusAfterDelete = (deleted: readonly Link[]) => {
    const index = links.findIndex(({ id }) => id === deleted[0]?.id);
    setWanted({ index: Math.max(0, index) });
  };

  /** Focuses the row of the link of a closed toast. */
  const focusLink = (link: Link) => setWanted({ id: link.id });

  return { heading, list, focusAfterDelete, focusLink };
}
