import type { ListView } from './list-search.ts';

/** What is selected: links of the page by their ids, or all that a list or search finds. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly view: ListView; readonly total: number };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };

export function countSelected(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.total;
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** The ids from one to another in the order of the page; the second alone when the first is gone. */
export function rangeOf(page: readonly number[], from: number | null, to: number): number[] {
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(to);
  return start === -1 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The selection with a link more or less; of all links, those of the page remain. */
export function toggleOne(selection: Selection, page: readonly number[], id: number): Selection {
  const ids = new Set(selection.kind === 'some' ? selection.ids : page);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** The selection with more links of the page. */
export function addSome(selection: Selection, ids: readonly number[]): Selection {
  if (selection.kind === 'all') return selection;
  return { kind: 'some', ids: new Set([...selection.ids, ...ids]) };
}

/** All links of the page, or none when all were selected. */
export function togglePage(selection: Selection, page: readonly number[]): Selection {
  if (isPageSelected(selection, page)) return nothingSelected;
  return { kind: 'some', ids: new Set(page) };
}

export function isPageSelected(selection: Selection, page: readonly number[]): boolean {
  return page.length > 0 && page.every((id) => isSelected(selection, id));
}
