import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SortColumn } from '../../../contracts/links/links.constants.ts';
import type { ListView, Order } from '../search/list-search.ts';

/** Null column: newest first. */
export type Sorting = Pick<ListView, 'sort' | 'order'>;

export const columnLabels = {
  short_url: 'links.code',
  long_url: 'links.long',
  title: 'links.page.title',
  clicks: 'links.clicks',
  created_at: 'links.created',
  updated_at: 'links.updated',
  expires_at: 'links.expires',
  last_clicked_at: 'links.last_clicked',
} as const satisfies Record<SortColumn, string>;

export type DateColumn = 'created_at' | 'updated_at' | 'expires_at' | 'last_clicked_at';

/** The date that the rows of an order show. */
export function toDateColumn(sort: SortColumn | null): DateColumn {
  return sort === 'updated_at' || sort === 'expires_at' || sort === 'last_clicked_at'
    ? sort
    : 'created_at';
}

export const newestFirst: Sorting = { sort: null, order: 'desc' };

/** The first order of a column: texts and expiries ascending, numbers and past dates descending. */
export function firstOrder(column: SortColumn): Order {
  const isRising = ['short_url', 'long_url', 'title', 'expires_at'].includes(column);
  return isRising ? 'asc' : 'desc';
}

/** The sorting after a press on a column header. */
export function sortNext(column: SortColumn, { sort, order }: Sorting): Sorting {
  const first = firstOrder(column);
  if (sort !== column) return { sort: column, order: first };
  if (order === first) return { sort: column, order: first === 'asc' ? 'desc' : 'asc' };
  return newestFirst;
}

export const orderIcons = { asc: IconArrowUp, desc: IconArrowDown };
