import {
  filterStates,
  type FilterState,
  pageSizes,
  searchFilters,
  sortColumns,
  type SearchFilter,
  type SortColumn,
} from '../../../contracts/links/links.constants.ts';

/** The filters of a list. Days are local, such as `2026-11-25`; `''` = no bound. */
export interface ListFilters {
  readonly tags: readonly string[];
  readonly state: FilterState | null;
  /** `''` = the main domain; null = all. */
  readonly domain: string | null;
  readonly from: string;
  readonly until: string;
  /** Without a click for this many days; null = all. */
  readonly quiet: number | null;
  /** Links of one's own; null = all. */
  readonly owner: 'me' | null;
}

export const quietDays = [30, 90, 365] as const;

export const noFilters: ListFilters = {
  tags: [],
  state: null,
  domain: null,
  from: '',
  until: '',
  quiet: null,
  owner: null,
};

export function hasFilters(filters: ListFilters): boolean {
  const { tags, state, domain, from, until, quiet, owner } = filters;
  const isOf = state !== null || domain !== null || quiet !== null || owner !== null;
  return tags.length > 0 || isOf || from + until !== '';
}

function readDomain(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z\d.-]*$/.test(value) ? value : undefined;
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  return Number.isNaN(startOfDay(value)) ? undefined : value;
}

/** The filters as fields of a request. */
export function toRequest({ tags, state, domain, from, until, quiet, owner }: ListFilters) {
  return {
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(state !== null && { state: [state] }),
    ...(domain !== null && { domain }),
    ...(from !== '' && { created_from: startOfDay(from) }),
    ...(until !== '' && { created_until: startOfDay(until, 1) }),
    ...(quiet !== null && { not_clicked_since: startOfDay(dayBefore(quiet)) }),
    ...(owner !== null && { owner }),
  };
}

/** The start of a local day, or of a later one, in Unix seconds. */
function startOfDay(day: string, daysLater = 0): number {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + daysLater).getTime() / 1000;
}

/** The local day `days` before today. */
export function dayBefore(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

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

/** The search parameters of the address. `new` opens the Add dialog; `url` to `title` fill it. */
interface Parameters {
  readonly filter: SearchPlace;
  readonly keyword: string;
  readonly tag: string;
  readonly state: FilterState;
  readonly domain: string;
  readonly from: string;
  readonly until: string;
  readonly quiet: number;
  readonly owner: 'me';
  readonly page: number;
  readonly size: number;
  readonly sort: SortColumn;
  readonly order: Order;
  readonly new: 1;
  readonly url: string;
  readonly code: string;
  readonly title: string;
}
type ListSearch = { readonly [Name in keyof Parameters]?: Parameters[Name] | undefined };

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
    tag: typeof search['tag'] === 'string' && search['tag'] !== '' ? search['tag'] : undefined,
    state: filterStates.find((state) => state === search['state']),
    domain: readDomain(search['domain']),
    from: readDay(search['from']),
    until: readDay(search['until']),
    quiet: quietDays.find((days) => days === readCount(search['quiet'])),
    owner: search['owner'] === 'me' ? 'me' : undefined,
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

export function toView(search: ListSearch): ListView {
  const { keyword = '', tag = '', from = '', until = '' } = search;
  // A tag cannot contain a comma.
  const tags = tag.split(',').filter((name) => name.trim() !== '');
  return {
    filter: search.filter ?? firstView.filter,
    keyword,
    filters: {
      tags,
      state: search.state ?? null,
      domain: search.domain ?? null,
      from,
      until,
      quiet: search.quiet ?? null,
      owner: search.owner ?? null,
    },
    page: search.page ?? 1,
    size: keyword === '' ? (search.size ?? firstView.size) : SEARCH_SIZE,
    sort: search.sort ?? null,
    order: search.order ?? 'desc',
  };
}

/** The search parameters of a view. Leaves out defaults. */
export function toListSearch(view: ListView): ListSearch {
  const { filter, keyword, filters, page, size, sort, order } = view;
  const { tags, state, domain, from, until, quiet, owner } = filters;
  const isSearch = keyword !== '';
  return {
    ...(isSearch && { keyword }),
    ...(isSearch && filter !== firstView.filter && { filter }),
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(state !== null && { state }),
    ...(domain !== null && { domain }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
    ...(quiet !== null && { quiet }),
    ...(owner !== null && { owner }),
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
