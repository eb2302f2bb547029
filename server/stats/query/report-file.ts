import { CSV_MARK, csvLine } from '../../../contracts/csv.ts';
import {
  clickClasses,
  dimensions,
  type Audience,
} from '../../../contracts/stats/stats.constants.ts';
import type { UnknownCode, RankedLink, Report } from '../../../contracts/stats/stats.ts';
import type { Filters } from './filters.ts';

export interface ReportFile extends Report {
  readonly short_url: string | null;
  readonly time_zone: string;
  readonly audience: Audience;
  readonly filters: Filters;
  /** These three only of the whole site. */
  readonly top_links?: readonly RankedLink[];
  readonly silent_links?: readonly RankedLink[] | null;
  readonly missed_codes?: readonly UnknownCode[];
}

type Line = readonly (string | number)[];

export function writeReportCsv(file: ReportFile): string {
  const lines: Line[] = [['about', 'value', 'class', 'clicks'], ...describe(file)];
  for (const name of clickClasses) lines.push(['total', '', name, file.totals[name]]);
  lines.push(['total', '', 'visitors', file.totals.visitors]);
  lines.push(['total', '', 'before the import', file.imported_clicks]);
  for (const bucket of file.bars) {
    const start = toIso(bucket.start);
    for (const name of clickClasses) lines.push([file.step, start, name, bucket[name]]);
  }
  for (const [day, hours] of file.week.entries()) {
    for (const [hour, clicks] of hours.entries()) {
      lines.push(['weekday and hour', `${day + 1} ${hour}`, '', clicks]);
    }
  }
  for (const { dimension, values, other, none } of file.lists) {
    for (const { value, clicks } of values) lines.push([dimension, value, '', clicks]);
    lines.push([dimension, '(other)', '', other], [dimension, '(none)', '', none]);
  }
  lines.push(...rank('top link', file.top_links), ...rank('silent link', file.silent_links ?? []));
  for (const { code, times } of file.missed_codes ?? []) {
    lines.push(['missed code', code, '', times]);
  }
  return CSV_MARK + lines.map(csvLine).join('');
}

function describe({ short_url: code, from, to, time_zone, audience, filters }: ReportFile): Line[] {
  const lines: Line[] = [
    [code === null ? 'site' : 'link', code ?? '', '', ''],
    ['from', toIso(from), '', ''],
    ['to', toIso(to), '', ''],
    ['time zone', time_zone, '', ''],
    ['audience', audience, '', ''],
  ];
  for (const dimension of dimensions) {
    const value = filters[dimension];
    if (value !== undefined) lines.push([`filter ${dimension}`, value, '', '']);
  }
  return lines;
}

function rank(about: string, links: readonly RankedLink[] = []): Line[] {
  return links.flatMap(({ short_url: code, people, before }) => [
    [about, code, 'people', people],
    ...(before === null ? [] : [[about, code, 'before', before] as const]),
  ]);
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
