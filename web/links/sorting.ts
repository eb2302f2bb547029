import type { Sorting } from './link-list-props.ts';
import type { Order, SortColumn } from './list-search.ts';

export const columnLabels = {
  short_url: 'links.code',
  long_url: 'links.long',
  title: 'links.page.title',
  clicks: 'links.clicks',
  created_at: 'links.created',
  updated_at: 'links.updated',
  expires_at: 'links.expires',
} as const satisfies Record<SortColumn, string>;

export const newestFirst: Sorting = { sort: null, order: 'desc' };

/** The way a column is sorted first: words from A, what grows from its top. */
export function firstOrder(column: SortColumn): Order {
  return column === 'clicks' || column === 'created_at' || column === 'updated_at' ? 'desc' : 'asc';
}

/** What a press on the head of a column leads to. */
export function sortNext(column: SortColumn, { sort, order }: Sorting): Sorting {
  const first = firstOrder(column);
  if (sort !== column) return { sort: column, order: first };
  if (order === first) return { sort: column, order: first === 'asc' ? 'desc' : 'asc' };
  return newestFirst;
}
