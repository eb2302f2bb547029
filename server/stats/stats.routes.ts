import { LINE_DAYS } from '../../contracts/stats.constants.ts';
import {
  exportReport,
  getLines,
  getLive,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
} from '../../contracts/stats.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { PackedJson } from '../http/packed-json.ts';
import { Problem } from '../http/problem.ts';
import type { Live } from './live/live.ts';
import { dayOf, DAY_SECONDS, type Days } from './quarter.ts';
import type { RangeRequest } from './query/time-range.ts';
import { writeReportCsv, type ReportFile, type SiteLists } from './query/report-file.ts';
import { readDomain, readFilters } from './query/filters.ts';
import { selectLinkId } from './query/reports.store.ts';
import type { LinkList } from './query/link-list.ts';
import type { ClicksRequest, ReportRequest } from './query/report.ts';
import { SITE_ID } from './site-id.ts';

export interface UnknownCodesRequest extends RangeRequest {
  /** '' = the main domain; undefined = all. */
  readonly domain: string | undefined;
}

export interface Reports {
  /** Results are packed by `packJson`: serializing them here would delay visitors. */
  report(request: ReportRequest, pendingClicks?: number): Promise<Uint8Array<ArrayBuffer>>;
  listLinks(request: ClicksRequest): Promise<Uint8Array<ArrayBuffer>>;
  listUnknownCodes(request: UnknownCodesRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** Visitors by link, then by day from the first on. */
  countPeople(
    linkIds: readonly number[],
    days: Days,
  ): Promise<ReadonlyMap<number, readonly number[]>>;
}

interface StatsOptions {
  readonly engine: Engine;
  readonly reports: Reports;
  readonly live: Pick<Live, 'open'>;
  /** Counts the journal; resolves after two seconds at the latest. */
  readonly countClicks: () => Promise<unknown>;
  /** The pending clicks of a link, or of the site. */
  readonly countPending: (linkId: number) => Promise<number>;
  /** Stores the unknown codes that were noted. */
  readonly flushUnknownCodes: () => Promise<unknown>;
}

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { engine, reports, live, countClicks } = options;
  return [
    endpoint(getReport, (request) => report(options, request)),
    endpoint(exportReport, async ({ format, ...request }) => {
      const file = await reportFile(options, request);
      const [type, text] =
        format === 'csv'
          ? (['text/csv', writeReportCsv(file)] as const)
          : (['application/json', JSON.stringify(file)] as const);
      const day = new Date().toISOString().slice(0, 10);
      const name = `brisk-statistics-${day}.${format}`;
      return new Download(name, `${type}; charset=utf-8`, new Blob([text]).stream());
    }),
    endpoint(getLive, async ({ short_url: code }, call) =>
      live.open(await findStatsId(engine, code), () => call.assertCaller()),
    ),
    endpoint(getTopLinks, async (request) => {
      await countClicks();
      return listLinks(options, request);
    }),
    endpoint(getLines, async ({ ids }) => {
      await countClicks();
      const last = dayOf(nowSeconds());
      const first = last - LINE_DAYS + 1;
      const people = await reports.countPeople(ids, { first, last });
      const lines = [...people].map(([id, days]) => ({ id, people: [...days] }));
      return { first_day: first * DAY_SECONDS, lines };
    }),
    endpoint(getMissedCodes, (request) => listUnknownCodes(options, request)),
  ];
}

type UnknownCodesFields = CheckedRequestOf<typeof getMissedCodes>;
type RangeFields = Omit<UnknownCodesFields, 'domain'>;
type UnknownCodeList = ReplyOf<typeof getMissedCodes>;

function rangeRequestOf(request: RangeFields): RangeRequest {
  const { period, from, to, time_zone: timeZone } = request;
  return { period, from, to, timeZone };
}

function clicksRequestOf(request: CheckedRequestOf<typeof getTopLinks>): ClicksRequest {
  const { audience } = request;
  return { ...rangeRequestOf(request), audience, filters: readFilters(request) };
}

/** Throws `links.unknown`. */
async function findStatsId(engine: Engine, code: string | undefined): Promise<number> {
  if (code === undefined) return SITE_ID;
  const id = await selectLinkId(engine, code);
  if (id === null) throw new Problem('links.unknown');
  return id;
}

async function report(
  { engine, reports, countClicks, countPending }: StatsOptions,
  request: CheckedRequestOf<typeof getReport>,
): Promise<PackedJson<Report>> {
  const linkId = await findStatsId(engine, request.short_url);
  await countClicks();
  return new PackedJson(
    await reports.report({ ...clicksRequestOf(request), linkId }, await countPending(linkId)),
  );
}

async function listLinks(
  { reports }: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
): Promise<PackedJson<LinkList>> {
  return new PackedJson(await reports.listLinks(clicksRequestOf(request)));
}

async function listUnknownCodes(
  { reports, flushUnknownCodes }: StatsOptions,
  request: UnknownCodesFields,
): Promise<PackedJson<UnknownCodeList>> {
  await flushUnknownCodes();
  const domain = readDomain(readFilters(request));
  return new PackedJson(await reports.listUnknownCodes({ ...rangeRequestOf(request), domain }));
}

/** A file about the whole site includes its lists. */
async function reportFile(
  options: StatsOptions,
  request: CheckedRequestOf<typeof getReport>,
): Promise<ReportFile> {
  const { short_url: code, time_zone: timeZone, audience } = request;
  const { data } = await report(options, request);
  return {
    ...data,
    short_url: code ?? null,
    time_zone: timeZone,
    audience,
    filters: readFilters(request),
    ...(code === undefined && (await siteLists(options, request))),
  };
}

/** Call it after the newest clicks were counted. */
async function siteLists(
  options: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
): Promise<SiteLists> {
  const { top, silent } = (await listLinks(options, request)).data;
  const { codes } = (await listUnknownCodes(options, request)).data;
  return { top_links: top, silent_links: silent, missed_codes: codes };
}
