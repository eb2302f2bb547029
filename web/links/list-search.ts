import {
  pageSizes,
  searchFilters,
  sortColumns,
  type SearchFilter,
  type SortColumn,
} from '../../contracts/links.constants.ts';
import {
  hasFilters,
  noFilters,
  readFilterSearch,
  toFilters,
  toFilterSearch,
  type FilterSearch,
  type ListFilters,
} from './list-filters.ts';

/** The place of a search: one column, or every text of a link. */
export type SearchPlace = SearchFilter | 'everywhere';
export type Order = 'asc' | 'desc';

export const searchPlaces: readonly SearchPlace[] = [...searchFilters, 'everywhere'];

export function findSearchPlace(name: string): SearchPlace {
  return searchPlaces.find((place) => place === name) ?? firstView.filter;
}

/** The view of the list. Empty keyword: all links. Null sort column: newest first. */
export interface ListView {
  readonly filter: SearchPlace;
  readonly keyword: string;
  readonly filters: ListFilters;
  readonly page: number;
  readonly size: number;
  readonly sort: SortColumn | null;
  readonly order: Order;
}

export type Search = Pick<ListView, 'filter' | 'keyword'>;

/** The view as search parameters. `new` opens the Add dialog; `url`, `code` and `title` fill it. */
interface ListSearch extends FilterSearch {
  readonly filter?: SearchPlace | undefined;
  readonly keyword?: string | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: SortColumn | undefined;
  readonly order?: Order | undefined;
  readonly new?: 1 | undefined;
  readonly url?: string | undefined;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
}

/** The default view. */
export const firstView: ListView = {
  filter: 'short_url',
  keyword: '',
  filters: noFilters,
  page: 1,
  size: pageSizes[0],
  sort: null,
  order: 'desc',
};

/** The page size of a search: the highest that the server allows. */
const SEARCH_SIZE = pageSizes[2];

/** The highest page number that the server accepts. */
const PAGE_MAX = 1_000_000_000;

/** Returns every field, invalid ones as undefined: the router keeps fields that are missing. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    filter: searchPlaces.find((place) => place === search['filter']),
    keyword: readText(search['keyword']),
    ...readFilterSearch(search),
    page: readCount(search['page']),
    size: pageSizes.find((size) => size === readCount(search['size'])),
    sort: sortColumns.find((column) => column === search['sort']),
    order: search['order'] === 'asc' ? 'asc' : undefined,
    new: readCount(search['new']) === 1 ? 1 : undefined,
    url: readText(search['url']),
    code: readText(search['code']),
    title: readText(search['title']),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function readCount(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 && count <= PAGE_MAX ? count : undefined;
}

export function toView({
  new: _new,
  url: _url,
  code: _code,
  title: _title,
  ...search
}: ListSearch): ListView {
  const { sort, keyword = '' } = search;
  return {
    filter: search.filter ?? firstView.filter,
    keyword,
    filters: toFilters(search),
    page: search.page ?? 1,
    size: keyword === '' ? (search.size ?? firstView.size) : SEARCH_SIZE,
    sort: sort ?? null,
    order: search.order ?? 'desc',
  };
}

/** The search parameters of a view. Leaves out defaults. */
export function toListSearch(view: ListView): ListSearch {
  const { filter, keyword, filters, page, size, sort, order } = view;
  const isSearch = keyword !== '';
  return {
    ...(isSearch && { keyword }),
    ...(isSearch && filter !== firstView.filter && { filter }),
    ...toFilterSearch(filters),
    ...(page !== 1 && { page }),
    ...(!isSearch && size !== firstView.size && { size }),
    ...(sort !== null && { sort }),
    ...(sort !== null && order === 'asc' && { order }),
  };
}

/** True when a search or filter narrows the list. */
export function isNarrowed({ keyword, filters }: ListView): boolean {
  return keyword !== '' || hasFilters(filters);
}
