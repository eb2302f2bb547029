import { useRef, useState } from 'react';
import type { Link } from './links.api.ts';
import type { ListView } from './list-search.ts';
import {
  addLinks,
  countSelected,
  isSelected,
  emptySelection,
  findRange,
  toggleLink,
  togglePage,
  type Selection,
} from './selection.ts';

/** The selection and its changes. */
export function useSelection(links: readonly Link[]) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  /** The first link of a range. */
  const anchor = useRef<number | null>(null);
  const page = links.map(({ id }) => id);
  return {
    selection,
    count: countSelected(selection),
    /** The selected links of the page. */
    shown: links.filter(({ id }) => isSelected(selection, id)),
    toggle: (id: number, isRange: boolean) => {
      const range = isRange ? findRange(page, anchor.current, id) : [id];
      setSelection(range.length > 1 ? addLinks(selection, range) : toggleLink(selection, page, id));
      anchor.current = id;
    },
    togglePage: () => setSelection(togglePage(selection, page)),
    selectAll: (view: ListView, total: number) => setSelection({ kind: 'all', view, total }),
    clear: () => setSelection(emptySelection),
  };
}
