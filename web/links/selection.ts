import type { ListView } from './list-search.ts';

/** The selection: some links of the page by id, or all results of a list or search. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly view: ListView; readonly total: number };

export const emptySelection: Selection = { kind: 'some', ids: new Set() };

export function countSelected(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.total;
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** The ids from one to another, in the order of the page. Without `from` on the page, only `to`. */
export function findRange(page: readonly number[], from: number | null, to: number): number[] {
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(to);
  return start === -1 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Adds or removes a link. A selection of all links first shrinks to the page. */
export function toggleLink(selection: Selection, page: readonly number[], id: number): Selection {
  const ids = new Set(selection.kind === 'some' ? selection.ids : page);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** Adds links of the page. */
export function addLinks(selection: Selection, ids: readonly number[]): Selection {
  if (selection.kind === 'all') return selection;
  return { kind: 'some', ids: new Set([...selection.ids, ...ids]) };
}

/** Selects all links of the page, or none if all are selected. */
export function togglePage(selection: Selection, page: readonly number[]): Selection {
  if (isPageSelected(selection, page)) return emptySelection;
  return { kind: 'some', ids: new Set(page) };
}

export function isPageSelected(selection: Selection, page: readonly number[]): boolean {
  return page.length > 0 && page.every((id) => isSelected(selection, id));
}
