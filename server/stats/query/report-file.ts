import { CSV_MARK, csvLine } from '../../../contracts/csv.ts';
import {
  clickClasses,
  dimensions,
  type Audience,
} from '../../../contracts/stats/stats.constants.ts';
import type {
  Bar,
  RankedList,
  UnknownCode,
  RankedLink,
  Report,
} from '../../../contracts/stats/stats.ts';
import type { Filters } from './filters.ts';

export interface ReportFile extends Report {
  /** Null: the whole site. */
  readonly short_url: string | readonly string[] | null;
  readonly tags?: readonly string[];
  readonly time_zone: string;
  readonly audience: Audience;
  readonly filters: Filters;
  /** These three only without `short_url`; unknown codes also without tags. */
  readonly top_links?: readonly RankedLink[];
  readonly silent_links?: readonly RankedLink[] | null;
  readonly missed_codes?: readonly UnknownCode[];
}

export type Line = readonly (string | number)[];

export function listReportLines(file: ReportFile): Line[] {
  const lines: Line[] = [
    ['about', 'value', 'class', 'clicks'],
    ...describeReport(file).map(([about, value]) => [about, value, '', '']),
  ];
  lines.push(...listTotals('total', file));
  lines.push(['total', '', 'before the import', file.imported_clicks]);
  lines.push(...listBars(file.step, file));
  if (file.compared !== null) {
    lines.push(...listTotals('compared total', file.compared));
    lines.push(...listBars(`compared ${file.step}`, file.compared));
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
  return lines;
}

/** Excel guesses neither the separator nor the encoding of UTF-8 files in every language. */
export function writeCsv(lines: readonly Line[], isForExcel: boolean) {
  const text = CSV_MARK + lines.map((line) => csvLine(line, isForExcel ? '\t' : ',')).join('');
  return isForExcel
    ? { charset: 'utf-16le', text: Uint8Array.from(Buffer.from(text, 'utf16le')) }
    : { charset: 'utf-8', text };
}

/** A plain table: names of columns, then rows. */
export function tabulateBars({ bars, compared }: Pick<Report, 'bars' | 'compared'>): Line[] {
  const columns = ['start', ...clickClasses];
  if (compared === null) return [columns, ...bars.map((bar) => listCells(bar))];
  const rows = bars.map((bar, at) => listCells(bar).concat(listCells(compared.bars[at])));
  return [columns.concat(columns.map((name) => `compared_${name}`)), ...rows];
}

function listCells(bar: Bar | undefined): (string | number)[] {
  const counts = clickClasses.map((name) => bar?.[name] ?? '');
  return [bar === undefined ? '' : toIso(bar.start), ...counts];
}

export function tabulateList({ dimension, values, other, none }: RankedList): Line[] {
  return [
    [dimension, 'clicks'],
    ...values.map(({ value, clicks }) => [value, clicks]),
    ['(other)', other],
    ['(none)', none],
  ];
}

export function tabulateLinks(links: readonly RankedLink[]): Line[] {
  return [
    ['short_url', 'title', 'long_url', 'clicks', 'before'],
    ...links.map((link) => [
      link.short_url,
      link.title,
      link.long_url,
      link.people,
      link.before ?? '',
    ]),
  ];
}

/** Weekdays count from 1, Monday. */
export function tabulateWeek({ week }: Pick<Report, 'week'>): Line[] {
  const rows = week.flatMap((hours, day) => hours.map((clicks, hour) => [day + 1, hour, clicks]));
  return [['weekday', 'hour', 'clicks'], ...rows];
}

export function tabulateUnknownCodes(codes: readonly UnknownCode[]): Line[] {
  const rows = codes.map(({ code, times, last_at: at }) => [code, times, toIso(at)]);
  return [['code', 'times', 'last'], ...rows];
}

type Counts = Pick<Report, 'totals' | 'bars'>;

function listTotals(about: string, { totals }: Counts): Line[] {
  return [...clickClasses, 'visitors' as const].map((name) => [about, '', name, totals[name]]);
}

function listBars(about: string, { bars }: Counts): Line[] {
  return bars.flatMap((bar) =>
    clickClasses.map((name) => [about, toIso(bar.start), name, bar[name]]),
  );
}

/** What a report is about: links or site, period, comparison and filters. */
export function describeReport(file: ReportFile): [string, string][] {
  const { short_url: codes, tags = [], from, to, compared, time_zone, audience, filters } = file;
  const links = typeof codes === 'string' ? [codes] : codes;
  const lines: [string, string][] = [
    ...(links?.map((code): [string, string] => ['link', code]) ?? [['site', '']]),
    ['from', toIso(from)],
    ['to', toIso(to)],
    ['time zone', time_zone],
    ['audience', audience],
  ];
  if (compared !== null) {
    lines.push(['compared from', toIso(compared.from)], ['compared to', toIso(compared.to)]);
  }
  for (const tag of tags) lines.push(['filter tag', tag]);
  for (const dimension of dimensions) {
    const value = filters[dimension];
    if (value !== undefined) lines.push([`filter ${dimension}`, value]);
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
