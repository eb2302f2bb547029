import { filterStates, type FilterState } from '../../contracts/links.constants.ts';

/** The filters of a list. Days are local, such as `2026-11-25`; `''` = no bound. */
export interface ListFilters {
  readonly tags: readonly string[];
  readonly state: FilterState | null;
  readonly from: string;
  readonly until: string;
}

/** The filters as search parameters of the address. */
export interface FilterSearch {
  readonly tag?: string | undefined;
  readonly state?: FilterState | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const noFilters: ListFilters = { tags: [], state: null, from: '', until: '' };

export function hasFilters({ tags, state, from, until }: ListFilters): boolean {
  return tags.length > 0 || state !== null || from !== '' || until !== '';
}

export function readFilterSearch(search: Record<string, unknown>): FilterSearch {
  return {
    tag: typeof search['tag'] === 'string' && search['tag'] !== '' ? search['tag'] : undefined,
    state: filterStates.find((state) => state === search['state']),
    from: readDay(search['from']),
    until: readDay(search['until']),
  };
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  return Number.isNaN(startOfDay(value)) ? undefined : value;
}

export function toFilters({ tag = '', state, from = '', until = '' }: FilterSearch): ListFilters {
  // A tag cannot contain a comma.
  const tags = tag.split(',').filter((name) => name.trim() !== '');
  return { tags, state: state ?? null, from, until };
}

export function toFilterSearch({ tags, state, from, until }: ListFilters): FilterSearch {
  return {
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(state !== null && { state }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
  };
}

/** The filters as fields of a request. */
export function toRequest({ tags, state, from, until }: ListFilters) {
  return {
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(state !== null && { state: [state] }),
    ...(from !== '' && { created_from: startOfDay(from) }),
    ...(until !== '' && { created_until: startOfDay(until, 1) }),
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
