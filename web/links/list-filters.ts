import { filterStates, type FilterState } from '../../contracts/links.constants.ts';

/** The filters of a list. Days are local, such as `2026-11-25`; `''` = no bound. */
export interface ListFilters {
  readonly tags: readonly string[];
  readonly state: FilterState | null;
  /** `''` = the main domain; null = all. */
  readonly domain: string | null;
  readonly from: string;
  readonly until: string;
}

/** The filters as search parameters of the address. */
export interface FilterSearch {
  readonly tag?: string | undefined;
  readonly state?: FilterState | undefined;
  readonly domain?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const noFilters: ListFilters = { tags: [], state: null, domain: null, from: '', until: '' };

export function hasFilters({ tags, state, domain, from, until }: ListFilters): boolean {
  return tags.length > 0 || state !== null || domain !== null || from !== '' || until !== '';
}

export function readFilterSearch(search: Record<string, unknown>): FilterSearch {
  return {
    tag: typeof search['tag'] === 'string' && search['tag'] !== '' ? search['tag'] : undefined,
    state: filterStates.find((state) => state === search['state']),
    domain: readDomain(search['domain']),
    from: readDay(search['from']),
    until: readDay(search['until']),
  };
}

function readDomain(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z\d.-]*$/.test(value) ? value : undefined;
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  return Number.isNaN(startOfDay(value)) ? undefined : value;
}

export function toFilters({
  tag = '',
  state,
  domain,
  from = '',
  until = '',
}: FilterSearch): ListFilters {
  // A tag cannot contain a comma.
  const tags = tag.split(',').filter((name) => name.trim() !== '');
  return { tags, state: state ?? null, domain: domain ?? null, from, until };
}

export function toFilterSearch({ tags, state, domain, from, until }: ListFilters): FilterSearch {
  return {
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(state !== null && { state }),
    ...(domain !== null && { domain }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
  };
}

/** The filters as fields of a request. */
export function toRequest({ tags, state, domain, from, until }: ListFilters) {
  return {
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(state !== null && { state: [state] }),
    ...(domain !== null && { domain }),
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
