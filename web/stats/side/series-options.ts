import { useQuery } from '@tanstack/react-query';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { tagsQuery } from '../../tags/tags.api.ts';
import { formatCode, formatDimensionValue } from '../format-value.ts';
import { topLinksQuery } from '../site/site-lists.api.ts';
import type { Report } from '../stats.api.ts';
import { setFilter, type SeriesKind, type StatsView } from '../stats-view.ts';

interface SeriesOptions {
  readonly kind: SeriesKind;
  /** Most clicks first, as far as they are known. */
  readonly values: readonly string[];
}

/** What can stand side by side, by kind. A link has sources only. */
export function useSeriesOptions(
  code: string | null,
  report: Report,
  view: StatsView,
): SeriesOptions[] {
  const isSite = code === null;
  const { data: tags } = useQuery({ ...tagsQuery, enabled: isSite });
  const { data: links } = useQuery({ ...topLinksQuery({ ...view, links: [] }), enabled: isSite });
  const sources = report.lists.find(({ dimension }) => dimension === 'source');
  const ofSources = {
    kind: 'source',
    values: [
      ...(sources?.values ?? []).map(({ value }) => value),
      ...((sources?.none ?? 0) > 0 ? [''] : []),
    ],
  } as const;
  if (!isSite) return [ofSources];
  const top = links?.top.map(({ short_url: stored }) => stored) ?? [];
  return [
    { kind: 'link', values: [...new Set([...view.links, ...top])] },
    ...(tags?.length === 0
      ? []
      : [{ kind: 'tag', values: tags?.map(({ name }) => name) ?? [] } as const]),
    ofSources,
  ];
}

/** The view of one series: one report. */
export function toSeriesView(view: StatsView, kind: SeriesKind, value: string): StatsView {
  const base = { ...view, series: null, compare: null };
  if (kind === 'link') return { ...base, links: [value] };
  if (kind === 'tag') return { ...base, tags: [...new Set([...view.tags, value])] };
  return { ...base, filters: setFilter(view.filters, 'source', writeFilter(value)) };
}

export function formatSeries(kind: SeriesKind, value: string): string {
  if (kind === 'link') return formatCode(value);
  return kind === 'tag' ? escapeInvisible(value) : formatDimensionValue('source', value);
}
