import { NONE } from '../../contracts/stats/stats-filter.ts';
import {
  audiences,
  channels,
  dimensions,
  periods,
  VALUE_MAX,
  type Audience,
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
  const { from = '', to = '' } = search;
  const days = { from, to };
  return {
    period: periods.find((period) => period === search['period']) ?? '30d',
    days: findDaysFault(days) === null ? days : null,
    audience: audiences.find((audience) => audience === search['audience']) ?? 'people',
    filters: dimensions.reduce(
      (filters: Filters, dimension) => setFilter(filters, dimension, search[dimension]),
      {},
    ),
  };
}

/** The search parameters of a view. Leaves out defaults. */
export function toSearch({ period, days, audience, filters }: StatsView): StatsSearch {
  return {
    ...(days ?? (period === '30d' ? {} : { period })),
    ...(audience !== 'people' && { audience }),
    ...filters,
  };
}

export function toTimeRange({ period, days }: Pick<StatsView, 'period' | 'days'>): TimeRange {
  return days === null
    ? { period, time_zone: timeZone }
    : { from: startOfDay(days.from), to: nextDayStart(days.to), time_zone: timeZone };
}

/** True unless the view counts all people and nothing else. */
export function isFiltered({ filters, audience }: StatsView): boolean {
  return audience !== 'people' || Object.keys(filters).length > 0;
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
