import { NONE } from '../../contracts/stats/stats-filter.ts';
import {
  audiences,
  channels,
  comparisons,
  dimensions,
  periods,
  VALUE_MAX,
  type Audience,
  type Comparison,
  type Dimension,
  type Period,
} from '../../contracts/stats/stats.constants.ts';
import type * as contract from '../../contracts/stats/stats.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { findDaysFault, nextDayStart, startOfDay, type Days } from './period/days.ts';

export type Filters = Readonly<Pick<RequestOf<typeof contract.getReport>, Dimension>>;

/** The clicks that the page shows. */
export interface StatsView {
  /** Applies when `days` is null. */
  readonly period: Period;
  readonly days: Days | null;
  readonly audience: Audience;
  readonly filters: Filters;
  /** Links must have all of them. */
  readonly tags: readonly string[];
  /** Null: the chart shows one period. */
  readonly compare: Comparison | null;
}

/** A view as search parameters of the address. */
export type StatsSearch = Readonly<Record<string, string | undefined>>;

/** The part of a request that selects the time range. */
export type TimeRange = Pick<RequestOf<typeof contract.getReport>, 'period' | 'from' | 'to'> & {
  readonly time_zone: string;
};

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Days begin in this time zone. A browser that does not know its own reports `Etc/Unknown`. */
export const timeZone = zone === 'Etc/Unknown' ? 'UTC' : zone;

/** Reads a view from an address. Invalid parameters get defaults. */
export function readView(search: StatsSearch): StatsView {
  const { from = '', to = '', tag = '' } = search;
  const days = { from, to };
  return {
    period: periods.find((period) => period === search['period']) ?? '30d',
    days: findDaysFault(days) === null ? days : null,
    audience: audiences.find((audience) => audience === search['audience']) ?? 'people',
    filters: dimensions.reduce(
      (filters: Filters, dimension) => setFilter(filters, dimension, search[dimension]),
      {},
    ),
    // A tag cannot contain a comma.
    tags: tag.split(',').filter((name) => name.trim() !== ''),
    compare: comparisons.find((compare) => compare === search['compare']) ?? null,
  };
}

/** The search parameters of a view. Leaves out defaults. */
export function toSearch(view: StatsView): StatsSearch {
  const { period, days, audience, filters, tags, compare } = view;
  return {
    ...(days ?? (period === '30d' ? {} : { period })),
    ...(audience !== 'people' && { audience }),
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(compare !== null && { compare }),
    ...filters,
  };
}

export function toTimeRange({ period, days }: Pick<StatsView, 'period' | 'days'>): TimeRange {
  return days === null
    ? { period, time_zone: timeZone }
    : { from: startOfDay(days.from), to: nextDayStart(days.to), time_zone: timeZone };
}

/** The clicks of a view, without its time range. */
export function toFilters({ audience, filters, tags }: StatsView) {
  return { audience, ...filters, ...(tags.length > 0 && { tag: [...tags] }) };
}

export function hasFilters({ filters, tags }: Pick<StatsView, 'filters' | 'tags'>): boolean {
  return tags.length > 0 || Object.keys(filters).length > 0;
}

/** True unless the view counts all people and nothing else. */
export function isFiltered(view: StatsView): boolean {
  return view.audience !== 'people' || hasFilters(view);
}

/** `all` has no earlier period. */
export function canCompare({ period, days }: Pick<StatsView, 'period' | 'days'>): boolean {
  return days !== null || period !== 'all';
}

const channelFilters = [...channels, NONE] as const;

/** Sets the filter of a dimension; without a valid value, removes it. */
export function setFilter(filters: Filters, dimension: Dimension, value = ''): Filters {
  const { [dimension]: _, ...others } = filters;
  if (value === '' || value.length > VALUE_MAX) return others;
  if (dimension === 'channel') {
    const channel = channelFilters.find((filter) => filter === value);
    return channel === undefined ? others : { ...others, channel };
  }
  return { ...others, [dimension]: value };
}
