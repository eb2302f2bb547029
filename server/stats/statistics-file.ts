import type { CheckedRequestOf } from '../../contracts/route.ts';
import { exportedLists, type ExportedList } from '../../contracts/stats/stats.constants.ts';
import type { exportReport, Report, UnknownCode } from '../../contracts/stats/stats.ts';
import { readFilters } from './query/filters.ts';
import type { LinkList } from './query/list-links.ts';
import {
  describeReport,
  listReportLines,
  tabulateBars,
  tabulateLinks,
  tabulateList,
  tabulateUnknownCodes,
  tabulateWeek,
  writeCsv,
  type Line,
  type ReportFile,
} from './query/report-file.ts';
import { packZip } from './query/zip-file.ts';

type Request = CheckedRequestOf<typeof exportReport>;

/** What files are made from. `report` comes first: it counts the newest clicks. */
interface Source {
  report(): Promise<Report>;
  listLinks(): Promise<LinkList>;
  readonly listUnknownCodes: (() => Promise<UnknownCode[]>) | null;
}

interface File {
  /** The part of the name behind `brisk-statistics-`; the day goes before the dot. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** `codes` are those of the requested links; null: the whole site. */
export async function createStatisticsFile(
  source: Source,
  request: Request,
  codes: readonly string[] | null,
): Promise<File> {
  const { format, list, excel } = request;
  if (format === 'zip') {
    return {
      name: '.zip',
      mediaType: 'application/zip',
      content: await zip(source, request, codes),
    };
  }
  const name = `${list === undefined ? '' : `${list}-`}.${format}`;
  const file =
    list === undefined
      ? await describeAll(source, request, codes)
      : await createTable(source, request, codes, list);
  if (format === 'json') {
    const json = Array.isArray(file) ? toObjects(file) : file;
    return { name, mediaType: 'application/json; charset=utf-8', content: JSON.stringify(json) };
  }
  const lines = Array.isArray(file) ? file : listReportLines(file);
  const { charset, text } = writeCsv(lines, excel);
  return { name, mediaType: `text/csv; charset=${charset}`, content: text };
}

function toReportFile(report: Report, request: Request, codes: readonly string[] | null) {
  const { tag: tags, time_zone, audience } = request;
  return {
    ...report,
    short_url: codes !== null && codes.length > 1 ? codes : (codes?.[0] ?? null),
    ...(tags !== undefined && { tags }),
    time_zone,
    audience,
    filters: readFilters(request),
  };
}

/** Only the file of the site has links; unknown codes have no tags. */
const hasUnknownCodes = ({ tag }: Request, codes: readonly string[] | null): boolean =>
  codes === null && tag === undefined;

async function describeAll(
  source: Source,
  request: Request,
  codes: readonly string[] | null,
): Promise<ReportFile> {
  const file = toReportFile(await source.report(), request, codes);
  if (codes !== null) return file;
  const { top, silent } = await source.listLinks();
  const lists = { ...file, top_links: top, silent_links: silent };
  if (!hasUnknownCodes(request, codes) || source.listUnknownCodes === null) return lists;
  return { ...lists, missed_codes: await source.listUnknownCodes() };
}

/** One list as names of columns and rows. */
async function createTable(
  source: Source,
  request: Request,
  codes: readonly string[] | null,
  list: ExportedList,
  report?: Report,
): Promise<Line[]> {
  if (list === 'unknown_codes') {
    const isKnown = hasUnknownCodes(request, codes);
    return tabulateUnknownCodes((isKnown && (await source.listUnknownCodes?.())) || []);
  }
  const data = report ?? (await source.report());
  switch (list) {
    case 'links': {
      const { top, silent } = await source.listLinks();
      return tabulateLinks([...top, ...(silent ?? [])]);
    }
    case 'bars':
      return tabulateBars(data);
    case 'week':
      return tabulateWeek(data);
    default:
      return tabulateList(data.lists.find(({ dimension }) => dimension === list)!);
  }
}

/** All lists as a CSV each, and what they are about. */
async function zip(source: Source, request: Request, codes: readonly string[] | null) {
  const report = await source.report();
  const about = [['about', 'value'], ...describeReport(toReportFile(report, request, codes))];
  const tables: [string, readonly Line[]][] = [['about', about]];
  for (const list of exportedLists) {
    tables.push([list, await createTable(source, request, codes, list, report)]);
  }
  return packZip(
    tables.map(([name, lines]) => ({
      name: `${name}.csv`,
      content: Buffer.from(writeCsv(lines, request.excel).text),
    })),
  );
}

function toObjects([columns = [], ...rows]: readonly Line[]): object[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
}
