import { useEffect, useRef, useState } from 'react';
import type { Link } from './links.api.ts';
import { findRows, readLinkId } from './row.ts';

type FocusTarget = { readonly id: number } | { readonly index: number };

/** Moves the focus when the focused element disappears. */
export function useRowFocus(links: readonly Link[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<FocusTarget | null>(null);

  useEffect(() => {
    if (target === null) return;
    const rows = findRows(list.current);
    const row =
      'id' in target
        ? rows.find((row) => readLinkId(row) === target.id)
        : rows[Math.min(target.index, rows.length - 1)];
    (row ?? heading.current)?.focus();
  }, [target]);

  /** Focuses the row in the place of the first deleted one, or else the heading. */
  const focusAfterDelete = (deleted: readonly Link[]) => {
    const index = links.findIndex(({ id }) => id === deleted[0]?.id);
    setTarget({ index: Math.max(0, index) });
  };

  /** Focuses the row of the link of a closed toast. */
  const focusLink = (link: Link) => setTarget({ id: link.id });

  return { heading, list, focusAfterDelete, focusLink };
}
