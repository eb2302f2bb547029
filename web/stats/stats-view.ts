import { NONE } from '../../contracts/stats/stats-filter.ts';
import {
  audiences,
  channels,
  comparisons,
  dimensions,
  periods,
  REPORT_LINKS_MAX,
  VALUE_MAX,
  type Audience,
  type Comparison,
  type Dimension,
  type Period,
} from '../../contracts/stats/stats.constants.ts';
import type * as contract from '../../contracts/stats/stats.ts';
import type { RequestOf } from '../../contracts/route.ts';
import {
  findCalendarPeriod,
  findDaysFault,
  nameDays,
  nextDayStart,
  startOfDay,
  toCalendarDays,
  type Days,
} from './period/days.ts';

export type Filters = Readonly<Pick<RequestOf<typeof contract.getReport>, Dimension>>;

const seriesKinds = ['link', 'tag', 'source'] as const;
export type SeriesKind = (typeof seriesKinds)[number];
export const SERIES_MAX = 5;

export interface ChosenSeries {
  readonly kind: SeriesKind;
  /** Codes, names of tags or sources ('' = none); at most {@link SERIES_MAX}. */
  readonly values: readonly string[];
}

/** The clicks that the page shows. */
export interface StatsView {
  /** Applies when `days` is null. */
  readonly period: Period;
  readonly days: Days | null;
  readonly audience: Audience;
  readonly filters: Filters;
  /** The codes of links, on the page of the site; empty: all links. */
  readonly links: readonly string[];
  /** Links must have all of them. */
  readonly tags: readonly string[];
  /** What stands side by side in one chart; null: nothing was chosen. */
  readonly series: ChosenSeries | null;
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
  const { from = '', to = '', tag = '', links = '' } = search;
  const calendar = findCalendarPeriod(search['period']);
  const days = calendar === null ? { from, to } : toCalendarDays(calendar);
  return {
    period: periods.find((period) => period === search['period']) ?? '30d',
    days: findDaysFault(days) === null ? days : null,
    audience: audiences.find((audience) => audience === search['audience']) ?? 'people',
    filters: dimensions.reduce(
      (filters: Filters, dimension) => setFilter(filters, dimension, search[dimension]),
      {},
    ),
    links: readTexts(links).slice(0, REPORT_LINKS_MAX),
    // A tag cannot contain a comma.
    tags: tag.split(',').filter((name) => name.trim() !== ''),
    series: readSeries(search['series']),
    compare: comparisons.find((compare) => compare === search['compare']) ?? null,
  };
}

/** Texts in an address. Each is encoded there, because codes may hold commas. */
function readTexts(text: string): string[] {
  if (text === '') return [];
  try {
    return [...new Set(text.split(',').map(decodeURIComponent))];
  } catch {
    return [];
  }
}

function writeTexts(texts: readonly string[]): string {
  return texts.map(encodeURIComponent).join();
}

function readSeries(text = ''): ChosenSeries | null {
  const [, name, values = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
  const kind = seriesKinds.find((kind) => kind === name);
  return kind === undefined ? null : { kind, values: readTexts(values).slice(0, SERIES_MAX) };
}

/** A calendar period stays relative to the day on which the address opens. */
function writePeriod(period: Period, days: Days | null): StatsSearch {
  if (days === null) return period === '30d' ? {} : { period };
  const calendar = nameDays(days);
  return calendar === null ? { ...days } : { period: calendar };
}

/** The search parameters of a view. Leaves out defaults. */
export function toSearch(view: StatsView): StatsSearch {
  const { period, days, audience, filters, links, tags, series, compare } = view;
  return {
    ...writePeriod(period, days),
    ...(audience !== 'people' && { audience }),
    ...(links.length > 0 && { links: writeTexts(links) }),
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(series !== null && { series: `${series.kind}:${writeTexts(series.values)}` }),
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
export function toFilters({ audience, filters, links, tags }: StatsView) {
  return {
    audience,
    ...filters,
    ...(links.length > 0 && { short_url: [...links] }),
    ...(tags.length > 0 && { tag: [...tags] }),
  };
}

export const noFilters = { filters: {}, links: [], tags: [] } as const;

export function hasFilters({
  filters,
  links,
  tags,
}: Pick<StatsView, 'filters' | 'links' | 'tags'>): boolean {
  return links.length + tags.length > 0 || Object.keys(filters).length > 0;
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
