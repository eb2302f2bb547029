import { useRef, useState } from 'react';
import type { Link } from '../links.api.ts';
import type { ListView } from '../search/list-search.ts';

/** The selection: some links of the page by id, or all results of a list or search. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly view: ListView; readonly total: number };

const emptySelection: Selection = { kind: 'some', ids: new Set() };

export function countSelected(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.total;
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** The ids from one to another, in the order of the page. Without `from` on the page, only `to`. */
function findRange(page: readonly number[], from: number | null, to: number): number[] {
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(to);
  return start === -1 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Adds or removes a link. A selection of all links first shrinks to the page. */
function toggleLink(selection: Selection, page: readonly number[], id: number): Selection {
  const ids = new Set(selection.kind === 'some' ? selection.ids : page);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** Adds links of the page. */
function addLinks(selection: Selection, ids: readonly number[]): Selection {
  if (selection.kind === 'all') return selection;
  return { kind: 'some', ids: new Set([...selection.ids, ...ids]) };
}

export function isPageSelected(selection: Selection, page: readonly Link[]): boolean {
  return page.length > 0 && page.every(({ id }) => isSelected(selection, id));
}

/** The selection and its changes. */
export function useSelection(links: readonly Link[]) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [isStarted, setIsStarted] = useState(false);
  /** The first link of a range. */
  const anchor = useRef<number | null>(null);
  const page = links.map(({ id }) => id);
  const count = countSelected(selection);
  return {
    selection,
    count,
    /** True while a phone shows the checkboxes. */
    isOn: isStarted || count > 0,
    start: () => setIsStarted(true),
    /** The selected links of the page. */
    shown: links.filter(({ id }) => isSelected(selection, id)),
    toggle: (id: number, isRange: boolean) => {
      const range = isRange ? findRange(page, anchor.current, id) : [id];
      setSelection(range.length > 1 ? addLinks(selection, range) : toggleLink(selection, page, id));
      anchor.current = id;
    },
    /** Selects all links of the page, or none if all are selected. */
    togglePage: () =>
      setSelection(
        isPageSelected(selection, links) ? emptySelection : { kind: 'some', ids: new Set(page) },
      ),
    selectAll: (view: ListView, total: number) => setSelection({ kind: 'all', view, total }),
    clear: () => {
      setSelection(emptySelection);
      setIsStarted(false);
    },
  };
}
