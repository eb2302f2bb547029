import { useEffect, useRef, useState } from 'react';
import type { Link } from './links.api.ts';

/** Gives the focus of a row that was deleted to the row in its place, or to the heading. */
export function useRowFocus(links: readonly Link[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [lost, setLost] = useState<{ readonly index: number } | null>(null);

  useEffect(() => {
    if (lost === null) return;
    const rows = list.current?.querySelectorAll('tbody > tr, .links-card') ?? [];
    const row = rows[Math.min(lost.index, rows.length - 1)];
    (row?.querySelector<HTMLElement>('input, button') ?? heading.current)?.focus();
  }, [lost]);

  // Links deleted together leave the focus on the button above the list, unless that goes too.
  const follow = (deleted: readonly Link[]) => {
    if (deleted.length > 1 && deleted.length < links.length) return;
    const index = links.findIndex(({ id }) => id === deleted[0]?.id);
    setLost({ index: Math.max(0, index) });
  };
  return { heading, list, follow };
}
