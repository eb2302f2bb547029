import { localValues } from '../storage.ts';
import { firstView, readListSearch, toListSearch, toView, type ListView } from './list-search.ts';

const STORED = 'saved_views';
export const viewNameMax = 40;

/** A search with its filters and order, under a name. The browser stores it. */
export interface SavedView {
  readonly name: string;
  readonly view: ListView;
}

export function readSavedViews(): SavedView[] {
  const stored = localValues.getJson(STORED);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const { name, search } = Object(entry) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
    return [{ name, view: toView(readListSearch(search as Record<string, unknown>)) }];
  });
}

export function storeSavedViews(views: readonly SavedView[]): void {
  const stored = views.map(({ name, view }) => ({ name, search: toListSearch(view) }));
  localValues.set(STORED, JSON.stringify(stored));
}

/** True when two views show the same links in the same order. Ignores the page. */
export function isSameView(one: ListView, other: ListView): boolean {
  return toViewKey(one) === toViewKey(other);
}

function toViewKey(view: ListView): string {
  const { size, page } = firstView;
  return JSON.stringify(toListSearch({ ...view, size, page }));
}
